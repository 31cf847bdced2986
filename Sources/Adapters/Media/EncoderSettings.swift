import CFFmpeg
import TimelineCore
import Wire

/// The encoder, its options and its bitstream filter for one ``VideoEncoding``.
struct EncoderSettings {
    var encoder: String
    var options: [String]
    /// Removes what the encoder says about itself inside the stream.
    var packetFilter = ""
    /// True when chroma is repeated and stored 4:4:4, because the codec cannot halve an odd side.
    var expandsChroma = false

    /// - Throws: ``MediaError/unsupportedEncoding(_:)``.
    init(_ encoding: VideoEncoding) throws(MediaError) {
        guard encoding.format.planeCount == 3 else {
            throw .unsupportedEncoding("only YUV pictures are encoded")
        }
        let threads = max(1, encoding.threads)
        let careful = encoding.effort == .careful
        let odd =
            encoding.size.width % (1 << encoding.format.chromaShiftX) != 0
            || encoding.size.height % (1 << encoding.format.chromaShiftY) != 0
        switch encoding.codec {
        case .h264:
            encoder = "libx264"
            options = [
                "preset=\(careful ? "medium" : "veryfast")", "crf=\(Self.rate(encoding.quality, at75: 18, worst: 40))",
                "a53cc=0", "udu_sei=0",
            ]
            // BUG(upstream): with AVX-512, x264 164 lets memory it never wrote into its macroblock tree: the same
            // pictures then give other bytes in every run (seen with MALLOC_PERTURB_; gone with AVX2 or mbtree=0).
            if sf_ffmpeg_has_avx512() != 0 { options.append("x264-params=asm=avx2") }
            packetFilter = "filter_units=remove_types=6"
            expandsChroma = odd
        case .hevc:
            encoder = "libx265"
            options = [
                "preset=\(careful ? "medium" : "veryfast")", "crf=\(Self.rate(encoding.quality, at75: 19, worst: 42))",
                "udu_sei=0", "x265-params=log-level=none:info=0:pools=\(threads):frame-threads=\(min(threads, 4))",
            ]
            packetFilter = "filter_units=remove_types=39-40"
            expandsChroma = odd
        case .av1:
            let plain = !odd && encoding.format.chromaShiftX == 1 && encoding.format.chromaShiftY == 1
            (encoder, options) = plain ? Self.svt(encoding, threads, careful) : Self.aom(encoding, careful)
        case .vp9:
            encoder = "libvpx-vp9"
            options = [
                "deadline=good", "cpu-used=\(careful ? 2 : 5)", "b=0",
                "crf=\(Int(Self.rate(encoding.quality, at75: 22, worst: 58)))",
            ]
        }
    }

    private static func svt(_ encoding: VideoEncoding, _ threads: Int, _ careful: Bool) -> (String, [String]) {
        let crf = Int(rate(encoding.quality, at75: 23, worst: 60))
        return ("libsvtav1", ["preset=\(careful ? 6 : 9)", "crf=\(crf)", "svtav1-params=lp=\(threads)"])
    }

    private static func aom(_ encoding: VideoEncoding, _ careful: Bool) -> (String, [String]) {
        let crf = Int(rate(encoding.quality, at75: 20, worst: 58))
        return ("libaom-av1", ["usage=good", "cpu-used=\(careful ? 4 : 6)", "crf=\(crf)", "b=0"])
    }

    /// The constant-quality number for a quality of 1...100: two straight lines through the point where the result
    /// cannot be told from the source.
    ///
    /// Source: x264 18 is the usual threshold of visually lossless; the others' by matching PSNR to it.
    static func rate(_ quality: Int, at75: Double, worst: Double) -> Double {
        let wanted = Double(min(100, max(1, quality)))
        let best = at75 / 2
        let value =
            wanted >= 75 ? at75 - (wanted - 75) / 25 * (at75 - best) : at75 + (75 - wanted) / 74 * (worst - at75)
        return (value * 10).rounded() / 10
    }
}
