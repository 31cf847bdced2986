import Foundation

/// The lines of a Swift file of the package.
struct SourceFile {
    /// From the package's root.
    var path: String
    var lines: [String]

    /// Modules named in import lines.
    var imports: [String] {
        lines.compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard let place = words.firstIndex(of: "import"), place < 3, place + 1 < words.count,
                words[..<place].allSatisfy({ $0.hasPrefix("@") || ["package", "internal", "private"].contains($0) })
            else { return nil }
            let kinds = ["struct", "class", "enum", "func", "protocol", "typealias", "var", "let"]
            let name = kinds.contains(words[place + 1]) && place + 2 < words.count ? words[place + 2] : words[place + 1]
            return String(name.split(separator: ".")[0])
        }
    }

    /// All Swift files below a folder of the package, in order of their paths.
    static func all(under folder: String) throws -> [SourceFile] {
        let base = PackageMap.root.appending(path: folder)
        return try FileManager.default.subpathsOfDirectory(atPath: base.path(percentEncoded: false))
            .filter { $0.hasSuffix(".swift") }.sorted()
            .map { path in
                let text = try String(contentsOf: base.appending(path: path), encoding: .utf8)
                return SourceFile(
                    path: "\(folder)/\(path)",
                    lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                )
            }
    }

    /// Declarations with `package` access and no doc comment above, as "path:line: text".
    ///
    /// - Parameter kinds: the words that make a declaration count: `func`, `struct` ...
    func undocumented(_ kinds: Set<String>) -> [String] {
        var missing: [String] = []
        for (index, line) in lines.enumerated() {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "(" }).map(String.init)
            guard words.first == "package", let kind = words.dropFirst().first(where: { !Self.modifiers.contains($0) }),
                kinds.contains(kind), !Self.operators.contains(where: words.contains), !isDocumented(above: index)
            else { continue }
            missing.append("\(path):\(index + 1): \(line.trimmingCharacters(in: .whitespaces))")
        }
        return missing
    }

    private static let modifiers: Set<String> = [
        "static", "final", "mutating", "consuming", "borrowing", "nonisolated", "lazy", "internal", "private", "set)",
    ]

    /// What a protocol asks for, and documents.
    private static let operators = ["<", "=="]

    private func isDocumented(above index: Int) -> Bool {
        for line in lines[..<index].reversed() {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("///") { return true }
            if !text.hasPrefix("@") { return false }
        }
        return false
    }
}
