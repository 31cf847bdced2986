import TestSupport
import Testing
import TimelineCore
import Wire

@Suite struct DataMessageTests {
    @Test func `encode then decode is identity for every type`() {
        forEachSeed(0..<2000) { seed, random in
            for type in 0..<8 {
                let message = random.message(type)
                let pass = UInt32(random.u32())
                do throws(WireError) {
                    let back = try DataMessage.decoded(message.encoded(pass: pass))
                    #expect(back.message == message && back.pass == pass, "seed \(seed), type \(type)")
                } catch {
                    Issue.record("seed \(seed), type \(type): \(error)")
                }
            }
        }
    }

    /// What was damaged and still decodes must be a message in its own right.
    @Test func `decode never traps, and takes only what it would write itself`() {
        var accepted = 0
        forEachSeed(0..<3000) { seed, random in
            for type in 0..<8 {
                let bytes = random.damaged(random.message(type).encoded(pass: 1))
                guard let (pass, message) = decodedOrNil(bytes) else { continue }
                accepted += 1
                let again = message.encoded(pass: pass)
                // Colours are quantised when read; all else is kept bit for bit.
                if case .detections = message {
                    #expect(decodedOrNil(again)?.message == message, "seed \(seed), type \(type)")
                } else {
                    #expect(again == bytes, "seed \(seed), type \(type)")
                }
            }
        }
        #expect(accepted > 100, "the damage is too coarse to tell anything")
    }

    @Test func `random bytes are no message`() {
        forEachSeed(0..<2000) { seed, random in
            let bytes = (0..<random.int(0...300)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            #expect(decodedOrNil(bytes) == nil, "seed \(seed)")
        }
    }

    @Test func `every cut of a message is refused as truncated`() {
        forEachSeed(0..<20) { seed, random in
            for type in 0..<8 {
                let bytes = random.message(type).encoded(pass: 1)
                for count in 0..<bytes.count {
                    #expect(throws: WireError.truncated, "seed \(seed), type \(type), \(count) bytes") {
                        try DataMessage.decoded(Array(bytes[..<count]))
                    }
                }
            }
        }
    }

    @Test func `a message over the size limit is refused unread`() {
        let bytes = [UInt8](repeating: 0, count: DataMessage.limitBytes + 1)
        #expect(throws: WireError.tooMany(DataMessage.limitBytes + 1)) { try DataMessage.decoded(bytes) }
    }

    @Test func `the largest answer and the largest record fit the size limit`() throws {
        var random = SeededRandom(seed: 1)
        let detections = (0..<DetectionReply.limit + 1).map { _ in random.detection() }
        let reply = DetectionReply(look: random.look(), busyMicroseconds: 0, detections: detections)
        #expect(reply.detections.count == DetectionReply.limit)
        let bytes = DataMessage.detections(reply).encoded(pass: 1)
        #expect(try DataMessage.decoded(bytes).message == .detections(reply))
        let entry = PaintRecord.Entry(subject: .face(1), area: PixelRect(left: 0, top: 0, right: 8, bottom: 8))
        var record = PaintRecord(
            frame: 0, ticks: 0, lease: .init(slot: 0, generation: 1),
            entries: Array(repeating: entry, count: PaintRecord.limit)
        )
        #expect(try DataMessage.decoded(DataMessage.painted(record).encoded(pass: 1)).message == .painted(record))
        record.entries.append(entry)
        #expect(throws: WireError.tooMany(PaintRecord.limit + 1)) {
            try DataMessage.decoded(DataMessage.painted(record).encoded(pass: 1))
        }
    }

    @Test(arguments: [(Float.nan, Float(1)), (-0.5, 0), (1.5, 1), (.infinity, 1), (-.infinity, 0)])
    func `a change out of range is brought into it before it is sent`(change: Float, sent: Float) throws {
        let mark = FrameMark(frame: 0, ticks: 0, durationTicks: 0, change: change, looks: 0, isKeyframe: false)
        guard case .mark(let back) = try DataMessage.decoded(DataMessage.mark(mark).encoded(pass: 1)).message else {
            Issue.record("not a mark")
            return
        }
        #expect(back.change == sent)
    }

    @Test func `a detector's colours are coarse whatever was sent`() throws {
        var random = SeededRandom(seed: 3)
        var detection = random.detection()
        detection.grid = random.grid()
        let reply = DetectionReply(look: random.look(), busyMicroseconds: 0, detections: [detection])
        var bytes = DataMessage.detections(reply).encoded(pass: 1)
        let lastCell = bytes.count - 1
        bytes[lastCell] = 0xEF
        guard case .detections(let back) = try DataMessage.decoded(bytes).message else {
            Issue.record("not an answer")
            return
        }
        #expect(back.detections.first?.grid?.cells.last == 0xF0)
        #expect(back.detections.first?.grid?.cells.allSatisfy { $0 & 0x1F == 0x10 } == true)
    }

    private func decodedOrNil(_ bytes: [UInt8]) -> (pass: UInt32, message: DataMessage)? {
        do throws(WireError) { return try DataMessage.decoded(bytes) } catch { return nil }
    }
}
