import Glibc
import Platform
import StageKit
import TimelineCore
import Wire

/// Mistakes made on purpose, so that tests can show that the check on the finished file finds them.
///
/// Read from `SAFEFACES_FAULT` in the stage's environment; the supervisor passes it on, and its report is marked by
/// nothing: the point is that a compositor which errs, and says that it did not, is caught.
struct FaultPlan {
    private enum Fault {
        case none
        /// Leave the first cover of one frame out.
        case skipCover(frame: Int)
        /// Paint every cover this many pixels further left.
        case shift(pixels: Int)
        /// Leave this many bytes behind the end of the file.
        case append(bytes: Int)
        /// Paint covers that are there and too weak.
        case weak(WeakCoverFault)
    }

    private let fault: Fault

    static let current = FaultPlan(getenv("SAFEFACES_FAULT").map { String(cString: $0) } ?? "")

    /// Shape: `compositor-skip:FRAME`, `compositor-shift:PIXELS`, `compositor-append:BYTES`, or one of
    /// ``WeakCoverFault/Kind`` as `compositor-translucent:OPACITY`, `compositor-fine:CELLS`, `compositor-recompute:CELLS`,
    /// `compositor-groundless:0`; anything else is no fault.
    init(_ text: String) {
        let parts = text.split(separator: ":")
        let number = parts.count == 2 ? Int(parts[1]) : nil
        switch (parts.first, number) {
        case ("compositor-skip", let frame?): fault = .skipCover(frame: frame)
        case ("compositor-shift", let pixels?): fault = .shift(pixels: pixels)
        case ("compositor-append", let bytes?): fault = .append(bytes: bytes)
        case ("compositor-translucent", let opacity?):
            fault = .weak(WeakCoverFault(kind: .translucent(opacity: opacity)))
        case ("compositor-fine", let cells?): fault = .weak(WeakCoverFault(kind: .fineMosaic(cells: cells)))
        case ("compositor-recompute", let cells?): fault = .weak(WeakCoverFault(kind: .recomputed(cells: cells)))
        case ("compositor-groundless", _?): fault = .weak(WeakCoverFault(kind: .groundless))
        default: fault = .none
        }
    }

    /// What makes covers of a video weak, or nil.
    var weakness: WeakCoverFault? {
        if case .weak(let weakness) = fault { weakness } else { nil }
    }

    /// Does to the written file what was asked for.
    func spoil(_ output: Descriptor?) throws(StageFailure) {
        guard case .append(let bytes) = fault, let output else { return }
        do throws(PlatformError) {
            let end = try FileSystem.status(of: output).byteCount
            try FileSystem.write([UInt8](repeating: 0x41, count: bytes), to: output, at: Int64(end))
        } catch {
            throw StageFailure(code: "cannot-write", text: error.description, blame: .environment)
        }
    }

    /// The covers that get painted.
    func painted(_ covers: [Cover], frame: Int) -> [Cover] {
        switch fault {
        case .none, .append, .weak: return covers
        case .skipCover(let faulty): return frame == faulty ? Array(covers.dropFirst()) : covers
        case .shift(let pixels):
            return covers.map { cover in
                var moved = cover
                moved.area.left = max(0, cover.area.left - pixels)
                moved.area.right = max(moved.area.left, cover.area.right - pixels)
                return moved
            }
        }
    }

    /// The covers that are said to be painted: what was asked for.
    func claimed(_ covers: [Cover], painted: [Cover]) -> [Cover] { covers }
}
