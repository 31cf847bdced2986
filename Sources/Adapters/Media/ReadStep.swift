import CFFmpeg

/// Facts about the current picture of a ``VideoReader``.
package struct PictureInfo: Hashable, Sendable {
    /// Position in the order of showing, from 0.
    package var frame: Int
    /// Time of showing in ticks of the video's time base; grows strictly from picture to picture.
    package var ticks: Int64
    /// How long it is shown, as far as the file says; at least 1.
    package var durationTicks: Int64
    package var keyframe: Bool
    package var interlaced: Bool

    package init(frame: Int, ticks: Int64, durationTicks: Int64, keyframe: Bool, interlaced: Bool) {
        self.frame = frame
        self.ticks = ticks
        self.durationTicks = durationTicks
        self.keyframe = keyframe
        self.interlaced = interlaced
    }
}

/// One compressed packet of sound, as it was in the file.
///
/// Units: times in ticks of ``AudioParameters/timeBase``.
package struct AudioPacket: Hashable, Sendable {
    package var pts: Int64?
    package var dts: Int64?
    package var duration: Int64
    package var keyframe: Bool
    /// Outside the part of the sound that the file shows; kept only where the decoder needs it to start.
    package var hidden: Bool
    /// Samples to drop at the start and end of the decoded packet.
    package var skipStart: UInt32
    package var skipEnd: UInt32
    package var bytes: [UInt8]

    package init(
        pts: Int64?, dts: Int64?, duration: Int64, keyframe: Bool, hidden: Bool, skipStart: UInt32, skipEnd: UInt32,
        bytes: [UInt8]
    ) {
        self.pts = pts
        self.dts = dts
        self.duration = duration
        self.keyframe = keyframe
        self.hidden = hidden
        self.skipStart = skipStart
        self.skipEnd = skipEnd
        self.bytes = bytes
    }
}

/// What one call of ``VideoReader/next()`` brought.
package enum ReadStep: Hashable, Sendable {
    /// The picture stays current until the next call.
    case picture(PictureInfo)
    case audio(AudioPacket)
    case end
}

extension AudioPacket {
    /// Copies a packet out of the reader's memory.
    init(_ shim: sf_ffmpeg_packet) {
        self.init(
            pts: shim.has_pts != 0 ? shim.pts : nil, dts: shim.has_dts != 0 ? shim.dts : nil,
            duration: shim.duration, keyframe: shim.key != 0, hidden: shim.discard != 0,
            skipStart: shim.skip_start, skipEnd: shim.skip_end,
            bytes: Array(UnsafeBufferPointer(start: shim.data, count: shim.size))
        )
    }

    /// Lends the packet in the shim's terms for the length of the call.
    func withShim<R>(_ body: (UnsafePointer<sf_ffmpeg_packet>) -> R) -> R {
        bytes.withUnsafeBufferPointer { buffer in
            var shim = sf_ffmpeg_packet(
                data: buffer.baseAddress, size: buffer.count, pts: pts ?? 0, dts: dts ?? 0, duration: duration,
                has_pts: pts == nil ? 0 : 1, has_dts: dts == nil ? 0 : 1, key: keyframe ? 1 : 0,
                discard: hidden ? 1 : 0, skip_start: skipStart, skip_end: skipEnd
            )
            return body(&shim)
        }
    }
}
