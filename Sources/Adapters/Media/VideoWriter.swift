import CFFmpeg
import Glibc
import TimelineCore
import Wire

/// Writes one video to a descriptor: pictures encoded, sound carried as it is, and nothing else whatsoever.
///
/// The file holds no tag, no name, no date, no chapter and no trace of the encoder's settings. The same pictures give
/// the same bytes, on the same machine and with the same number of threads.
///
/// Owns:   the encoder and container writer; the descriptor is borrowed, emptied first, and must be a regular file open
///         for reading and writing.
/// Blocks: on encoding and on writing the file.
package final class VideoWriter {
    private let writer: OpaquePointer
    private let encoding: VideoEncoding
    private var frames = 0
    private var lastTicks: Int64?

    /// Opens the encoder and writes the head of the file.
    ///
    /// - Throws: ``MediaError/unsupportedEncoding(_:)``, ``MediaError/encoderMissing(_:)``,
    ///   ``MediaError/soundDoesNotFit(codec:)``, ``MediaError/output(_:)``, ``MediaError/library(_:during:)``.
    package init(
        descriptor: Int32, container: OutputContainer, video: VideoEncoding, audio: AudioParameters? = nil
    ) throws(MediaError) {
        if let audio, !Self.canCarry(codecName: audio.codecName, in: container) {
            throw .soundDoesNotFit(codec: audio.codecName)
        }
        let settings = try EncoderSettings(video)
        guard sf_ffmpeg_has_encoder(settings.encoder) != 0 else { throw .encoderMissing(settings.encoder) }
        guard container != .webm || video.codec == .vp9 || video.codec == .av1 else {
            throw .unsupportedEncoding("WebM holds VP9 or AV1 only")
        }
        // SVT-AV1 writes its banner to standard error unless its own variable says otherwise.
        if settings.encoder == "libsvtav1" { setenv("SVT_LOG", "0", 1) }
        writer = try MuxerSettings(container, video, settings, audio?.withoutComments).open(descriptor)
        encoding = video
    }

    deinit { sf_ffmpeg_writer_close(writer) }

    /// Encodes one picture.
    ///
    /// Units:  `ticks` and `durationTicks` in ticks of the encoding's time base; `ticks` must grow.
    /// Owns:   the memory is the caller's again when the call returns.
    /// - Throws: ``MediaError/badLayout``, ``MediaError/timesOutOfOrder(frame:)``, ``MediaError/output(_:)``,
    ///   ``MediaError/library(_:during:)``.
    package func write(
        picture: UnsafeRawBufferPointer, layout: PictureLayout, ticks: Int64, durationTicks: Int64
    ) throws(MediaError) {
        guard layout.size == encoding.size, layout.format == encoding.format, let base = picture.baseAddress,
            layout.isSound(capacity: picture.count)
        else { throw .badLayout }
        if let lastTicks, ticks <= lastTicks { throw .timesOutOfOrder(frame: frames) }
        var shim = sf_ffmpeg_layout(layout)
        var error = sf_ffmpeg_error()
        let status = sf_ffmpeg_writer_picture(
            writer, base.assumingMemoryBound(to: UInt8.self), &shim, ticks, max(0, durationTicks), &error
        )
        guard status == 0 else { throw error.general(status) { .output($0) } }
        lastTicks = ticks
        frames += 1
    }

    /// Carries one packet of sound over, in the order it was read.
    ///
    /// - Throws: ``MediaError/badLayout`` where no sound was announced, ``MediaError/output(_:)``,
    ///   ``MediaError/library(_:during:)``.
    package func write(audio packet: AudioPacket) throws(MediaError) {
        var error = sf_ffmpeg_error()
        let status = packet.withShim { sf_ffmpeg_writer_sound(writer, $0, &error) }
        guard status == 0 else { throw error.general(status) { .output($0) } }
    }

    /// Drains the encoder and completes the file; nothing may be written after it.
    ///
    /// Does not flush to the disk.
    ///
    /// - Throws: ``MediaError/output(_:)``, ``MediaError/library(_:during:)``.
    package func finish() throws(MediaError) {
        var error = sf_ffmpeg_error()
        let status = sf_ffmpeg_writer_finish(writer, &error)
        guard status == 0 else { throw error.general(status) { .output($0) } }
    }

    /// True when sound of this codec can be carried over into this container.
    package static func canCarry(codecName: String, in container: OutputContainer) -> Bool {
        let codec = sf_ffmpeg_codec_id(codecName)
        guard codec != 0, sf_ffmpeg_can_carry(container.rawValue, codec) != 0 else { return false }
        // Vorbis in MP4 is an FFmpeg habit that players do not share.
        return !(container == .mp4 && codecName == "vorbis")
    }
}

/// A writer belongs to one thread.
@available(*, unavailable)
extension VideoWriter: Sendable {}
