import Glibc
import Platform
import Testing

@Suite(.timeLimit(.minutes(1))) struct ChildProcessTests {
    /// Runs a shell script with its standard output in memory; returns its end and what it wrote.
    private func run(
        _ script: String, arguments: [String] = [], environment: [String] = [],
        descriptors: [(Descriptor, Int32)] = []
    ) throws -> (exit: ChildExit, output: String) {
        let output = try MemoryFile(growable: "output")
        let child = try ChildProcess.spawn(
            executable: "/bin/sh", arguments: ["-c", script] + arguments, environment: environment,
            descriptors: [(output.descriptor, 1)] + descriptors)
        let exit = try child.reap()
        return (exit, String(decoding: try output.readAll(), as: UTF8.self))
    }

    @Test func `arguments arrive as they are, spaces, quotes and empty ones too`() throws {
        let words = ["name", "a b", "", "\"q'", "*", "ä"]
        let result = try run("for w in \"$@\"; do printf '<%s>' \"$w\"; done", arguments: words)
        #expect(result.output == "<a b><><\"q'><*><ä>")
    }

    @Test func `the environment is exactly what was given`() throws {
        let output = try MemoryFile(growable: "output")
        let child = try ChildProcess.spawn(
            executable: "/usr/bin/env", arguments: [], environment: ["B=2", "A=1 x"],
            descriptors: [(output.descriptor, 1)])
        #expect(try child.reap().isSuccess)
        #expect(try output.readAll() == Array("B=2\nA=1 x\n".utf8))
    }

    @Test func `a child has the descriptors it was given and no other`() throws {
        // Not close-on-exec: what a careless library would open.
        let leaky = Descriptor(adopting: open("/dev/null", O_RDONLY))
        let high = fcntl(leaky.number, F_DUPFD, 200)
        defer { close(high) }
        let given = try MemoryFile(growable: "given")
        let script = "n=0; while [ $n -lt 1000 ]; do [ -e /proc/self/fd/$n ] && echo $n; n=$((n+1)); done"
        let result = try run(script, descriptors: [(given.descriptor, 7)])
        #expect(result.output == "0\n1\n2\n7\n")
        withExtendedLifetime(leaky) {}
    }

    @Test func `descriptors may exchange their numbers`() throws {
        let a = try MemoryFile(growable: "a")
        let b = try MemoryFile(growable: "b")
        try a.append(Array("from a".utf8))
        try b.append(Array("from b".utf8))
        let (first, second) = (a.descriptor.number, b.descriptor.number)
        let script = "cat /proc/self/fd/\(first); echo; cat /proc/self/fd/\(second)"
        let result = try run(script, descriptors: [(a.descriptor, second), (b.descriptor, first)])
        #expect(result.output == "from b\nfrom a")
    }

    @Test func `one descriptor may have two numbers, but one number not two descriptors`() throws {
        let file = try MemoryFile(growable: "file")
        try file.append([0x78])
        let script = "cat /proc/self/fd/5 /proc/self/fd/6"
        #expect(try run(script, descriptors: [(file.descriptor, 5), (file.descriptor, 6)]).output == "xx")
        #expect(throws: PlatformError.file(.spawn, .invalidArgument, "/bin/sh")) {
            try run("true", descriptors: [(file.descriptor, 5), (file.descriptor, 5)])
        }
    }

    @Test func `standard input is empty unless given`() throws {
        #expect(try run("cat; echo end").output == "end\n")
    }

    @Test func `a child starts with an empty signal mask and default dispositions`() throws {
        var blocked = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGUSR1)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        let old = signal(SIGWINCH, SIG_IGN)
        defer {
            pthread_sigmask(SIG_SETMASK, &before, nil)
            signal(SIGWINCH, old)
        }
        let result = try run("exec grep -E 'SigBlk|SigIgn' /proc/self/status")
        // The C library ignores its own two signals, 32 and 33, in every child until that child's C library starts
        // a thread; no program can send or await them.
        #expect(result.output == "SigBlk:\t0000000000000000\nSigIgn:\t0000000180000000\n")
    }

    @Test(arguments: [Int32(0), 1, 75, 255])
    func `the exit status is the child's own`(status: Int32) throws {
        #expect(try run("exit \(status)").exit.ending == .exited(status))
    }

    @Test func `a killed child is told from one that exited`() throws {
        let child = try ChildProcess.spawn(executable: "/bin/sleep", arguments: ["600"], environment: [])
        #expect(try child.reapIfEnded() == nil)
        #expect(try child.reap(timeoutMilliseconds: 10) == nil)
        try child.send(.kill)
        let exit = try #require(try child.reap(timeoutMilliseconds: 10_000))
        #expect(exit.ending == .killed(.kill))
        #expect(throws: PlatformError.alreadyReaped) { try child.send(.kill) }
        #expect(throws: PlatformError.alreadyReaped) { try child.reap() }
    }

    @Test func `a child that has ended but is not reaped takes a signal in silence`() throws {
        let child = try ChildProcess.spawn(executable: "/bin/true", arguments: [], environment: [])
        #expect(try child.processDescriptor.waitUntilReadable(timeoutMilliseconds: 10_000))
        try child.send(.terminate)
        #expect(try child.reapIfEnded()?.isSuccess == true)
    }

    @Test func `the time and memory of a child are counted`() throws {
        let idle = try run("true").exit
        let busy = try run("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done").exit
        #expect(busy.cpuSeconds > idle.cpuSeconds)
        #expect(busy.cpuSeconds > 0.02)
        #expect(busy.peakRSSBytes > 1 << 18)
    }

    @Test func `a dropped child is killed and reaped`() throws {
        var child: ChildProcess? = try ChildProcess.spawn(executable: "/bin/sleep", arguments: ["600"], environment: [])
        let watched = try #require(child?.processDescriptor)
        let identifier = try #require(child?.identifier)
        child = nil
        #expect(try watched.waitUntilReadable(timeoutMilliseconds: 0))
        #expect(waitpid(identifier, nil, WNOHANG) == -1)
    }

    @Test func `a program that cannot be started is an error here, not a strange exit there`() {
        #expect(throws: PlatformError.file(.spawn, .notFound, "/none/such")) {
            try ChildProcess.spawn(executable: "/none/such", arguments: [], environment: [])
        }
        #expect(throws: PlatformError.file(.spawn, .accessDenied, "/etc/passwd")) {
            try ChildProcess.spawn(executable: "/etc/passwd", arguments: [], environment: [])
        }
        #expect(throws: PlatformError.malformedArgument) {
            try ChildProcess.spawn(executable: "/bin/true", arguments: ["a\u{0}b"], environment: [])
        }
    }

    @Test func `a child stands in its own process group, or its own session, as asked`() throws {
        let script = "cut -d' ' -f1,5,6 /proc/$$/stat"
        for grouping in [ProcessGrouping.inherited, .own, .session] {
            let output = try MemoryFile(growable: "output")
            let child = try ChildProcess.spawn(
                executable: "/bin/sh", arguments: ["-c", script], environment: [],
                descriptors: [(output.descriptor, 1)], grouping: grouping)
            #expect(try child.reap().isSuccess)
            let text = String(decoding: try output.readAll(), as: UTF8.self)
            let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
            let group = grouping == .inherited ? getpgrp() : child.identifier
            let session = grouping == .session ? child.identifier : getsid(0)
            #expect(numbers == [child.identifier, group, session])
        }
    }
}
