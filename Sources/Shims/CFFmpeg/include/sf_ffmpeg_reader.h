#pragma once

#include "sf_ffmpeg_common.h"

#pragma clang assume_nonnull begin

typedef struct sf_ffmpeg_reader sf_ffmpeg_reader;

enum sf_ffmpeg_kind { SF_FFMPEG_VIDEO = 0, SF_FFMPEG_AUDIO, SF_FFMPEG_SUBTITLE, SF_FFMPEG_DATA, SF_FFMPEG_ATTACHMENT };

/// One stream of the file, as the demuxer describes it.
typedef struct sf_ffmpeg_stream {
    int32_t kind;
    int32_t is_default;
    int32_t is_still;      ///< cover art, thumbnails and other pictures that are not the film
    int32_t has_decoder;   ///< a decoder of the allow-list exists
    int32_t is_encrypted;
    int32_t width, height; ///< video
    int32_t sample_rate, channel_count;
    const char *_Nullable codec_name;
} sf_ffmpeg_stream;

/// How the pixels of the decoded pictures are stored, in the terms needed to choose a delivery format.
typedef struct sf_ffmpeg_pixels {
    int32_t is_rgb;
    int32_t is_gray;
    int32_t depth;
    int32_t chroma_shift_x, chroma_shift_y;
    int32_t native_format; ///< the PixelFormat number that stores exactly these samples, or 0
    int32_t is_full_range; ///< 1 also for the yuvj formats
} sf_ffmpeg_pixels;

/// Facts about the chosen video stream; `matrix`...`chroma_location` are the numbers of H.273 / FFmpeg.
typedef struct sf_ffmpeg_video {
    int32_t width, height;
    sf_ffmpeg_pixels pixels;
    int32_t matrix, range, primaries, transfer, chroma_location;
    int32_t sar_num, sar_den;
    int32_t time_base_num, time_base_den;
    int32_t average_rate_num, average_rate_den;
    int32_t nominal_rate_num, nominal_rate_den;
    int64_t frame_count;
    double duration_seconds;
    int32_t interlaced; ///< of the first picture: 0 progressive, 1 top field first, 2 bottom field first
    int32_t has_matrix;
    int32_t a, b, c, d; ///< the 2 x 2 part of the display matrix, 16.16
    sf_ffmpeg_light light;
} sf_ffmpeg_video;

enum sf_ffmpeg_event_kind { SF_FFMPEG_PICTURE = 1, SF_FFMPEG_SOUND = 2, SF_FFMPEG_END = 3 };

/// What one step of reading brought.
///
/// Owns: `packet.data` is valid until the next step.
typedef struct sf_ffmpeg_event {
    int32_t kind;
    int64_t ticks;
    int64_t duration;
    int32_t has_ticks;
    int32_t key;
    int32_t interlaced;
    int32_t damaged; ///< the decoder concealed something
    int32_t changed; ///< size or sample format differ from the first picture's
    int32_t cut_short; ///< at the end: samples that the file's own index promises are missing
    sf_ffmpeg_packet packet;
} sf_ffmpeg_event;

/// Which way stored samples are turned to be upright: transposed first, then mirrored in the upright picture.
typedef struct sf_ffmpeg_turn {
    int32_t transpose;
    int32_t flip_x;
    int32_t flip_y;
} sf_ffmpeg_turn;

/// A rectangle of the stored picture, in pixels.
typedef struct sf_ffmpeg_rect {
    int32_t left, top, width, height;
} sf_ffmpeg_rect;

/// Opens the descriptor with the named demuxer and reads the stream table.
///
/// `codecs` is the comma-separated allow-list of decoders, probing included. `descriptor` is borrowed.
int32_t sf_ffmpeg_reader_open(int32_t descriptor, const char *demuxer, const char *codecs, int64_t max_pixels,
                              sf_ffmpeg_reader *_Nullable *_Nonnull out, sf_ffmpeg_error *error);
void sf_ffmpeg_reader_close(sf_ffmpeg_reader *reader);

int32_t sf_ffmpeg_reader_stream_count(const sf_ffmpeg_reader *reader);
/// Describes stream `index`, which must be below the count.
void sf_ffmpeg_reader_stream(const sf_ffmpeg_reader *reader, int32_t index, sf_ffmpeg_stream *out);
int32_t sf_ffmpeg_reader_chapter_count(const sf_ffmpeg_reader *reader);
/// The `index`-th metadata key of the file, its streams and chapters in turn, or NULL after the last.
const char *_Nullable sf_ffmpeg_reader_metadata_key(const sf_ffmpeg_reader *reader, int32_t index);
const char *sf_ffmpeg_reader_demuxer_name(const sf_ffmpeg_reader *reader);

/// Opens the decoder of stream `video` and tells the demuxer to drop every stream but it and `audio` (-1: none).
///
/// `strict` makes the decoder give up a picture with damage instead of guessing what is missing.
int32_t sf_ffmpeg_reader_select(sf_ffmpeg_reader *reader, int32_t video, int32_t audio, int32_t threads,
                                int32_t strict, sf_ffmpeg_error *error);
/// Facts about the selected video stream; valid once a first picture has been read.
void sf_ffmpeg_reader_video(const sf_ffmpeg_reader *reader, sf_ffmpeg_video *out);
/// The selected audio stream; `extradata` points into the reader.
void sf_ffmpeg_reader_audio(const sf_ffmpeg_reader *reader, sf_ffmpeg_audio *out);

/// Reads on until a picture, an audio packet or the end. SF_FFMPEG_DAMAGED may be followed by further steps.
int32_t sf_ffmpeg_reader_step(sf_ffmpeg_reader *reader, sf_ffmpeg_event *event, sf_ffmpeg_error *error);

/// Copies the current picture, turned upright, into the caller's planes, converting samples where formats differ.
int32_t sf_ffmpeg_reader_copy(sf_ffmpeg_reader *reader, uint8_t *base, const sf_ffmpeg_layout *layout,
                              sf_ffmpeg_turn turn, int32_t matrix, sf_ffmpeg_error *error);
/// Scales a part of the current picture to R, G, B bytes, turned upright. `layout` must be rgb24.
int32_t sf_ffmpeg_reader_scale(sf_ffmpeg_reader *reader, uint8_t *base, const sf_ffmpeg_layout *layout,
                               sf_ffmpeg_turn turn, sf_ffmpeg_rect crop, int32_t matrix, sf_ffmpeg_error *error);
/// Writes the brightness of the current picture on a coarse grid, 8 bits each, row by row, not turned.
void sf_ffmpeg_reader_thumbnail(const sf_ffmpeg_reader *reader, uint8_t *cells, int32_t columns, int32_t rows);

#pragma clang assume_nonnull end
