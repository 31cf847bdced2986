import Glibc
import Photo
import Testing
import TimelineCore

extension PhotoAdapter {
    @Suite struct TextRendererTests {
        static let hasFont = access(TextRenderer.fontPath, R_OK) == 0

        /// The lowest row with ink, and the highest.
        private func rows(_ line: TextPicture) -> ClosedRange<Int>? {
            let inked = (0..<line.size.height).filter { row in
                line.coverage[row * line.size.width..<(row + 1) * line.size.width].contains { $0 > 127 }
            }
            guard let first = inked.first, let last = inked.last else { return nil }
            return first...last
        }

        @Test(.enabled(if: hasFont), arguments: [12, 18, 34, 100])
        func `a line is as high as was asked for, and its letters stand on one base line`(height: Int) throws {
            let lines = try ["1", "84 frames", "00:01.2\u{2013}99:59.9"].map {
                try TextRenderer.line($0, height: height)
            }
            for line in lines {
                #expect(line.size.height == height && line.coverage.count == line.size.area)
            }
            let spans = try lines.map { try #require(rows($0)) }
            // Round letters reach a little under the base line, so that they look as if they stood on it.
            let ends = spans.map(\.upperBound)
            #expect((ends.max() ?? 0) - (ends.min() ?? 0) <= height / 50)
            #expect(spans[0].count > height / 2)
        }

        @Test(.enabled(if: hasFont)) func `different ids look different, and longer ones are wider`() throws {
            let lines = try ["1", "7", "17"].map { try TextRenderer.line($0, height: 34) }
            #expect(lines[0].coverage != lines[1].coverage)
            #expect(lines[2].size.width > lines[0].size.width)
        }

        @Test(.enabled(if: hasFont)) func `letters that hang are not cut off`() throws {
            let plain = try #require(rows(try TextRenderer.line("1", height: 30)))
            let hanging = try #require(rows(try TextRenderer.line("gjpqy", height: 30)))
            #expect(hanging.upperBound > plain.upperBound + 2 && hanging.upperBound < 29)
        }

        @Test(.enabled(if: hasFont)) func `markup in the text stays text`() throws {
            let marked = try TextRenderer.line("<b>1</b>", height: 20)
            #expect(marked.size.width > 4 * (try TextRenderer.line("1", height: 20).size.width))
        }

        @Test func `a missing font is a clear error`() {
            #expect(throws: PhotoError.noTextFont("/nonexistent.ttf")) {
                try TextRenderer.line("1", height: 20, font: "/nonexistent.ttf")
            }
        }

        @Test(.enabled(if: hasFont)) func `nothing is no line`() {
            for text in ["", "  "] { #expect(throws: PhotoError.self) { try TextRenderer.line(text, height: 20) } }
        }
    }
}
