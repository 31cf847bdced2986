#pragma once

#include "sf_ffmpeg_common.h"

#pragma clang assume_nonnull begin

typedef struct sf_ffmpeg_writer sf_ffmpeg_writer;

/// What to encode and how; option strings are `key=value` lines separated by newlines.
typedef struct sf_ffmpeg_encoding {
    const char *muxer;
    const char *encoder;
    const char *muxer_options;
    const char *encoder_options;
    const char *packet_filter; ///< a bitstream filter chain, may be empty
    int32_t format;            ///< PixelFormat number of the pictures that will be given
    int32_t expand_chroma;     ///< 1: repeat chroma samples and encode 4:4:4
    int32_t width, height;
    int32_t time_base_num, time_base_den;
    int32_t rate_num, rate_den;
    int32_t sar_num, sar_den;
    int32_t matrix, range, primaries, transfer, chroma_location;
    sf_ffmpeg_light light;
    uint32_t video_tag;  ///< four-character code of the stream, 0 for the container's own choice
    int32_t interlaced; ///< 0 progressive, 1 top field first, 2 bottom field first
    int32_t gop_size;
    int32_t threads;
} sf_ffmpeg_encoding;

/// Empties the file behind the descriptor, opens the encoder and writes the container's head.
///
/// `descriptor` is borrowed, must be seekable and open for reading too (the index is moved to the front at the end).
int32_t sf_ffmpeg_writer_open(int32_t descriptor, const sf_ffmpeg_encoding *encoding,
                              const sf_ffmpeg_audio *_Nullable audio, sf_ffmpeg_writer *_Nullable *_Nonnull out,
                              sf_ffmpeg_error *error);
void sf_ffmpeg_writer_close(sf_ffmpeg_writer *writer);
/// Encodes one picture; the memory is not read after the call.
int32_t sf_ffmpeg_writer_picture(sf_ffmpeg_writer *writer, const uint8_t *base, const sf_ffmpeg_layout *layout,
                                 int64_t ticks, int64_t duration, sf_ffmpeg_error *error);
int32_t sf_ffmpeg_writer_sound(sf_ffmpeg_writer *writer, const sf_ffmpeg_packet *packet, sf_ffmpeg_error *error);
/// Drains the encoder and completes the file; nothing may be written after it.
int32_t sf_ffmpeg_writer_finish(sf_ffmpeg_writer *writer, sf_ffmpeg_error *error);

/// 1 when the muxer has a place for the codec.
int32_t sf_ffmpeg_can_carry(const char *muxer, int32_t codec_id);
/// The number of a codec by FFmpeg's name for it, 0 when there is none.
int32_t sf_ffmpeg_codec_id(const char *name);
const char *sf_ffmpeg_codec_name(int32_t codec_id);
/// 1 when this processor has AVX-512.
int32_t sf_ffmpeg_has_avx512(void);
/// 1 when this FFmpeg has the named encoder.
int32_t sf_ffmpeg_has_encoder(const char *name);

#pragma clang assume_nonnull end
