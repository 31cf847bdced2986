import CVips
import TimelineCore

/// The decoded rows of a stored picture that are kept between looks: a window that slides downwards.
///
/// Shape: 8-bit samples, packed rows, as many bands as stored. 16-bit samples are kept by their high byte.
/// Cost: rows below the window are decoded once each; a request above the window opens the file again.
final class RowWindow {
    let picture: VipsPicture
    let size: PixelSize
    let bands: Int
    /// How often the file has been opened.
    private(set) var decodes = 0

    private let open: () -> Result<VipsPicture, PhotoError>
    private var rows: VipsRows?
    private var buffer: PixelStore
    private var capacity: Int
    /// Rows `first ..< next` are in the buffer; `next` is the decoder's position.
    private var first = 0
    private var next = 0
    /// First row of the look being rendered; rows from here on are kept for its neighbours if they fit.
    var lookTop = 0

    /// `open` opens the picture anew; `budgetBytes` bounds the window.
    init(budgetBytes: Int, open: @escaping () -> Result<VipsPicture, PhotoError>) throws(PhotoError) {
        picture = try open().get()
        self.open = open
        size = picture.size
        bands = Int(picture.header.bands)
        capacity = min(size.height, max(64, budgetBytes / max(1, size.width * bands)))
        buffer = PixelStore(count: 0)
    }

    private var rowBytes: Int { size.width * bands }

    /// Lends the rows of `range`, decoding what is missing.
    func withRows<R>(_ range: Range<Int>, _ body: (UnsafePointer<UInt8>) -> R) throws(PhotoError) -> R {
        guard range.lowerBound >= 0, range.upperBound <= size.height, range.count <= capacity else {
            throw .badRequest("rows \(range) of \(size.height)")
        }
        if rows == nil || range.lowerBound < first { try restart() }
        while next < range.upperBound { try decode(upTo: range.upperBound, keepingFrom: range.lowerBound) }
        return body(UnsafePointer(buffer.base + (range.lowerBound - first) * rowBytes))
    }

    private func restart() throws(PhotoError) {
        rows = nil
        let fresh = decodes == 0 ? picture : try open().get()
        rows = try VipsRows(of: fresh)
        decodes += 1
        first = 0
        next = 0
        if buffer.count == 0 { buffer = PixelStore(count: capacity * rowBytes) }
    }

    /// Decodes one portion, making room by forgetting rows from the top, but none that is still wanted.
    private func decode(upTo end: Int, keepingFrom wanted: Int) throws(PhotoError) {
        if next - first == capacity { makeRoom(keepingFrom: wanted) }
        let count = min(end - next, capacity - (next - first))
        guard let rows else { return }
        let place = buffer.base + (next - first) * rowBytes
        if picture.header.bits == 16 {
            try readHighBytes(rows, next..<next + count, into: place)
        } else {
            try rows.read(next..<next + count, into: place, strideBytes: rowBytes)
        }
        next += count
    }

    /// A quarter at once, so that moving the rest costs little per row; the look's own rows only if nothing else is left.
    private func makeRoom(keepingFrom wanted: Int) {
        let spare = max(1, capacity / 4)
        let idle = min(lookTop, wanted) - first
        let dropped = max(1, min(spare, idle > 0 ? idle : wanted - first))
        let kept = next - first - dropped
        buffer.base.update(from: buffer.base + dropped * rowBytes, count: kept * rowBytes)
        first += dropped
    }

    private func readHighBytes(
        _ rows: VipsRows, _ range: Range<Int>, into place: UnsafeMutablePointer<UInt8>
    ) throws(PhotoError) {
        let wide = PixelStore(count: rowBytes * 2)
        for row in range {
            try rows.read(row..<row + 1, into: wide.base, strideBytes: rowBytes * 2)
            let target = place + (row - range.lowerBound) * rowBytes
            // libvips keeps samples in the machine's order: the high byte is the second on little-endian machines.
            for sample in 0..<rowBytes { target[sample] = wide.base[sample * 2 + 1] }
        }
    }
}
