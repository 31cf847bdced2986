/// One file under audit: its bytes through a small window, the work still allowed, and what was found.
final class AuditedFile {
    let count: Int
    private(set) var findings: [AuditFinding] = []
    /// Set for good when a read failed; the audit then has no result.
    private(set) var isUnreadable = false

    private let source: any ByteSource
    private var window: [UInt8] = []
    private var windowStart = 0
    private var seen: Set<AuditFinding> = []
    private var work: Int
    /// Steps allowed over the whole file: enough for every element of a real file, and no more than a pass over a
    /// hostile one.
    private static let leastWork = 200_000
    /// Bytes read ahead; headers lie close to each other.
    private static let windowBytes = 16 << 10
    /// A file with more kinds of finding than this is described well enough.
    private static let findingLimit = 400

    init(_ source: any ByteSource) {
        self.source = source
        count = max(0, source.count)
        work = Self.leastWork + count / 8
    }

    /// Takes work for one step; false when the file asks for more than its length gives reason to.
    func spend(_ steps: Int = 1) -> Bool {
        guard work >= steps else {
            note(.tooComplex, "more parts than its length can hold", 0)
            return false
        }
        work -= steps
        return true
    }

    func note(_ code: AuditCode, _ detail: String, _ offset: Int) {
        guard findings.count < Self.findingLimit,
            seen.insert(AuditFinding(code: code, detail: detail, offset: 0)).inserted
        else { return }
        findings.append(AuditFinding(code: code, detail: detail, offset: offset))
    }

    /// The byte at an offset, or nil behind the end.
    func byte(_ offset: Int) -> UInt8? {
        guard offset >= 0, offset < count else { return nil }
        if offset < windowStart || offset >= windowStart + window.count {
            window = read(offset, Self.windowBytes)
            windowStart = offset
            guard !window.isEmpty else { return nil }
        }
        return window[offset - windowStart]
    }

    /// At most `wanted` bytes, fewer where the file ends.
    func read(_ offset: Int, _ wanted: Int) -> [UInt8] {
        guard offset >= 0, offset < count, wanted > 0, !isUnreadable else { return [] }
        do throws(AuditError) {
            let bytes = try source.bytes(at: offset, count: min(wanted, count - offset))
            // A file that is shorter than it says is being changed, or its medium fails.
            if bytes.count < min(wanted, count - offset) { isUnreadable = true }
            return bytes
        } catch {
            isUnreadable = true
            return []
        }
    }
}
