import TestSupport
import Testing
import Wire

@Suite struct SoundPacketTests {
    private func packets(_ random: inout SeededRandom) -> [SoundPacket] {
        (0..<random.int(0...8)).map { _ in
            SoundPacket(
                pts: random.ticks(), dts: random.ticks(), duration: random.ticks(),
                flags: UInt32(random.u32()), skipStart: UInt32(random.u32()), skipEnd: UInt32(random.u32()),
                bytes: (0..<random.int(0...60)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            )
        }
    }

    @Test func `a batch comes back as it was`() {
        forEachSeed(0..<1000) { seed, random in
            let packets = packets(&random)
            let bytes = packets.flatMap { $0.encoded() }
            #expect(bytes.count == packets.reduce(0) { $0 + $1.encodedCount })
            do throws(WireError) {
                let back = try SoundPacket.decodedAll(bytes, count: packets.count)
                #expect(back == packets, "seed \(seed)")
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }

    @Test func `a wrong count is refused`() {
        forEachSeed(0..<300) { seed, random in
            let packets = packets(&random)
            let bytes = packets.flatMap { $0.encoded() }
            for count in [-1, packets.count - 1, packets.count + 1, Int(UInt32.max), .max, .min]
            where count != packets.count {
                #expect(throws: WireError.self, "seed \(seed), count \(count)") {
                    try SoundPacket.decodedAll(bytes, count: count)
                }
            }
        }
    }

    @Test func `decode never traps, whatever the damage`() {
        forEachSeed(0..<3000) { seed, random in
            let packets = packets(&random)
            let bytes = random.damaged(packets.flatMap { $0.encoded() })
            do throws(WireError) {
                let back = try SoundPacket.decodedAll(bytes, count: random.int(0...9))
                #expect(back.flatMap { $0.encoded() } == bytes, "seed \(seed)")
            } catch {
                #expect(error == .truncated || error == .trailingBytes || isTooMany(error), "seed \(seed)")
            }
        }
    }

    private func isTooMany(_ error: WireError) -> Bool {
        if case .tooMany = error { true } else { false }
    }
}
