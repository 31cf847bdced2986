import CFFmpeg
import TimelineCore
import Wire

/// Reads one video from a descriptor: pictures upright and in the order of showing, sound as it is stored.
///
/// Owns:   FFmpeg's demuxer and decoder; the descriptor is borrowed, must be a regular file, and is never moved.
/// Blocks: on reading the file and on decoding; never on a socket.
/// Not to be shared between threads (the decoder has its own).
package final class VideoReader {
    /// What is still acceptable in an input.
    package struct Options: Hashable, Sendable {
        /// Go on where the decoder reports damage, counting it, instead of failing.
        package var tolerateDamage = false
        /// Longest side in pixels.
        package var largestSide = 16384
        package var mostPixels = 8192 * 8192

        package init(tolerateDamage: Bool = false, largestSide: Int = 16384, mostPixels: Int = 8192 * 8192) {
            self.tolerateDamage = tolerateDamage
            self.largestSide = largestSide
            self.mostPixels = mostPixels
        }
    }

    package let info: VideoInfo
    /// After ``ReadStep/end``: true when the file was cut off and what was left has been delivered.
    package private(set) var isTruncated = false
    /// Pictures and packets with damage that ``Options/tolerateDamage`` let pass.
    package private(set) var damageCount = 0
    /// How much the current picture differs from the one before it, 0...1 (see ``SceneChange`` for what to expect).
    package private(set) var changeFromPrevious = 0.0

    let reader: OpaquePointer
    private(set) var hasPicture = false
    private let options: Options
    private let cutShort: Bool
    private var clock: PictureClock
    private var gate: SoundGate?
    private var scene = SceneChange()
    private var frames = 0
    /// What was read before it was asked for: sound ahead of the first picture, and that picture.
    private var ready: [ReadStep]
    private var isAtEnd = false

    /// Opens the video and reads up to its first picture.
    ///
    /// - Parameters:
    ///   - descriptor: borrowed; must stay open as long as the reader lives.
    ///   - threads: decoding threads, 1 or more; with ``Options/tolerateDamage`` it is always one.
    /// - Throws: any of the input cases of ``MediaError``.
    package init(descriptor: Int32, threads: Int, options: Options = Options()) throws(MediaError) {
        let opened = try OpenedVideo(descriptor: descriptor, threads: threads, options: options)
        self.options = options
        reader = opened.reader
        cutShort = opened.isCutShort
        info = opened.info
        clock = PictureClock(usualDuration: opened.usualDuration)
        gate = opened.info.audio.map(SoundGate.init)
        damageCount = opened.damageCount
        ready = []
        for packet in opened.sound { admit(packet) }
        ready.append(accept(opened.first))
    }

    deinit { sf_ffmpeg_reader_close(reader) }

    /// Reads on to the next picture, packet of sound, or the end; at the end every further call gives the end again.
    ///
    /// - Throws: ``MediaError/corrupt(frame:)``, ``MediaError/sizeChanged(frame:)``, ``MediaError/encrypted``,
    ///   ``MediaError/input(_:)``, ``MediaError/library(_:during:)``.
    package func next() throws(MediaError) -> ReadStep {
        while ready.isEmpty {
            if isAtEnd { return .end }
            try advance()
        }
        return ready.removeFirst()
    }

    private func advance() throws(MediaError) {
        hasPicture = false
        var event = sf_ffmpeg_event()
        var error = sf_ffmpeg_error()
        let status = sf_ffmpeg_reader_step(reader, &event, &error)
        if status == SF_FFMPEG_DAMAGED.status {
            guard options.tolerateDamage else { throw .corrupt(frame: frames) }
            damageCount += 1
            return
        }
        guard status == 0 else { throw error.general(status) { .input($0) } }
        switch event.kind {
        case Int32(bitPattern: SF_FFMPEG_PICTURE.rawValue):
            guard event.changed == 0 else { throw .sizeChanged(frame: frames) }
            try check(event)
            ready.append(accept(event))
        case Int32(bitPattern: SF_FFMPEG_SOUND.rawValue):
            admit(AudioPacket(event.packet))
        default:
            isAtEnd = true
            isTruncated = event.cut_short != 0 || cutShort
            ready.append(.end)
        }
    }

    private func check(_ event: sf_ffmpeg_event) throws(MediaError) {
        guard event.damaged != 0 else { return }
        guard options.tolerateDamage else { throw .corrupt(frame: frames) }
        damageCount += 1
    }

    private func admit(_ packet: AudioPacket) {
        for admitted in gate?.admit(packet) ?? [] { ready.append(.audio(admitted)) }
    }

    private func accept(_ event: sf_ffmpeg_event) -> ReadStep {
        let time = clock.place(ticks: event.has_ticks != 0 ? event.ticks : nil, duration: event.duration)
        var cells = [UInt8](repeating: 0, count: SceneChange.cells)
        sf_ffmpeg_reader_thumbnail(reader, &cells, Int32(SceneChange.columns), Int32(SceneChange.rows))
        changeFromPrevious = scene.advance(to: cells)
        hasPicture = true
        defer { frames += 1 }
        return .picture(
            PictureInfo(
                frame: frames, ticks: time.ticks, durationTicks: time.duration, keyframe: event.key != 0,
                interlaced: event.interlaced != 0
            )
        )
    }
}

/// A reader belongs to one thread.
@available(*, unavailable)
extension VideoReader: Sendable {}
