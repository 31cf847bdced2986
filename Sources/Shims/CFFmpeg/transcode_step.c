// Decoded sound on its way to the encoder: resampled, kept in step with the source's clock, cut to portions.
//
// Times that jitter are smoothed, gaps are filled with silence, overlaps are cut.
#include "transcode_internal.h"

#include <libavutil/mem.h>

// Half of the 20 ms by which picture and sound may be apart at most: containers round times to 1 ms, and some sources
// state them to 10 ms.
#define SF_DRIFT_PER_SECOND 100
// Longer silences are no pause but damage; bounded, since a hostile file may state any time.
#define SF_LONGEST_GAP_SECONDS 600
int sf_collect(sf_ffmpeg_transcoder *self) {
    for (;;) {
        AVPacket *packet = av_packet_alloc();
        int code = packet ? avcodec_receive_packet(self->encoder, packet) : AVERROR(ENOMEM);
        if (code >= 0)
            code = av_fifo_write(self->ready, &packet, 1);
        if (code < 0) {
            av_packet_free(&packet);
            return code == AVERROR(EAGAIN) || code == AVERROR_EOF ? 0 : code;
        }
    }
}

int sf_encode_waiting(sf_ffmpeg_transcoder *self, bool all) {
    AVCodecContext *encoder = self->encoder;
    const int portion = encoder->frame_size > 0 ? encoder->frame_size : 1024;
    int waiting;
    while ((waiting = av_audio_fifo_size(self->samples)) >= portion || (all && waiting > 0)) {
        AVFrame *frame = av_frame_alloc();
        if (!frame)
            return AVERROR(ENOMEM);
        frame->nb_samples = FFMIN(waiting, portion);
        frame->format = encoder->sample_fmt;
        frame->sample_rate = encoder->sample_rate;
        int code = av_channel_layout_copy(&frame->ch_layout, &encoder->ch_layout);
        if (code >= 0)
            code = av_frame_get_buffer(frame, 0);
        if (code >= 0)
            code = av_audio_fifo_read(self->samples, (void **)frame->extended_data, frame->nb_samples);
        frame->pts = self->sent;
        self->sent += frame->nb_samples;
        if (code >= 0)
            code = avcodec_send_frame(encoder, frame);
        av_frame_free(&frame);
        if (code >= 0)
            code = sf_collect(self);
        if (code < 0)
            return code;
    }
    return 0;
}

/// Puts samples behind those that wait, but for the ones to be dropped. `planes` may be NULL: silence.
static int sf_append(sf_ffmpeg_transcoder *self, uint8_t **planes, int count) {
    const enum AVSampleFormat format = self->encoder->sample_fmt;
    const int channels = self->encoder->ch_layout.nb_channels;
    const int dropped = (int)FFMIN(self->drop, count);
    self->drop -= dropped;
    count -= dropped;
    if (count <= 0)
        return 0;
    uint8_t *buffer[AV_NUM_DATA_POINTERS] = {0};
    int code = av_samples_alloc(buffer, NULL, channels, count, format, 0);
    if (code < 0)
        return code;
    if (planes)
        code = av_samples_copy(buffer, planes, 0, dropped, count, channels, format);
    else
        code = av_samples_set_silence(buffer, 0, count, channels, format);
    if (code >= 0)
        code = av_audio_fifo_write(self->samples, (void **)buffer, count);
    av_freep(&buffer[0]);
    self->next += count;
    return code < 0 ? code : sf_encode_waiting(self, false);
}

static int sf_append_silence(sf_ffmpeg_transcoder *self, int64_t count) {
    if (count > (int64_t)SF_LONGEST_GAP_SECONDS * self->encoder->sample_rate)
        return AVERROR_INVALIDDATA;
    int code = 0;
    for (; count > 0 && code >= 0; count -= 4096)
        code = sf_append(self, NULL, (int)FFMIN(count, 4096));
    return code;
}

int sf_resample(sf_ffmpeg_transcoder *self, const AVFrame *frame) {
    if (!self->resampler)
        return 0;
    const int most = swr_get_out_samples(self->resampler, frame ? frame->nb_samples : 0);
    if (most <= 0)
        return most;
    uint8_t *buffer[AV_NUM_DATA_POINTERS] = {0};
    AVCodecContext *encoder = self->encoder;
    int code = av_samples_alloc(buffer, NULL, encoder->ch_layout.nb_channels, most, encoder->sample_fmt, 0);
    if (code < 0)
        return code;
    const uint8_t **in = frame ? (const uint8_t **)frame->extended_data : NULL;
    code = swr_convert(self->resampler, buffer, most, in, frame ? frame->nb_samples : 0);
    if (code > 0)
        code = sf_append(self, buffer, code);
    av_freep(&buffer[0]);
    return code;
}

/// Makes the resampler fit the frames that come; what the one before still holds goes first.
static int sf_fit_resampler(sf_ffmpeg_transcoder *self, const AVFrame *frame) {
    if (self->resampler && frame->format == self->in_format && frame->sample_rate == self->in_rate
        && !av_channel_layout_compare(&frame->ch_layout, &self->in_layout))
        return 0;
    int code = sf_resample(self, NULL);
    swr_free(&self->resampler);
    if (code >= 0)
        code = av_channel_layout_copy(&self->in_layout, &frame->ch_layout);
    self->in_format = frame->format;
    self->in_rate = frame->sample_rate;
    if (code < 0)
        return code;
    AVChannelLayout layout = self->in_layout;
    // Channels without places: the usual ones for their number.
    if (layout.order == AV_CHANNEL_ORDER_UNSPEC)
        av_channel_layout_default(&layout, layout.nb_channels);
    AVCodecContext *encoder = self->encoder;
    code = swr_alloc_set_opts2(&self->resampler, &encoder->ch_layout, encoder->sample_fmt, encoder->sample_rate,
                               &layout, frame->format, frame->sample_rate, 0, NULL);
    return code < 0 ? code : swr_init(self->resampler);
}

/// Brings the clock of what comes out to that of this frame, where they are apart.
static int sf_keep_step(sf_ffmpeg_transcoder *self, const AVFrame *frame) {
    const int rate = self->encoder->sample_rate;
    const int64_t held = self->resampler ? swr_get_delay(self->resampler, rate) : 0;
    const int64_t stated = frame->best_effort_timestamp;
    if (stated == AV_NOPTS_VALUE && self->started)
        return 0;
    int64_t start = 0;
    if (stated != AV_NOPTS_VALUE)
        start = av_rescale_q(stated, self->decoder->pkt_timebase, self->encoder->time_base);
    if (!self->started) {
        self->started = true;
        self->next = self->sent = start;
        return 0;
    }
    const int64_t apart = start - (self->next + held - self->drop);
    if (apart > rate / SF_DRIFT_PER_SECOND) {
        // What the resampler holds belongs before the silence.
        int code = sf_resample(self, NULL);
        swr_free(&self->resampler);
        if (code >= 0)
            code = sf_append_silence(self, start - self->next);
        return code < 0 ? code : sf_fit_resampler(self, frame);
    }
    if (apart < -rate / SF_DRIFT_PER_SECOND)
        self->drop += -apart;
    return 0;
}

int sf_take_frame(sf_ffmpeg_transcoder *self) {
    int code = sf_fit_resampler(self, self->frame);
    if (code >= 0)
        code = sf_keep_step(self, self->frame);
    return code < 0 ? code : sf_resample(self, self->frame);
}
