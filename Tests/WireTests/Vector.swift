import Foundation
import Testing

/// One file of Protocols/vectors/data: what is expected, the fields, the bytes.
struct Vector: CustomTestStringConvertible {
    var name: String
    var expect = ""
    var message = ""
    /// All other lines before the bytes, in order.
    var fields: [(name: String, value: String)] = []
    var bytes: [UInt8] = []

    var testDescription: String { name }

    func values(_ field: String) -> [String] { fields.filter { $0.name == field }.map(\.value) }

    struct Malformed: Error {
        var name: String
        var line: String
    }

    init(name: String, text: String) throws {
        self.name = name
        let parts = text.components(separatedBy: "\n\n")
        guard parts.count == 2 else { throw Malformed(name: name, line: "one blank line is needed") }
        for line in parts[0].split(separator: "\n") {
            guard let colon = line.range(of: ": ") else { throw Malformed(name: name, line: String(line)) }
            let (key, value) = (String(line[..<colon.lowerBound]), String(line[colon.upperBound...]))
            switch key {
            case "expect": expect = value
            case "message": message = value
            case "comment": break
            default: fields.append((key, value))
            }
        }
        let digits = Array(parts[1].filter { !$0.isNewline })
        guard digits.count.isMultiple(of: 2) else { throw Malformed(name: name, line: "odd number of digits") }
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(digits[index...index + 1]), radix: 16) else {
                throw Malformed(name: name, line: String(digits[index...index + 1]))
            }
            bytes.append(byte)
        }
    }

    static let protocols = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Protocols")

    /// All vectors, by name; an unreadable folder is an error, not an empty list.
    static func all() throws -> [Vector] {
        let folder = protocols.appending(path: "vectors/data")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
            .filter { $0.hasSuffix(".txt") }.sorted()
            .map { try Vector(name: $0, text: String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
    }
}
