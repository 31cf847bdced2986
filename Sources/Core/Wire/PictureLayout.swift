import TimelineCore

/// How the samples of a picture in a frame slot are arranged.
package enum PixelFormat: UInt8, Sendable, CaseIterable {
    /// Interleaved 8-bit R, G, B; one plane.
    case rgb24 = 1
    /// One 8-bit luma plane.
    case gray8 = 2
    /// Three 8-bit planes Y, Cb, Cr; chroma halved in both, in width only, or not at all.
    case yuv420p8 = 3
    case yuv422p8 = 4
    case yuv444p8 = 5
    /// As above, 10 bits in the low bits of little-endian 16-bit samples.
    case yuv420p10 = 6
    case yuv422p10 = 7
    case yuv444p10 = 8

    package var planeCount: Int {
        switch self {
        case .rgb24, .gray8: 1
        default: 3
        }
    }

    /// Bytes per sample of one component.
    package var bytesPerSample: Int {
        switch self {
        case .yuv420p10, .yuv422p10, .yuv444p10: 2
        default: 1
        }
    }

    package var bitDepth: Int { bytesPerSample == 2 ? 10 : 8 }

    /// log2 of the horizontal chroma subsampling.
    package var chromaShiftX: Int {
        switch self {
        case .yuv420p8, .yuv422p8, .yuv420p10, .yuv422p10: 1
        default: 0
        }
    }

    /// log2 of the vertical chroma subsampling.
    package var chromaShiftY: Int {
        switch self {
        case .yuv420p8, .yuv420p10: 1
        default: 0
        }
    }
}

/// The matrix that turns R'G'B' into Y'CbCr.
package enum ColourMatrix: UInt8, Sendable {
    /// ITU-R BT.601 (also where a file of under 720 lines says nothing).
    case bt601 = 1
    case bt709 = 2
    case bt2020 = 3
}

/// Position, size and arrangement of one picture inside a frame slot.
///
/// Shape: planes start at `offsets[i]` bytes from the slot's start, rows are `strides[i]` bytes apart. A chroma
/// plane has `(width + (1 << shift) - 1) >> shift` columns, likewise rows.
package struct PictureLayout: Hashable, Sendable {
    package var format: PixelFormat
    package var size: PixelSize
    /// Bytes from the slot's start, one per plane, three always stored (unused are 0).
    package var offsets: [Int]
    package var strides: [Int]
    package var matrix: ColourMatrix
    package var fullRange: Bool

    package init(
        format: PixelFormat, size: PixelSize, offsets: [Int], strides: [Int], matrix: ColourMatrix, fullRange: Bool
    ) {
        self.format = format
        self.size = size
        self.offsets = offsets
        self.strides = strides
        self.matrix = matrix
        self.fullRange = fullRange
    }

    /// Alignment of plane starts and rows, in bytes (SIMD width of the libraries that read them).
    package static let alignment = 64

    /// Columns of plane `plane`, in samples.
    package func planeWidth(_ plane: Int) -> Int {
        let shift = plane == 0 ? 0 : format.chromaShiftX
        return (size.width + (1 << shift) - 1) >> shift
    }

    /// Rows of plane `plane`.
    package func planeHeight(_ plane: Int) -> Int {
        let shift = plane == 0 ? 0 : format.chromaShiftY
        return (size.height + (1 << shift) - 1) >> shift
    }

    /// Bytes of one row of plane `plane` that carry samples.
    package func rowBytes(_ plane: Int) -> Int {
        planeWidth(plane) * format.bytesPerSample * (format == .rgb24 ? 3 : 1)
    }

    /// The packed, aligned layout of a picture of this format and size.
    package static func packed(
        format: PixelFormat, size: PixelSize, matrix: ColourMatrix = .bt601, fullRange: Bool = false
    ) -> PictureLayout {
        var layout = PictureLayout(
            format: format, size: size, offsets: [0, 0, 0], strides: [0, 0, 0], matrix: matrix, fullRange: fullRange
        )
        var offset = 0
        for plane in 0..<format.planeCount {
            let stride = (layout.rowBytes(plane) + alignment - 1) / alignment * alignment
            layout.offsets[plane] = offset
            layout.strides[plane] = stride
            offset += stride * layout.planeHeight(plane)
        }
        return layout
    }

    /// Bytes from the slot's start to the end of the last plane.
    package var byteCount: Int {
        var end = 0
        for plane in 0..<format.planeCount {
            end = max(end, offsets[plane] + strides[plane] * planeHeight(plane))
        }
        return end
    }

    /// True when every plane lies inside `capacity` bytes and no arithmetic overflows: to be asked before a layout
    /// from another process is used.
    package func isSound(capacity: Int) -> Bool {
        guard size.width > 0, size.height > 0, size.width <= 1 << 20, size.height <= 1 << 20,
            offsets.count == 3, strides.count == 3
        else { return false }
        for plane in 0..<format.planeCount {
            guard offsets[plane] >= 0, offsets[plane] <= capacity, strides[plane] >= rowBytes(plane),
                strides[plane] <= 1 << 28
            else { return false }
            let (bytes, overflow) = strides[plane].multipliedReportingOverflow(by: planeHeight(plane))
            guard !overflow, bytes <= capacity - offsets[plane] else { return false }
        }
        return true
    }
}

/// Which part of the upright picture a slot picture shows, and at what scale.
///
/// Picture coordinates = `originX + slotX * scaleX`; scale 2 means the slot holds the picture at half size.
package struct LookGeometry: Hashable, Sendable {
    package var originX: Double
    package var originY: Double
    /// Pixels of the upright picture per pixel of the slot picture.
    package var scaleX: Double
    package var scaleY: Double

    package init(originX: Double = 0, originY: Double = 0, scaleX: Double = 1, scaleY: Double = 1) {
        self.originX = originX
        self.originY = originY
        self.scaleX = scaleX
        self.scaleY = scaleY
    }

    /// A box of the slot picture in coordinates of the upright picture.
    package func pictureBox(_ box: PixelBox) -> PixelBox {
        PixelBox(
            x: originX + box.x * scaleX, y: originY + box.y * scaleY,
            width: box.width * scaleX, height: box.height * scaleY
        )
    }
}
