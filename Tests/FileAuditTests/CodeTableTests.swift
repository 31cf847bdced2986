import FileAudit
import TestSupport
import Testing

@Suite struct CodeTableTests {
    @Test func `the table in the protocols is the one in the code`() throws {
        let text = String(decoding: try Repository.bytes("Protocols/audit-codes.md"), as: UTF8.self)
        var rows: [String: String] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
            let code = cells[0].split(separator: "`")[0]
            #expect(rows[String(code)] == nil, "\(code) twice")
            rows[String(code)] = String(cells[1]).trimmedBlanks
        }
        for code in AuditCode.allCases {
            #expect(rows[code.rawValue] == code.meaning, "\(code.rawValue)")
        }
        #expect(Set(rows.keys) == Set(AuditCode.allCases.map(\.rawValue)))
    }

    @Test func `every code is dotted lower case and every meaning one line`() {
        for code in AuditCode.allCases {
            #expect(code.rawValue.wholeMatch(of: /[a-z0-9]+([.-][a-z0-9]+)*/) != nil, "\(code.rawValue)")
            #expect(
                !code.meaning.isEmpty && !code.meaning.contains("\n") && code.meaning.count < 110, "\(code.rawValue)")
        }
    }
}

extension String {
    var trimmedBlanks: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
