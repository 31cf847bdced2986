import Digest
import Media
import Photo
import Platform
import StageKit
import TimelineCore
import Wire

/// Finds out what a file is, and says it in terms that other stages need.
enum MediumOpener {
    /// Bytes of a band of a photo in the verify pass.
    static let bandBytes = 4 << 20

    static func open(_ input: Descriptor, _ settings: PassSettings?) throws(StageFailure) -> Medium {
        let head: [UInt8]
        let bytes: Int
        do throws(PlatformError) {
            head = try FileSystem.read(input, count: PhotoSniff.wantedBytes, at: 0)
            bytes = try FileSystem.status(of: input).byteCount
        } catch {
            throw StageFailure(code: "unreadable", text: error.description, blame: .input)
        }
        guard !head.isEmpty else { throw StageFailure(code: "unreadable", text: "the file is empty", blame: .input) }
        var medium =
            PhotoSniff.kind(head) == nil
            ? try video(input, settings) : try photo(input)
        medium.fileBytes = bytes
        do throws(MediaError) {
            medium.sha256 = SHA256.hexadecimal(digest: try FileDigest.sha256(descriptor: input.number))
        } catch {
            throw error.failure
        }
        return medium
    }

    private static func photo(_ input: Descriptor) throws(StageFailure) -> Medium {
        let info: PhotoInfo
        do throws(PhotoError) {
            info = try PhotoReader(descriptor: input.number).info
        } catch {
            throw error.failure
        }
        if info.animated || info.container == .apng { return try animation(input) }
        if info.container == .tiff, info.pages > 1 {
            throw StageFailure(
                code: "unsupported",
                text: "the file has \(info.pages) pages, and only single pictures can be covered yet",
                blame: .input
            )
        }
        let size = info.uprightSize
        let plans = [PhotoPass.analysisPlan(size), PhotoPass.verifyPlan(size)]
        return Medium(
            isVideo: false, width: size.width, height: size.height, container: info.container.rawValue,
            codec: info.container.rawValue, format: PixelFormat.rgb24.rawValue, matrix: ColourMatrix.bt601.rawValue,
            colour: .init(primaries: 1, transfer: 13, matrix: 0, chromaLocation: 0, isFullRange: true),
            pixelAspect: .init(1, 1), timeBase: .init(1, 1), frameRate: .init(1, 1), expectedFrames: 1,
            durationSeconds: 0, sound: nil, lookBytes: plans.map(\.slotBytes).max() ?? 0,
            frameBytes: PhotoPass.bandLayout(size, rows: PhotoPass.bandRows(size)).byteCount, sha256: "",
            fileBytes: 0, leftBehind: info.leftBehind.sorted()
        )
    }

    private static func animation(_ input: Descriptor) throws(StageFailure) -> Medium {
        let info: AnimationInfo
        do throws(PhotoError) {
            info = try AnimationReader(descriptor: input.number).info
        } catch {
            throw error.failure
        }
        let size = info.size
        let plans = [VideoPass.analysisPlan(size), VideoPass.verifyPlan(size)]
        let length = (0..<info.frames).reduce(0) { $0 + Int(info.duration(of: $1)) }
        return Medium(
            isVideo: true, width: size.width, height: size.height, container: info.container.rawValue,
            codec: info.container.rawValue, format: PixelFormat.rgb24.rawValue, matrix: ColourMatrix.bt601.rawValue,
            colour: .init(primaries: 1, transfer: 13, matrix: 0, chromaLocation: 0, isFullRange: true),
            pixelAspect: .init(1, 1), timeBase: .init(1, 1000), frameRate: .init(info.frames * 1000, max(1, length)),
            expectedFrames: info.frames, durationSeconds: Double(length) / 1000, sound: nil,
            lookBytes: plans.map(\.slotBytes).max() ?? 0,
            frameBytes: PictureLayout.packed(format: .rgb24, size: size, fullRange: true).byteCount, sha256: "",
            fileBytes: 0, leftBehind: info.leftBehind.sorted()
        )
    }

    private static func video(_ input: Descriptor, _ settings: PassSettings?) throws(StageFailure) -> Medium {
        let info: VideoInfo
        do throws(MediaError) {
            info = try VideoReader(descriptor: input.number, threads: settings?.threads ?? 1).info
        } catch {
            throw error.failure
        }
        let sound = try SoundRoute(info.audio, settings).parameters
        let rate = info.averageFrameRate.isKnown ? info.averageFrameRate : info.nominalFrameRate
        let plans = [VideoPass.analysisPlan(info.uprightSize), VideoPass.verifyPlan(info.uprightSize)]
        return Medium(
            isVideo: true, width: info.uprightSize.width, height: info.uprightSize.height,
            container: info.containerName, codec: info.codecName, format: info.format.rawValue,
            matrix: info.matrix.rawValue,
            colour: .init(
                primaries: info.colour.primaries, transfer: info.colour.transfer, matrix: info.colour.matrix,
                chromaLocation: info.colour.chromaLocation, isFullRange: info.fullRange
            ),
            pixelAspect: .init(info.sampleAspectRatio.numerator, info.sampleAspectRatio.denominator),
            timeBase: .init(info.timeBase.numerator, info.timeBase.denominator),
            frameRate: .init(rate.numerator, rate.denominator), expectedFrames: info.frameCountHint,
            durationSeconds: info.durationSeconds.isFinite ? info.durationSeconds : 0, sound: sound?.medium,
            lookBytes: plans.map(\.slotBytes).max() ?? 0, frameBytes: info.pictureLayout.byteCount, sha256: "",
            fileBytes: 0, leftBehind: leftBehind(info),
            light: info.light == LightInfo()
                ? nil : .init(mastering: info.light.mastering, content: info.light.content),
            firstField: info.fieldOrder == .progressive ? nil : info.fieldOrder == .topFirst ? 1 : 2
        )
    }

    /// Codes, never values, of what an output will not carry.
    private static func leftBehind(_ info: VideoInfo) -> [String] {
        var codes = Set(info.metadataKeys.map { "tag.\($0)" })
        for stream in info.leftBehind { codes.insert("stream.\(stream.kind).\(stream.codecName)") }
        if info.chapterCount > 0 { codes.insert("chapters") }
        return codes.sorted()
    }
}
