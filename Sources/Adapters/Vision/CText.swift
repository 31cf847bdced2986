/// Reads a fixed-size, zero-terminated C character array as text.
func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
