import CFFmpeg
import TimelineCore
import Wire

/// The work of opening a video up to its first picture; hands its reader on, or closes it when something is refused.
struct OpenedVideo {
    let reader: OpaquePointer
    let info: VideoInfo
    let first: sf_ffmpeg_event
    let sound: [AudioPacket]
    let damageCount: Int
    let isCutShort: Bool

    /// A file that brings this much sound before its first picture has none worth waiting for.
    private static let mostSoundAhead = 64 << 20

    init(descriptor: Int32, threads: Int, options: VideoReader.Options) throws(MediaError) {
        let file = try InputFile(descriptor: descriptor)
        guard file.size > 0 else { throw .empty }
        guard let container = InputContainer(head: try file.bytes(at: 0, count: InputContainer.headBytes)) else {
            throw .notMedia
        }
        let reader = try Self.open(descriptor, container, options)
        do throws(MediaError) {
            let streams = StreamTable(reader)
            let choice = try streams.choose(options)
            try Self.select(reader, choice, threads: threads, strict: !options.tolerateDamage)
            let start = try Self.readToFirstPicture(reader, options)
            let info = try VideoInfo(reader: reader, streams: streams, choice: choice)
            guard info.storedSize.width <= options.largestSide, info.storedSize.height <= options.largestSide else {
                throw .tooLarge(width: info.storedSize.width, height: info.storedSize.height)
            }
            let cut = try file.isCutShort(container)
            (self.reader, self.info, isCutShort) = (reader, info, cut)
            (first, sound, damageCount) = start
        } catch {
            sf_ffmpeg_reader_close(reader)
            throw error
        }
    }

    /// Ticks of one picture by the container's frame rate.
    var usualDuration: Int64 {
        let rate = info.averageFrameRate.isKnown ? info.averageFrameRate : info.nominalFrameRate
        guard rate.isKnown, info.timeBase.isKnown else { return 1 }
        return Int64((1 / rate.value / info.timeBase.value).rounded())
    }

    private static func open(
        _ descriptor: Int32, _ container: InputContainer, _ options: VideoReader.Options
    ) throws(MediaError) -> OpaquePointer {
        var reader: OpaquePointer?
        var error = sf_ffmpeg_error()
        let status = sf_ffmpeg_reader_open(
            descriptor, container.rawValue, AllowedDecoders.list, Int64(options.mostPixels), &reader, &error
        )
        if let reader, status == 0 { return reader }
        if status == SF_FFMPEG_DAMAGED.status || status == SF_FFMPEG_LIBRARY.status {
            throw .unreadable(error.number)
        }
        throw error.general(status) { .input($0) }
    }

    private static func select(
        _ reader: OpaquePointer, _ choice: StreamTable.Choice, threads: Int, strict: Bool
    ) throws(MediaError) {
        var error = sf_ffmpeg_error()
        let status = sf_ffmpeg_reader_select(
            reader, Int32(choice.video), Int32(choice.audio ?? -1), Int32(clamping: max(1, threads)),
            strict ? 1 : 0, &error
        )
        guard status == 0 else { throw error.general(status) { .input($0) } }
    }

    private static func readToFirstPicture(
        _ reader: OpaquePointer, _ options: VideoReader.Options
    ) throws(MediaError) -> (sf_ffmpeg_event, [AudioPacket], Int) {
        var sound: [AudioPacket] = []
        var soundBytes = 0
        var damage = 0
        while soundBytes < mostSoundAhead {
            var event = sf_ffmpeg_event()
            var error = sf_ffmpeg_error()
            let status = sf_ffmpeg_reader_step(reader, &event, &error)
            let isDamaged = status == SF_FFMPEG_DAMAGED.status || (status == 0 && event.damaged != 0)
            if isDamaged {
                guard options.tolerateDamage else { throw .corrupt(frame: 0) }
                damage += 1
                if status != 0 { continue }
            }
            guard status == 0 else { throw error.general(status) { .input($0) } }
            switch event.kind {
            case Int32(bitPattern: SF_FFMPEG_PICTURE.rawValue): return (event, sound, damage)
            case Int32(bitPattern: SF_FFMPEG_SOUND.rawValue):
                sound.append(AudioPacket(event.packet))
                soundBytes += event.packet.size
            default: throw .noVideo
            }
        }
        throw .noVideo
    }
}
