// Sound in another codec, for containers that have no place for the source's own: decode, resample, encode.
//
// The result keeps the source's clock: what was heard at a time is heard at that time.
#include "transcode_internal.h"

#include <libavutil/mem.h>

// Where nothing of either codec can be heard to be missing. Source: listening tests of AAC-LC put transparency at
// 64 to 96 kbit/s per channel; Opus needs less.
#define SF_BITS_PER_CHANNEL 96000

static int sf_open_sound_decoder(sf_ffmpeg_transcoder *self, const sf_ffmpeg_audio *source, const char *codecs) {
    const AVCodec *codec = avcodec_find_decoder((enum AVCodecID)source->codec_id);
    if (!codec)
        return AVERROR_DECODER_NOT_FOUND;
    self->decoder = avcodec_alloc_context3(codec);
    AVCodecParameters *parameters = avcodec_parameters_alloc();
    if (!self->decoder || !parameters) {
        avcodec_parameters_free(&parameters);
        return AVERROR(ENOMEM);
    }
    int code = sf_audio_parameters(parameters, source);
    if (code >= 0)
        code = avcodec_parameters_to_context(self->decoder, parameters);
    avcodec_parameters_free(&parameters);
    if (code < 0)
        return code;
    self->decoder->pkt_timebase = (AVRational){source->time_base_num, source->time_base_den};
    self->decoder->thread_count = 1;
    AVDictionary *options = NULL;
    code = av_dict_set(&options, "codec_whitelist", codecs, 0);
    if (code >= 0)
        code = avcodec_open2(self->decoder, codec, &options);
    av_dict_free(&options);
    return code;
}

/// The source's rate where the encoder has it, else one that loses nothing a person hears.
static int sf_sound_rate(const AVCodec *codec, int rate) {
    if (!codec->supported_samplerates)
        return rate;
    for (const int *known = codec->supported_samplerates; *known; known++)
        if (*known == rate)
            return rate;
    return 48000;
}

static int sf_open_sound_encoder(sf_ffmpeg_transcoder *self, const sf_ffmpeg_audio *source, const char *name) {
    const AVCodec *codec = avcodec_find_encoder_by_name(name);
    if (!codec || !codec->sample_fmts)
        return AVERROR_ENCODER_NOT_FOUND;
    if (source->channel_count < 1 || source->channel_count > 8 || source->sample_rate < 1)
        return AVERROR(EINVAL);
    AVCodecContext *encoder = self->encoder = avcodec_alloc_context3(codec);
    if (!encoder)
        return AVERROR(ENOMEM);
    av_channel_layout_default(&encoder->ch_layout, source->channel_count);
    encoder->sample_rate = sf_sound_rate(codec, source->sample_rate);
    encoder->sample_fmt = codec->sample_fmts[0];
    encoder->bit_rate = (int64_t)SF_BITS_PER_CHANNEL * source->channel_count;
    encoder->time_base = (AVRational){1, encoder->sample_rate};
    encoder->thread_count = 1;
    encoder->flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_GLOBAL_HEADER;
    return avcodec_open2(encoder, codec, NULL);
}

static int sf_open_stores(sf_ffmpeg_transcoder *self) {
    self->packet = av_packet_alloc();
    self->handed = av_packet_alloc();
    self->frame = av_frame_alloc();
    self->parameters = avcodec_parameters_alloc();
    self->ready = av_fifo_alloc2(16, sizeof(AVPacket *), AV_FIFO_FLAG_AUTO_GROW);
    AVCodecContext *encoder = self->encoder;
    self->samples = av_audio_fifo_alloc(encoder->sample_fmt, encoder->ch_layout.nb_channels, 4096);
    if (!self->packet || !self->handed || !self->frame || !self->parameters || !self->ready || !self->samples)
        return AVERROR(ENOMEM);
    return avcodec_parameters_from_context(self->parameters, encoder);
}

int32_t sf_ffmpeg_transcoder_open(const sf_ffmpeg_audio *source, const char *encoder, const char *codecs,
                                  sf_ffmpeg_transcoder **out, sf_ffmpeg_error *error) {
    sf_quiet();
    sf_ffmpeg_transcoder *self = av_mallocz(sizeof *self);
    if (!self)
        return sf_fail(error, AVERROR(ENOMEM), "opening the sound");
    int code = sf_open_sound_decoder(self, source, codecs);
    if (code >= 0)
        code = sf_open_sound_encoder(self, source, encoder);
    if (code >= 0)
        code = sf_open_stores(self);
    if (code >= 0) {
        *out = self;
        return SF_FFMPEG_OK;
    }
    sf_ffmpeg_transcoder_close(self);
    if (code == AVERROR(ENOMEM))
        return sf_fail(error, code, "opening the sound");
    return sf_fail_status(error, SF_FFMPEG_UNAVAILABLE, code, "opening the sound");
}

void sf_ffmpeg_transcoder_close(sf_ffmpeg_transcoder *self) {
    AVPacket *packet;
    while (self->ready && av_fifo_read(self->ready, &packet, 1) >= 0)
        av_packet_free(&packet);
    av_fifo_freep2(&self->ready);
    av_audio_fifo_free(self->samples);
    swr_free(&self->resampler);
    av_channel_layout_uninit(&self->in_layout);
    avcodec_parameters_free(&self->parameters);
    avcodec_free_context(&self->decoder);
    avcodec_free_context(&self->encoder);
    av_packet_free(&self->packet);
    av_packet_free(&self->handed);
    av_frame_free(&self->frame);
    av_free(self);
}

void sf_ffmpeg_transcoder_audio(const sf_ffmpeg_transcoder *self, sf_ffmpeg_audio *out) {
    sf_audio_describe(self->parameters, self->encoder->time_base, out);
}

static int sf_decode_sound(sf_ffmpeg_transcoder *self, const AVPacket *packet) {
    int code = avcodec_send_packet(self->decoder, packet);
    // Damage is silence: the frames before and after it keep their times.
    if (code < 0)
        return code == AVERROR(ENOMEM) ? code : 0;
    while ((code = avcodec_receive_frame(self->decoder, self->frame)) >= 0) {
        code = sf_take_frame(self);
        av_frame_unref(self->frame);
        if (code < 0)
            return code;
    }
    return code == AVERROR(ENOMEM) ? code : 0;
}

int32_t sf_ffmpeg_transcoder_feed(sf_ffmpeg_transcoder *self, const sf_ffmpeg_packet *packet,
                                  sf_ffmpeg_error *error) {
    int code = 0;
    if (packet) {
        code = sf_packet_fill(self->packet, packet);
        if (code >= 0)
            code = sf_decode_sound(self, self->packet);
        av_packet_unref(self->packet);
    } else {
        code = sf_decode_sound(self, NULL);
        if (code >= 0)
            code = sf_resample(self, NULL);
        if (code >= 0)
            code = sf_encode_waiting(self, true);
        if (code >= 0)
            code = avcodec_send_frame(self->encoder, NULL);
        if (code >= 0)
            code = sf_collect(self);
    }
    return code < 0 ? sf_fail(error, code, "writing the sound anew") : SF_FFMPEG_OK;
}

int32_t sf_ffmpeg_transcoder_take(sf_ffmpeg_transcoder *self, sf_ffmpeg_packet *packet) {
    AVPacket *next;
    if (av_fifo_read(self->ready, &next, 1) < 0)
        return 0;
    av_packet_unref(self->handed);
    av_packet_move_ref(self->handed, next);
    av_packet_free(&next);
    sf_packet_describe(self->handed, packet);
    return 1;
}
