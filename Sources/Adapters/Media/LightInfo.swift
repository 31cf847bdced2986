import CFFmpeg

/// What a high dynamic range video says of the display it was made on and of its own light.
package struct LightInfo: Hashable, Sendable {
    /// Ten ratios, numerator and denominator in turn: red, green, blue, white (x and y each), darkest and brightest of
    /// the mastering display in candela per square metre; empty where nothing is said. Source: SMPTE ST 2086.
    package var mastering: [Int32]
    /// Candela per square metre: the brightest pixel, and the brightest frame's average; empty where nothing is said.
    /// Source: CTA-861.3.
    package var content: [UInt32]

    package init(mastering: [Int32] = [], content: [UInt32] = []) {
        self.mastering = mastering
        self.content = content
    }
}

extension LightInfo {
    init(_ shim: sf_ffmpeg_light) {
        let numbers = withUnsafeBytes(of: shim.mastering) { Array($0.bindMemory(to: Int32.self)) }
        self.init(
            mastering: shim.has_mastering != 0 ? numbers : [],
            content: shim.has_content != 0 ? [shim.most_light, shim.most_average] : []
        )
    }

    /// In the shim's terms; what is not of the shape that it should be says nothing.
    var shim: sf_ffmpeg_light {
        var shim = sf_ffmpeg_light()
        if mastering.count == 20 {
            shim.has_mastering = 1
            withUnsafeMutableBytes(of: &shim.mastering) { bytes in
                mastering.withUnsafeBytes { bytes.copyMemory(from: $0) }
            }
        }
        if content.count == 2 {
            shim.has_content = 1
            (shim.most_light, shim.most_average) = (content[0], content[1])
        }
        return shim
    }
}
