import CFFmpeg

/// Sound on its way into another codec, in step with the source's clock to 10 ms.
///
/// What a file hides of its sound stays out. Damage becomes silence. The same packets give the same bytes.
///
/// Owns: a decoder and an encoder. Not to be shared between threads.
package final class SoundTranscoder {
    /// What comes out; the times are in its own time base.
    package let parameters: AudioParameters
    private let transcoder: OpaquePointer

    /// - Throws: ``MediaError/soundDoesNotFit(codec:)`` where the sound cannot be decoded or has more than eight
    ///   channels, ``MediaError/outOfMemory``.
    package init(_ source: AudioParameters, to codec: SoundCodec) throws(MediaError) {
        var opened: OpaquePointer?
        var error = sf_ffmpeg_error()
        let status = source.withShim {
            sf_ffmpeg_transcoder_open($0, codec.encoder, AllowedDecoders.list, &opened, &error)
        }
        guard status == 0, let opened else {
            if status == SF_FFMPEG_MEMORY.status { throw .outOfMemory }
            throw .soundDoesNotFit(codec: source.codecName)
        }
        transcoder = opened
        var shim = sf_ffmpeg_audio()
        sf_ffmpeg_transcoder_audio(opened, &shim)
        parameters = AudioParameters(shim)
    }

    deinit { sf_ffmpeg_transcoder_close(transcoder) }

    /// Takes a packet of the source, and returns what is ready.
    ///
    /// - Throws: ``MediaError/soundHasGap`` where the source is silent for too long to be filled,
    ///   ``MediaError/library(_:during:)``, ``MediaError/outOfMemory``.
    package func feed(_ packet: AudioPacket) throws(MediaError) -> [AudioPacket] {
        var error = sf_ffmpeg_error()
        let status = packet.withShim { sf_ffmpeg_transcoder_feed(transcoder, $0, &error) }
        return try collect(status, error)
    }

    /// Says that the source is at its end, and returns the rest; nothing may be fed after it.
    ///
    /// - Throws: as ``feed(_:)``.
    package func finish() throws(MediaError) -> [AudioPacket] {
        var error = sf_ffmpeg_error()
        return try collect(sf_ffmpeg_transcoder_feed(transcoder, nil, &error), error)
    }

    private func collect(_ status: Int32, _ error: sf_ffmpeg_error) throws(MediaError) -> [AudioPacket] {
        if status == SF_FFMPEG_DAMAGED.status { throw .soundHasGap }
        guard status == 0 else { throw error.general(status) { .input($0) } }
        var packets: [AudioPacket] = []
        var shim = sf_ffmpeg_packet()
        while sf_ffmpeg_transcoder_take(transcoder, &shim) == 1 { packets.append(AudioPacket(shim)) }
        return packets
    }
}

/// A transcoder belongs to one thread.
@available(*, unavailable)
extension SoundTranscoder: Sendable {}
