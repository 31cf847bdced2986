// Shared by the transcoder's two files.
#pragma once

#include "internal.h"

#include <libavutil/audio_fifo.h>
#include <libavutil/channel_layout.h>
#include <libavutil/fifo.h>
#include <libswresample/swresample.h>

struct sf_ffmpeg_transcoder {
    AVCodecContext *decoder, *encoder;
    AVCodecParameters *parameters;
    struct SwrContext *resampler;
    AVAudioFifo *samples;
    AVFifo *ready; ///< AVPacket *
    AVPacket *packet, *handed;
    AVFrame *frame;
    int in_format, in_rate;
    AVChannelLayout in_layout;
    bool started;
    int64_t next; ///< time of the next sample that goes into the fifo, in samples of the encoder
    int64_t drop; ///< samples to leave out before that
    int64_t sent; ///< time of the next sample that goes to the encoder
};

/// Takes out of the encoder what is ready.
int sf_collect(sf_ffmpeg_transcoder *self);
/// Encodes whole portions of what waits; at the end the rest as well.
int sf_encode_waiting(sf_ffmpeg_transcoder *self, bool all);
/// Takes the decoded frame to where its time puts it.
int sf_take_frame(sf_ffmpeg_transcoder *self);
/// Runs samples through the resampler; no frame: what it still holds.
int sf_resample(sf_ffmpeg_transcoder *self, const AVFrame *frame);
