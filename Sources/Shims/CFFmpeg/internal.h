// Shared by the files of this shim only.
#pragma once

#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "CFFmpeg.h"

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/intreadwrite.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <stdbool.h>

/// A position in a file that several contexts may share: each keeps its own place, none moves the descriptor's.
typedef struct sf_io {
    int fd;
    int64_t position;
    int failure; ///< errno of the first failed read or write, 0 so far
} sf_io;

AVIOContext *sf_io_open(sf_io *io, int fd, bool writable);
void sf_io_close(AVIOContext **context);
int64_t sf_io_size(int fd);

/// Fills in `error` from an AVERROR and gives the status class it belongs to.
int32_t sf_fail(sf_ffmpeg_error *error, int code, const char *doing);
int32_t sf_fail_status(sf_ffmpeg_error *error, int32_t status, int code, const char *doing);
/// As sf_fail, but blames the descriptor when that is what failed.
int32_t sf_fail_io(sf_ffmpeg_error *error, const sf_io *io, int code, const char *doing);
void sf_quiet(void);
enum AVPixelFormat sf_pixel_format(int32_t format);
int32_t sf_format_number(enum AVPixelFormat format);

#define SF_SCALERS 8

typedef struct sf_scaler {
    struct SwsContext *context;
    int src_w, src_h, src_format, dst_w, dst_h, dst_format, flags, matrix, range;
    uint64_t used;
} sf_scaler;

struct sf_ffmpeg_reader {
    sf_io io;
    AVIOContext *pb;
    AVFormatContext *format;
    AVCodecContext *decoder;
    AVFrame *frame;
    AVPacket *packet;
    int video, audio;
    int64_t max_pixels;
    char *codecs;
    int width, height, pixel_format; ///< of the first picture
    bool has_first, draining, cut_short;
    sf_scaler scalers[SF_SCALERS];
    uint64_t uses;
    AVFrame *converted; ///< the picture in the delivery format, when it needs a turn as well
    uint8_t *turned;    ///< scratch for scaled pictures that need a turn
    size_t turned_size;
    struct AVFifo *ahead; ///< packets read before they were asked for
    bool strips_adts;     ///< packets of sound come with a head of their own
};

/// Where one plane comes from and goes to, for a turn.
typedef struct sf_plane {
    const uint8_t *src;
    ptrdiff_t src_stride;
    int src_w, src_h;
    uint8_t *dst;
    ptrdiff_t dst_stride;
    int bytes; ///< per pixel: 1, 2 or 3
} sf_plane;

void sf_turn_plane(const sf_plane *plane, sf_ffmpeg_turn turn);
struct SwsContext *sf_scaler_get(sf_ffmpeg_reader *reader, sf_scaler wanted);
int32_t sf_frame_full_range(const AVFrame *frame);
int sf_plain_format(int format);

/// Reads ahead to the first packet of AAC that has no description, and makes one from it.
int sf_adts_prepare(sf_ffmpeg_reader *reader);
void sf_ahead_close(sf_ffmpeg_reader *reader);
/// False when the file ends without another packet of the video.
bool sf_has_more_pictures(sf_ffmpeg_reader *reader);
/// As av_read_frame, after what was read ahead.
int sf_read_packet(sf_ffmpeg_reader *reader, AVPacket *packet);

void sf_light_read(const AVStream *stream, const AVFrame *frame, sf_ffmpeg_light *out);
int sf_light_write(AVStream *stream, const sf_ffmpeg_light *light);

/// A packet of sound as FFmpeg has it, from a copy of what the caller lent.
int sf_packet_fill(AVPacket *packet, const sf_ffmpeg_packet *from);
/// The same the other way; `out` points into the packet.
void sf_packet_describe(const AVPacket *packet, sf_ffmpeg_packet *out);
int sf_audio_parameters(AVCodecParameters *to, const sf_ffmpeg_audio *audio);
/// `out` points into the parameters.
void sf_audio_describe(const AVCodecParameters *from, AVRational time_base, sf_ffmpeg_audio *out);
