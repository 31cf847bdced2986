import Glibc
import Photo
import Testing
import TimelineCore

extension PhotoAdapter {
    @Suite struct EmojiRendererTests {
        static let hasFont = access(EmojiRenderer.fontPath, R_OK) == 0

        @Test(.enabled(if: hasFont), arguments: [24, 100, 700])
        func `an emoji fills its square in colour`(_ pixels: Int) throws {
            let emoji = try EmojiRenderer.render(text: "🙂", pixels: pixels)
            #expect(max(emoji.size.width, emoji.size.height) == pixels)
            #expect(min(emoji.size.width, emoji.size.height) > pixels / 2)
            #expect(emoji.rgba.count == emoji.size.area * 4)
            let middle = (emoji.size.height / 4 * emoji.size.width + emoji.size.width / 2) * 4
            // A yellow face: opaque, red and green high, blue low.
            #expect(emoji.rgba[middle + 3] == 255)
            #expect(emoji.rgba[middle] > 180 && emoji.rgba[middle + 1] > 120 && emoji.rgba[middle + 2] < 120)
        }

        @Test(.enabled(if: hasFont))
        func `markup in the text stays text`() throws {
            #expect(throws: Never.self) { try EmojiRenderer.render(text: "🙂<", pixels: 40) }
        }

        @Test func `a missing font is a clear error`() {
            #expect(throws: PhotoError.noEmojiFont("/nonexistent.ttf")) {
                try EmojiRenderer.render(text: "🙂", pixels: 40, font: "/nonexistent.ttf")
            }
        }
    }
}
