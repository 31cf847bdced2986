import Foundation
import Testing
import TimelineCore
import Wire

/// The examples under Protocols/vectors/data hold for the code, and the tables of Protocols/data.md for the examples.
@Suite struct VectorTests {
    @Test(arguments: try Vector.all())
    func `a vector decodes as it says`(vector: Vector) throws {
        let outcome: (lines: [String], again: [UInt8])
        do throws(WireError) {
            outcome = try decode(vector)
        } catch {
            #expect(vector.expect == "error \(name(of: error))")
            return
        }
        #expect(vector.expect == "ok")
        #expect(outcome.lines == vector.fields.map { "\($0.name): \($0.value)" })
        #expect(outcome.again == vector.bytes)
    }

    private func decode(_ vector: Vector) throws(WireError) -> ([String], [UInt8]) {
        switch vector.message {
        case "timeline":
            let timeline = try TimelineCodec.decoded(vector.bytes)
            return (timeline.fieldLines, TimelineCodec.encoded(timeline))
        case "sound":
            let count = vector.values("count").first.flatMap { Int($0) } ?? -1
            let packets = try SoundPacket.decodedAll(vector.bytes, count: count)
            return (["count: \(packets.count)"] + packets.map(\.fieldLine), packets.flatMap { $0.encoded() })
        default:
            let (pass, message) = try DataMessage.decoded(vector.bytes)
            #expect(message.typeName == vector.message)
            return (["pass: \(pass)"] + message.fieldLines, message.encoded(pass: pass))
        }
    }

    private func name(of error: WireError) -> String {
        switch error {
        case .truncated: "truncated"
        case .trailingBytes: "trailingBytes"
        case .badMagic: "badMagic"
        case .unknownVersion(let version): "unknownVersion \(version)"
        case .unknownType(let type): "unknownType \(type)"
        case .reservedNotZero: "reservedNotZero"
        case .notANumber: "notANumber"
        case .badValue(let field): "badValue \(field)"
        case .tooMany(let count): "tooMany \(count)"
        }
    }

    @Test func `every message type and every error has a vector`() throws {
        let vectors = try Vector.all()
        let good = Set(vectors.filter { $0.expect == "ok" }.map(\.message))
        #expect(
            good == [
                "grant", "mark", "look", "packets", "detections", "painted", "release", "endOfFrames", "sound",
                "timeline",
            ]
        )
        let errors = Set(vectors.compactMap { $0.expect.split(separator: " ").dropFirst().first })
        #expect(
            errors == [
                "truncated", "trailingBytes", "badMagic", "unknownVersion", "unknownType", "reservedNotZero",
                "notANumber", "badValue", "tooMany",
            ]
        )
    }

    @Test func `the tables of the data page read every vector as the vector says`() throws {
        let tables = try FieldTable.all(in: Vector.protocols.appending(path: "data.md"))
        for vector in try Vector.all() where vector.expect == "ok" && !["sound", "timeline"].contains(vector.message) {
            let table = try #require(tables[vector.message], "no table for \(vector.message)")
            let header = try #require(tables["header"])
            let lines = header.read(vector.bytes, from: 0) + table.read(vector.bytes, from: DataMessage.headerBytes)
            let given = vector.fields.filter { !["detection", "entry"].contains($0.name) }
            for (name, value) in given {
                #expect(lines[name] == Double(value), "\(vector.name): \(name)")
            }
            let known = Set(given.map(\.name)).union(["magic", "version", "type", "length"])
            #expect(Set(lines.keys) == known, "\(vector.name)")
            #expect(lines["magic"] == Double(DataMessage.magic) && lines["version"] == Double(DataMessage.version))
            #expect(lines["length"] == Double(vector.bytes.count - DataMessage.headerBytes), "\(vector.name)")
            #expect(vector.bytes[5] == table.type, "\(vector.name)")
        }
    }
}

extension Dictionary {
    fileprivate static func + (left: Dictionary, right: Dictionary) -> Dictionary {
        left.merging(right) { first, _ in first }
    }
}
