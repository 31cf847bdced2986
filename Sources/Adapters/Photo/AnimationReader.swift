import CVips
import TimelineCore
import Wire

/// What an animation's header says; no pixel has been decoded for it.
package struct AnimationInfo: Hashable, Sendable {
    package var container: PhotoContainer
    /// Size of every frame.
    package var size: PixelSize
    /// Milliseconds by frame, as the file has them.
    package var delays: [Int]
    /// How often it is shown, as libvips counts; 0: for ever.
    package var loops: Int
    package var hasAlpha: Bool
    /// As ``PhotoInfo/leftBehind``.
    package var leftBehind: [String]

    package var frames: Int { delays.count }

    /// Milliseconds that a frame is shown, at least 1.
    ///
    /// Source: browsers show a frame that claims 10 ms or less for 100.
    package func duration(of frame: Int) -> Int64 { delays[frame] <= 10 ? 100 : Int64(delays[frame]) }
}

/// A GIF or WebP animation, opened from a descriptor and read frame by frame, first to last, once.
///
/// Frames come whole, as a viewer shows them over white.
///
/// Owns: borrows the descriptor, which must stay open; its offset is not used. Not for two threads at once.
package final class AnimationReader {
    package let info: AnimationInfo
    private let roll: VipsPicture
    private let rows: VipsRows
    private var next = 0
    /// The present frame, packed rgb24.
    private var pixels: PixelStore

    /// Most pixels of all frames together. Source: half an hour at 640 x 480 and 15 frames a second is 8 times this; what
    /// is longer was meant to be a film.
    private static let mostPixels = 1 << 30

    /// Opens an animation and checks its size; no pixel is decoded.
    ///
    /// - Throws: ``PhotoError``; a kind of animation that cannot be read frame by frame here is
    ///   ``PhotoError/unsupported(_:)``.
    package init(descriptor: Int32, limits: PhotoLimits = PhotoLimits()) throws(PhotoError) {
        let still = try PhotoReader(descriptor: descriptor, limits: limits)
        let opened = try Self.open(still)
        roll = opened.roll
        info = opened.info
        rows = try VipsRows(of: roll.flattened(.overWhite))
        pixels = PixelStore(count: info.size.area * 3)
    }

    /// All frames below one another, as gray or sRGB with their alpha.
    static func open(_ still: PhotoReader) throws(PhotoError) -> (roll: VipsPicture, info: AnimationInfo) {
        let header = still.info
        guard header.animated, header.container == .gif || header.container == .webp else {
            throw .unsupported(header.container == .apng ? "an animated PNG" : "a sequence of pictures in a photo file")
        }
        guard header.storedOrientation.code == 1 else { throw .unsupported("an animation that asks to be turned") }
        var recipe = still.recipe
        recipe.all_frames = 1
        let stored = try VipsPicture.opened(recipe)
        let size = PixelSize(width: Int(stored.header.width), height: Int(stored.header.frame_height))
        let frames = stored.size.height / max(1, size.height)
        guard size == header.uprightSize, frames > 1, stored.size.height == frames * size.height else {
            throw .damaged("frames of several sizes")
        }
        guard frames * size.area <= mostPixels else {
            throw .tooLarge(width: size.width, height: stored.size.height, limit: mostPixels)
        }
        let info = AnimationInfo(
            container: header.container, size: size, delays: delays(of: stored, count: frames),
            loops: Int(stored.header.loops), hasAlpha: header.hasAlpha, leftBehind: header.leftBehind
        )
        return (try VipsPicture.openedUpright(recipe), info)
    }

    /// A frame without a delay of its own has none.
    private static func delays(of picture: VipsPicture, count: Int) -> [Int] {
        var delays = [Int32](repeating: 0, count: count)
        _ = delays.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { sf_vips_delays(picture.handle, $0, Int32(count)) }
        }
        return delays.map { max(0, Int($0)) }
    }

    /// Decodes the next frame; false after the last.
    ///
    /// - Throws: ``PhotoError``.
    package func advance() throws(PhotoError) -> Bool {
        guard next < info.frames else { return false }
        let top = next * info.size.height
        try rows.read(top..<top + info.size.height, into: pixels.base, strideBytes: info.size.width * 3)
        next += 1
        return true
    }

    /// The present frame's number, from 0; -1 before the first.
    package var frame: Int { next - 1 }

    /// Scales the whole present frame.
    ///
    /// Shape: rgb24 of any size by `layout`. sRGB, 8 bits. Shrinking averages areas.
    /// - Throws: ``PhotoError/badRequest(_:)``.
    package func render(into target: UnsafeMutableRawBufferPointer, layout: PictureLayout) throws(PhotoError) {
        try PhotoReader.check(target, layout)
        guard frame >= 0, let base = target.baseAddress else { throw .badRequest("no frame yet") }
        let scaled = try scaled(to: layout.size)
        let rowBytes = layout.size.width * 3
        for row in 0..<layout.size.height {
            let place = base + layout.offsets[0] + row * layout.strides[0]
            place.copyMemory(from: scaled.base + row * rowBytes, byteCount: rowBytes)
        }
    }

    /// Brightness of the present frame on a grid, row by row.
    package func thumbnail(columns: Int, rows: Int) throws(PhotoError) -> [UInt8] {
        let small = try scaled(to: PixelSize(width: columns, height: rows))
        return (0..<columns * rows).map { cell in
            let pixel = small.base + cell * 3
            return UInt8((Int(pixel[0]) * 2 + Int(pixel[1]) * 5 + Int(pixel[2])) / 8)
        }
    }

    private func scaled(to size: PixelSize) throws(PhotoError) -> PixelStore {
        if size == info.size { return pixels }
        let (source, whole) = (pixels, info.size)
        let window = try RowWindow(budgetBytes: source.count) {
            Result { () throws(PhotoError) in
                try VipsPicture.make(backing: source) { out, error in
                    sf_vips_wrap_rgb(source.base, Int32(whole.width), Int32(whole.height), 3, out, &error)
                }
            }
        }
        func axis(_ from: Int, _ to: Int) -> AxisTaps {
            AxisTaps(origin: 0, step: Double(from) / Double(to), count: to, limit: from)
        }
        return try AreaResampler(columns: axis(whole.width, size.width), rows: axis(whole.height, size.height))
            .render(window)
    }
}

/// A reader belongs to one thread.
@available(*, unavailable)
extension AnimationReader: Sendable {}
