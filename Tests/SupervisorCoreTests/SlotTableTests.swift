import SupervisorCore
import TestSupport
import Testing
import Wire

@Suite struct SlotTableTests {
    @Test func `a stale generation is refused`() throws {
        var table = SlotTable(slots: 1)
        let granted = table.grant()
        let first = try #require(granted)
        let uses = [table.fill(first), table.release(first)]
        #expect(uses == [true, true])
        let grantedAgain = table.grant()
        let second = try #require(grantedAgain)
        #expect(second.slot == first.slot && second.generation > first.generation)
        let staleUses = [table.fill(first), table.release(first), table.fill(second), table.release(first)]
        #expect(staleUses == [false, false, true, false])
    }

    @Test func `a slot is filled only when granted and released only when filled`() throws {
        var table = SlotTable(slots: 2)
        let wasFilledUngranted = table.fill(SlotLease(slot: 0, generation: 0))
        #expect(!wasFilledUngranted)
        let granted = table.grant()
        let lease = try #require(granted)
        let uses = [
            table.release(lease), table.fill(lease), table.fill(lease), table.release(lease), table.release(lease),
        ]
        #expect(uses == [false, true, false, true, false])
    }

    @Test func `a slot outside the table is refused`() {
        var table = SlotTable(slots: 2)
        for slot in [-1, 2, Int(UInt32.max), .max, .min] {
            let uses = [
                table.fill(SlotLease(slot: slot, generation: 1)), table.release(SlotLease(slot: slot, generation: 1)),
            ]
            #expect(uses == [false, false], "slot \(slot)")
        }
    }

    @Test func `no slot has two holders, and none is lost`() {
        forEachSeed(0..<200) { seed, random in
            let count = Int.random(in: 0...6, using: &random)
            var table = SlotTable(slots: count)
            var granted: [SlotLease] = []
            var filled: [SlotLease] = []
            for _ in 0..<200 {
                switch Int.random(in: 0...2, using: &random) {
                case 0:
                    guard let lease = table.grant() else {
                        #expect(granted.count + filled.count == count, "seed \(seed)")
                        continue
                    }
                    #expect(!(granted + filled).contains { $0.slot == lease.slot }, "seed \(seed)")
                    granted.append(lease)
                case 1 where !granted.isEmpty:
                    let lease = granted.removeFirst()
                    let wasTaken = table.fill(lease)
                    #expect(wasTaken, "seed \(seed)")
                    filled.append(lease)
                case 2 where !filled.isEmpty:
                    let wasTaken = table.release(filled.removeFirst())
                    #expect(wasTaken, "seed \(seed)")
                default: break
                }
                #expect(table.grantedCount == granted.count, "seed \(seed)")
                #expect(table.freeCount == count - granted.count - filled.count, "seed \(seed)")
            }
        }
    }

    @Test func `after a reset every slot is free and old leases are worth nothing`() throws {
        var table = SlotTable(slots: 3)
        let old = [table.grant(), table.grant()].compactMap(\.self)
        #expect(old.count == 2)
        let wasFilled = table.fill(old[0])
        #expect(wasFilled)
        table.reset()
        #expect(table.freeCount == 3)
        let new = (0..<3).compactMap { _ in table.grant() }
        #expect(new.map(\.slot) == [0, 1, 2])
        for lease in old {
            let uses = [table.fill(lease), table.release(lease)]
            #expect(uses == [false, false])
        }
    }
}
