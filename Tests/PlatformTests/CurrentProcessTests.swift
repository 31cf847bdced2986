import Glibc
import Platform
import Testing

@Suite(.timeLimit(.minutes(1))) struct CurrentProcessTests {
    @Test func `a child that watches its parent dies with it, and knows when it is too late`() async {
        await #expect(processExitsWith: .success) {
            try CurrentProcess.dieWithParent(CurrentProcess.parentIdentifier)
            #expect(try CurrentProcess.parentDeathSignal() == .kill)
            #expect(throws: PlatformError.parentGone) {
                try CurrentProcess.dieWithParent(CurrentProcess.parentIdentifier + 1)
            }
        }
    }

    @Test func `rights that were given up stay given up`() async {
        await #expect(processExitsWith: .success) {
            #expect(CurrentProcess.mayBeDumped)
            try CurrentProcess.forbidDumps()
            try CurrentProcess.denyNewPrivileges()
            #expect(!CurrentProcess.mayBeDumped)
            #expect(!CurrentProcess.mayGainPrivileges)
        }
    }

    @Test func `the peak memory follows what was touched`() async {
        await #expect(processExitsWith: .success) {
            let before = CurrentProcess.peakRSSBytes()
            let bytes = 64 << 20
            let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
            memset(memory, 1, bytes)
            let after = CurrentProcess.peakRSSBytes()
            memory.deallocate()
            #expect(after - before > bytes / 2)
        }
    }

    @Test func `processor time and the clock go forward`() {
        let (cpu, clock) = (CurrentProcess.cpuSeconds(), MonotonicClock.nanoseconds())
        var sum: UInt64 = 1
        while CurrentProcess.cpuSeconds() - cpu < 0.005 { sum = sum &* 31 &+ 1 }
        #expect(sum != 0)
        #expect(MonotonicClock.nanoseconds() > clock)
    }
}
