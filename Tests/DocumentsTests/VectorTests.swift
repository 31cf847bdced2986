import Documents
import FoundationEssentials
import TestSupport
import Testing
import TimelineCore

/// A file of Protocols/vectors/json.
struct Vector {
    let document: String
    let verdict: String
    let name: String
    let bytes: [UInt8]

    static func all() throws -> [Vector] {
        let folder = Repository.root + "/Protocols/vectors/json"
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { file in
            let parts = file.split(separator: ".").map(String.init)
            try #require(parts.count == 4 && parts[3] == "json", "\(file) is not named as a vector")
            return Vector(
                document: parts[0], verdict: parts[1], name: file,
                bytes: try Repository.bytes("Protocols/vectors/json/" + file)
            )
        }
    }

    /// What the reader makes of it, as bytes written again; throws where it refuses.
    func readAndWritten() throws -> [UInt8] {
        switch document {
        case "timeline":
            let read = try TimelineDocument.read(bytes)
            _ = try read.timeline()
            return try read.encoded()
        case "regions": return try RegionsDocument.read(bytes).encoded()
        case "report": return try ReportDocument.read(bytes).encoded()
        case "events": return try Event.read(bytes).line()
        default: throw VectorFault.unknownDocument
        }
    }

    func fits(_ schema: JSONSchema?) throws -> Bool {
        let value: JSONValue
        do { value = try JSONValue(parsing: bytes) } catch { return false }
        return try #require(schema).problems(in: value).isEmpty
    }
}

enum VectorFault: Error {
    case unknownDocument
}

@Suite struct VectorTests {
    private let schemas: [String: JSONSchema]

    init() throws {
        schemas = try ["timeline", "regions", "report", "events"].reduce(into: [:]) {
            $0[$1] = try Repository.schema($1)
        }
    }

    @Test func `every vector gets its verdict from schema and reader`() throws {
        var seen: [String: Int] = [:]
        for vector in try Vector.all() {
            seen[vector.document + "." + vector.verdict, default: 0] += 1
            let accepted: Bool
            do {
                _ = try vector.readAndWritten()
                accepted = true
            } catch is DocumentError {
                accepted = false
            }
            let fits = try vector.fits(schemas[vector.document])
            switch vector.verdict {
            case "valid": #expect(fits && accepted, "\(vector.name): schema \(fits), reader \(accepted)")
            case "invalid": #expect(!fits && !accepted, "\(vector.name): schema \(fits), reader \(accepted)")
            case "impossible": #expect(fits && !accepted, "\(vector.name): schema \(fits), reader \(accepted)")
            case "untrue": #expect(!fits && accepted, "\(vector.name): schema \(fits), reader \(accepted)")
            default: Issue.record("\(vector.name) has an unknown verdict")
            }
        }
        // Were the folder empty or half read, nothing above would fail.
        #expect(seen["timeline.invalid", default: 0] >= 20)
        #expect(seen["timeline.impossible", default: 0] >= 15)
        #expect(seen.count == 11)
    }

    @Test func `a valid document keeps its meaning when written again, and then its bytes`() throws {
        for vector in try Vector.all() where vector.verdict == "valid" {
            let once = try vector.readAndWritten()
            let again = Vector(
                document: vector.document, verdict: vector.verdict, name: vector.name, bytes: once)
            #expect(try again.readAndWritten() == once, "\(vector.name)")
            #expect(try again.fits(schemas[vector.document]), "\(vector.name)")
        }
    }

    @Test func `every refusal is one sentence on one line`() throws {
        for vector in try Vector.all() where vector.verdict == "invalid" || vector.verdict == "impossible" {
            do {
                _ = try vector.readAndWritten()
                Issue.record("\(vector.name) was accepted")
            } catch let error as DocumentError {
                #expect(!error.sentence.contains("\n"), "\(vector.name)")
                #expect(error.sentence.hasPrefix("th") && error.sentence.count > 20, "\(vector.name)")
                #expect(!error.sentence.contains("DecodingError"), "\(vector.name)")
            }
        }
    }

    @Test func `a document cut short or damaged anywhere never stops the program`() throws {
        let bytes = try Repository.bytes("Protocols/vectors/json/timeline.valid.complete.json")
        try forEachSeed(0..<300) { seed, random in
            var damaged = bytes
            let place = Int.random(in: 0..<damaged.count, using: &random)
            damaged[place] = UInt8.random(in: .min ... .max, using: &random)
            if seed % 3 == 0 { damaged.removeLast(Int.random(in: 1..<damaged.count, using: &random)) }
            do {
                let timeline = try TimelineDocument.read(damaged).timeline()
                #expect(timeline.frameTimes.count == 3, "seed \(seed)")
            } catch is DocumentError {}
        }
    }
}
