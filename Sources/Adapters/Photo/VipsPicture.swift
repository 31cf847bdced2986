import CVips
import TimelineCore

/// A picture of libvips, or its plan for one.
final class VipsPicture {
    let handle: OpaquePointer
    let header: sf_vips_header
    /// Memory that the picture's pixels lie in, kept alive with it.
    private let backing: PixelStore?

    init(adopting handle: OpaquePointer, backing: PixelStore? = nil) {
        self.handle = handle
        self.backing = backing
        var header = sf_vips_header()
        sf_vips_describe(handle, &header)
        self.header = header
    }

    deinit { sf_vips_release(handle) }

    var size: PixelSize { PixelSize(width: Int(header.width), height: Int(header.height)) }
    var rowBytes: Int { Int(header.width) * Int(header.bands) * Int(header.bits / 8) }

    /// Runs a shim call that makes a picture.
    static func make(
        backing: PixelStore? = nil,
        _ call: (UnsafeMutablePointer<OpaquePointer?>, inout sf_vips_error) -> Int32
    ) throws(PhotoError) -> VipsPicture {
        var made: OpaquePointer?
        try VipsLibrary.check { error in call(&made, &error) }
        guard let made else { throw .library("no picture came back") }
        return VipsPicture(adopting: made, backing: backing)
    }

    static func opened(_ recipe: sf_vips_recipe) throws(PhotoError) -> VipsPicture {
        var recipe = recipe
        return try make { out, error in sf_vips_open(&recipe, out, &error) }
    }

    static func openedUpright(_ recipe: sf_vips_recipe) throws(PhotoError) -> VipsPicture {
        var recipe = recipe
        return try make { out, error in sf_vips_open_upright(&recipe, out, &error) }
    }

    /// 8-bit samples in memory, of the same kind as `model`.
    static func wrapping(
        _ pixels: PixelStore, size: PixelSize, like model: VipsPicture
    ) throws(PhotoError)
        -> VipsPicture
    {
        try make(backing: pixels) { out, error in
            sf_vips_wrap_like(pixels.base, Int32(size.width), Int32(size.height), model.handle, out, &error)
        }
    }

    /// Gray or sRGB, 8 or 16 bits, alpha kept.
    func converted(ignoresProfile: Bool) throws(PhotoError) -> VipsPicture {
        try VipsPicture.make(backing: backing) { out, error in
            sf_vips_convert(handle, ignoresProfile ? 1 : 0, out, &error)
        }
    }

    /// 8-bit RGB without alpha.
    func flattened(_ alpha: AlphaView) throws(PhotoError) -> VipsPicture {
        try VipsPicture.make(backing: backing) { out, error in
            sf_vips_flatten(handle, alpha == .overWhite ? 1 : 0, out, &error)
        }
    }

    func hasField(_ name: String) -> Bool { sf_vips_has_field(handle, name) != 0 }

    /// A copy of a metadata block, empty when there is none.
    func block(_ name: String) -> [UInt8] {
        var data: UnsafeRawPointer?
        var length = 0
        sf_vips_block(handle, name, &data, &length)
        return data.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: length)) } ?? []
    }
}

/// Bytes that C may point into for as long as this object lives.
final class PixelStore {
    let base: UnsafeMutablePointer<UInt8>
    let count: Int

    init(count: Int) {
        base = .allocate(capacity: max(1, count))
        base.initialize(repeating: 0, count: count)
        self.count = count
    }

    convenience init(copying bytes: [UInt8]) {
        self.init(count: bytes.count)
        bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { base.update(from: start, count: count) }
        }
    }

    deinit { base.deallocate() }
}
