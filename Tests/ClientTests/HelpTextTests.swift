import Client
import Testing

@Suite struct HelpTextTests {
    static let commands = [
        "cover", "scan", "audit", "submit", "list", "status", "wait", "cancel", "retry", "profile", "top",
        "supervisor", "doctor", "help",
    ]

    @Test func `help shows every command of the contract`() {
        for name in Self.commands {
            #expect(HelpText.overview.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
            #expect(HelpText.lines(for: name) != nil, "\(name)")
        }
        #expect(HelpText.lines(for: "nothing") == nil)
    }

    @Test func `help on cover and submit shows every option of the contract`() throws {
        let options = [
            "--output", "--style", "--intensity", "--color", "--emoji", "--shape", "--show", "--timeline",
            "--regions", "--audio", "--quality", "--format", "--video", "--names", "--no-repair", "--overwrite",
            "--report", "--json", "--quiet",
        ]
        for command in ["cover", "submit"] {
            let text = try #require(HelpText.lines(for: command)).joined(separator: "\n")
            for option in options { #expect(text.contains(option), "\(command) \(option)") }
        }
    }

    @Test func `no line of help is wider than 80 columns or ends in a blank`() throws {
        let all = try HelpText.overview + Self.commands.flatMap { try #require(HelpText.lines(for: $0)) }
        for line in all { #expect(line.count <= 80 && line.last != " ", "\(line)") }
    }
}
