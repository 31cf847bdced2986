import Foundation
import Testing

/// A table of Protocols/data.md, read as a program would have to follow it.
///
/// A heading "### name (type N)" and rows "| offset | type | field | ...", in which a field "reserved" is zero.
struct FieldTable {
    struct Row {
        var offset: Int
        var type: String
        var field: String

        var size: Int {
            switch type {
            case "u8": 1
            case "u16": 2
            case "u32", "i32", "f32": 4
            default: 8
            }
        }
    }

    var type: UInt8 = 0
    var rows: [Row] = []

    static func all(in page: URL) throws -> [String: FieldTable] {
        var tables: [String: FieldTable] = [:]
        var name: String?
        for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("#") {
                let words = line.drop { $0 == "#" || $0 == " " }.split(separator: " ")
                name = line.hasPrefix("### ") ? words.first.map(String.init) : nil
                if let name {
                    tables[name] = FieldTable(type: words.last.flatMap { UInt8($0.dropLast()) } ?? 0)
                }
            }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let name, line.hasPrefix("|"), cells.count >= 3, let offset = Int(cells[0]) else { continue }
            tables[name]?.rows.append(Row(offset: offset, type: cells[1], field: cells[2]))
        }
        return tables
    }

    /// The fields of a message by name; checks on the way that rows follow one another without gaps.
    func read(_ bytes: [UInt8], from start: Int) -> [String: Double] {
        var values: [String: Double] = [:]
        var end = 0
        for row in rows {
            #expect(row.offset == end, "\(row.field) starts at \(row.offset), the one before ends at \(end)")
            end = row.offset + row.size
            guard start + end <= bytes.count else {
                Issue.record("\(row.field) ends after the message")
                return values
            }
            let raw = bytes[(start + row.offset)..<(start + end)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let value = Self.value(raw, as: row.type)
            if row.field == "reserved" {
                #expect(value == 0, "reserved at \(row.offset)")
            } else {
                values[row.field] = value
            }
        }
        return values
    }

    private static func value(_ raw: UInt64, as type: String) -> Double {
        switch type {
        case "i32": Double(Int32(truncatingIfNeeded: raw))
        case "i64": Double(Int64(truncatingIfNeeded: raw))
        case "f32": Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
        case "f64": Double(bitPattern: raw)
        default: Double(raw)
        }
    }
}
