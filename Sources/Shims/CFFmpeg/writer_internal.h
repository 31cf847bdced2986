// Shared by the writer's two files.
#pragma once

#include "internal.h"

// More pictures than any encoder here keeps back (x264 at most 250 of look-ahead and one per thread).
#define SF_PENDING 1024

typedef struct sf_pending {
    int64_t ticks;
    int64_t duration;
} sf_pending;

struct sf_ffmpeg_writer {
    sf_io io;
    sf_io reread; ///< the second place in the same file, for moving the index to the front
    AVIOContext *pb;
    AVFormatContext *format;
    AVCodecContext *encoder;
    AVBSFContext *filter;
    AVPacket *packet;
    AVFrame *frame;    ///< points at the caller's memory during one call
    AVFrame *expanded; ///< 4:4:4 copy, where the size forbids halved chroma
    AVRational audio_time_base;
    int64_t audio_delay; ///< ticks of the written stream that the muxer should add and does not
    sf_pending pending[SF_PENDING];
    int pending_count;
    bool started, finished;
};

int sf_writer_drain(sf_ffmpeg_writer *writer);
