#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What went wrong: the library's own number (or errno for SF_FFMPEG_IO) and its words.
typedef struct sf_ffmpeg_error {
    int32_t code;
    char message[256];
} sf_ffmpeg_error;

/// The result of every call that can fail: 0, or one of these.
enum sf_ffmpeg_status {
    SF_FFMPEG_OK = 0,
    SF_FFMPEG_LIBRARY = -1,     ///< any other failure inside FFmpeg
    SF_FFMPEG_IO = -2,          ///< the descriptor failed; `code` is errno
    SF_FFMPEG_MEMORY = -3,      ///< no memory
    SF_FFMPEG_DAMAGED = -4,     ///< the data is not what its format demands
    SF_FFMPEG_UNAVAILABLE = -5, ///< this FFmpeg lacks the named part, or refuses to carry the codec
    SF_FFMPEG_ENCRYPTED = -6,   ///< the samples are encrypted
    SF_FFMPEG_ARGUMENT = -7,    ///< the caller's picture or layout does not fit
};

/// A picture in the caller's memory.
///
/// Shape: `format` is a PixelFormat number of the Wire module; planes start `offsetN` bytes after `base`.
typedef struct sf_ffmpeg_layout {
    int32_t format;
    int32_t width;
    int32_t height;
    size_t offset0, offset1, offset2;
    ptrdiff_t stride0, stride1, stride2;
} sf_ffmpeg_layout;

/// Writes the SHA-256 of the whole file to `digest` (32 bytes); the descriptor's own position is not moved.
int32_t sf_ffmpeg_digest(int32_t descriptor, uint8_t *digest, sf_ffmpeg_error *error);

/// Everything needed to describe an audio stream to a muxer in another process.
///
/// Owns: `extradata` belongs to whoever filled the struct in, and outlives the call it is given to.
typedef struct sf_ffmpeg_audio {
    int32_t codec_id;
    uint32_t codec_tag;
    int32_t sample_format;
    int32_t sample_rate;
    int32_t channel_order;
    int32_t channel_count;
    uint64_t channel_mask;
    int64_t bit_rate;
    int32_t bits_per_coded_sample;
    int32_t bits_per_raw_sample;
    int32_t block_align;
    int32_t frame_size;
    int32_t initial_padding;
    int32_t trailing_padding;
    int32_t seek_preroll;
    int32_t profile;
    int32_t level;
    int32_t time_base_num;
    int32_t time_base_den;
    const uint8_t *_Nullable extradata;
    size_t extradata_size;
} sf_ffmpeg_audio;

/// The light of high dynamic range, as FFmpeg has it; ratios as numerator and denominator.
///
/// Source: SMPTE ST 2086 (red, green, blue, white x and y; darkest and brightest) and CTA-861.3.
typedef struct sf_ffmpeg_light {
    int32_t has_mastering;
    int32_t mastering[20];
    int32_t has_content;
    uint32_t most_light; ///< of a pixel, and the average of a frame, in candela per square metre
    uint32_t most_average;
} sf_ffmpeg_light;

/// One compressed audio packet; times in ticks of its stream.
typedef struct sf_ffmpeg_packet {
    const uint8_t *_Nullable data;
    size_t size;
    int64_t pts;
    int64_t dts;
    int64_t duration;
    int32_t has_pts;
    int32_t has_dts;
    int32_t key;
    int32_t discard;
    uint32_t skip_start;
    uint32_t skip_end;
} sf_ffmpeg_packet;

#pragma clang assume_nonnull end
