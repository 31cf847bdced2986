/// The decoders that may see a file's bytes: what cameras, phones, editors and screen recorders write.
///
/// FFmpeg has some four hundred; each one more is a parser of hostile data that nobody asked for.
enum AllowedDecoders {
    static let video = [
        "h264", "hevc", "libdav1d", "vp8", "vp9", "mpeg1video", "mpeg2video", "mpeg4", "h263", "msmpeg4v2", "msmpeg4",
        "wmv1", "wmv2", "wmv3", "vc1", "flv", "mjpeg", "prores", "dnxhd", "dvvideo", "theora", "gif", "cinepak", "svq1",
        "svq3", "qtrle", "png", "ffv1", "huffyuv", "ffvhuff", "utvideo", "rawvideo", "v210",
    ]
    /// Sound is carried, not decoded, but its first packets are looked at to describe it.
    static let audio = [
        "aac", "aac_latm", "mp3", "mp3float", "mp2", "mp2float", "mp1", "mp1float", "ac3", "eac3", "dca", "opus",
        "vorbis", "flac", "alac", "amrnb", "amrwb", "wmav1", "wmav2", "adpcm_ms", "adpcm_ima_wav", "adpcm_ima_qt",
        "qdm2", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_s32be", "pcm_f32le", "pcm_f32be",
        "pcm_f64le", "pcm_f64be", "pcm_u8", "pcm_s8", "pcm_alaw", "pcm_mulaw", "pcm_bluray", "pcm_dvd",
    ]

    /// As FFmpeg takes it.
    static let list = (video + audio).joined(separator: ",")
}
