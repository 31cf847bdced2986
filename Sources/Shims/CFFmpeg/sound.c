// Sound as plain numbers and as FFmpeg has it: descriptions and packets, both ways.
#include "internal.h"

#include <libavutil/channel_layout.h>
#include <libavutil/mem.h>
#include <string.h>

int sf_packet_fill(AVPacket *packet, const sf_ffmpeg_packet *from) {
    int code = av_new_packet(packet, (int)from->size);
    if (code < 0)
        return code;
    if (from->size)
        memcpy(packet->data, from->data, from->size);
    packet->pts = from->has_pts ? from->pts : AV_NOPTS_VALUE;
    packet->dts = from->has_dts ? from->dts : AV_NOPTS_VALUE;
    packet->duration = from->duration;
    packet->flags = (from->key ? AV_PKT_FLAG_KEY : 0) | (from->discard ? AV_PKT_FLAG_DISCARD : 0);
    if (!from->skip_start && !from->skip_end)
        return 0;
    uint8_t *side = av_packet_new_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, 10);
    if (!side)
        return AVERROR(ENOMEM);
    memset(side, 0, 10);
    AV_WL32(side, from->skip_start);
    AV_WL32(side + 4, from->skip_end);
    return 0;
}

void sf_packet_describe(const AVPacket *packet, sf_ffmpeg_packet *out) {
    *out = (sf_ffmpeg_packet){
        .data = packet->data,
        .size = packet->size > 0 ? (size_t)packet->size : 0,
        .pts = packet->pts,
        .dts = packet->dts,
        .duration = packet->duration,
        .has_pts = packet->pts != AV_NOPTS_VALUE,
        .has_dts = packet->dts != AV_NOPTS_VALUE,
        .key = (packet->flags & AV_PKT_FLAG_KEY) != 0,
        .discard = (packet->flags & AV_PKT_FLAG_DISCARD) != 0,
    };
    size_t size = 0;
    const uint8_t *side = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size);
    if (side && size >= 8) {
        out->skip_start = AV_RL32(side);
        out->skip_end = AV_RL32(side + 4);
    }
}

static int sf_copy_extradata(AVCodecParameters *to, const sf_ffmpeg_audio *audio) {
    if (!audio->extradata_size)
        return 0;
    to->extradata = av_mallocz(audio->extradata_size + AV_INPUT_BUFFER_PADDING_SIZE);
    if (!to->extradata)
        return AVERROR(ENOMEM);
    memcpy(to->extradata, audio->extradata, audio->extradata_size);
    to->extradata_size = (int)audio->extradata_size;
    return 0;
}

int sf_audio_parameters(AVCodecParameters *to, const sf_ffmpeg_audio *audio) {
    to->codec_type = AVMEDIA_TYPE_AUDIO;
    to->codec_id = (enum AVCodecID)audio->codec_id;
    to->codec_tag = audio->codec_tag;
    to->format = audio->sample_format;
    to->sample_rate = audio->sample_rate;
    to->bit_rate = audio->bit_rate;
    to->bits_per_coded_sample = audio->bits_per_coded_sample;
    to->bits_per_raw_sample = audio->bits_per_raw_sample;
    to->block_align = audio->block_align;
    to->frame_size = audio->frame_size;
    to->initial_padding = audio->initial_padding;
    to->trailing_padding = audio->trailing_padding;
    to->seek_preroll = audio->seek_preroll;
    to->profile = audio->profile;
    to->level = audio->level;
    if (audio->channel_order == AV_CHANNEL_ORDER_NATIVE)
        av_channel_layout_from_mask(&to->ch_layout, audio->channel_mask);
    else
        to->ch_layout = (AVChannelLayout){.order = AV_CHANNEL_ORDER_UNSPEC, .nb_channels = audio->channel_count};
    return sf_copy_extradata(to, audio);
}

void sf_audio_describe(const AVCodecParameters *from, AVRational time_base, sf_ffmpeg_audio *out) {
    *out = (sf_ffmpeg_audio){
        .codec_id = (int32_t)from->codec_id,
        .codec_tag = from->codec_tag,
        .sample_format = from->format,
        .sample_rate = from->sample_rate,
        .channel_order = (int32_t)from->ch_layout.order,
        .channel_count = from->ch_layout.nb_channels,
        .channel_mask = from->ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? from->ch_layout.u.mask : 0,
        .bit_rate = from->bit_rate,
        .bits_per_coded_sample = from->bits_per_coded_sample,
        .bits_per_raw_sample = from->bits_per_raw_sample,
        .block_align = from->block_align,
        .frame_size = from->frame_size,
        .initial_padding = from->initial_padding,
        .trailing_padding = from->trailing_padding,
        .seek_preroll = from->seek_preroll,
        .profile = from->profile,
        .level = from->level,
        .time_base_num = time_base.num,
        .time_base_den = time_base.den,
        .extradata = from->extradata,
        .extradata_size = from->extradata_size > 0 ? (size_t)from->extradata_size : 0,
    };
}
