import Client
import Testing

@Suite struct BytePathTests {
    @Test func `a path is taken apart at its slashes and its last dot`() {
        let cases: [(String, name: String, parent: String, stem: String, ext: String)] = [
            ("a/b.jpg", "b.jpg", "a", "b", "jpg"), ("/b", "b", "/", "b", ""), ("b", "b", "", "b", ""),
            ("a/b/", "b", "a", "b", ""), ("x/.hidden", ".hidden", "x", ".hidden", ""), ("/", "/", "/", "/", ""),
            ("a//b.tar.gz", "b.tar.gz", "a", "b.tar", "gz"), ("a.b/c", "c", "a.b", "c", ""), ("c.", "c.", "", "c", ""),
            ("..", "..", "", "..", ""),
        ]
        for (text, name, parent, stem, ext) in cases where text != "/" {
            let path = BytePath(text)
            #expect(path.lastComponent == Array(name.utf8), "\(text)")
            #expect(path.parent == BytePath(parent), "\(text)")
            #expect(path.stem == Array(stem.utf8), "\(text)")
            #expect(path.fileExtension == Array(ext.utf8), "\(text)")
        }
        #expect(BytePath("/").lastComponent.isEmpty && BytePath("/").parent.bytes.count <= 1)
    }

    @Test func `a name goes below a folder with one slash`() {
        #expect(BytePath("a").appending(BytePath("b")) == BytePath("a/b"))
        #expect(BytePath("a/").appending(BytePath("b")) == BytePath("a/b"))
        #expect(BytePath("").appending(BytePath("b")) == BytePath("b"))
        #expect(BytePath("b").absolute(from: BytePath("/a")) == BytePath("/a/b"))
        #expect(BytePath("/b").absolute(from: BytePath("/a")) == BytePath("/b"))
    }

    @Test func `a shown path cannot steer a terminal`() {
        let cases: [([UInt8], String)] = [
            (Array("a\u{1B}[2J".utf8), "a\\x1b[2J"), (Array("a\nb\tc\r".utf8), "a\\nb\\tc\\r"),
            ([0x61, 0xFF, 0xC3], "a\\xff\\xc3"), (Array("a\u{202E}gpj".utf8), "a\\u{202e}gpj"),
            (Array("a\u{85}\u{2028}".utf8), "a\\u{85}\\u{2028}"), (Array("a\\n".utf8), "a\\\\n"),
            (Array("Zoë 👨‍👩‍👧 写真".utf8), "Zoë 👨‍👩‍👧 写真"), (Array("\u{7F}".utf8), "\\x7f"),
        ]
        for (bytes, text) in cases { #expect(SafeText.escaped(bytes) == text) }
    }

    @Test func `text is cut in its middle to the columns there are`() {
        #expect(TextWidth.fitted("abcdefghij", columns: 10) == "abcdefghij")
        #expect(TextWidth.fitted("abcdefghij", columns: 6) == "abc…ij")
        #expect(TextWidth.columns(of: "写真🙂e\u{301}") == 7)
        for width in 0...12 { #expect(TextWidth.columns(of: TextWidth.fitted("写真写真写真", columns: width)) <= width) }
    }
}
