// What the demuxer and decoder know about a file, in plain numbers. Nothing here changes the reader.
#include "internal.h"

#include <libavutil/avstring.h>
#include <string.h>

static bool sf_stream_encrypted(const AVStream *stream) {
    uint32_t tag = stream->codecpar->codec_tag;
    return av_stream_get_side_data(stream, AV_PKT_DATA_ENCRYPTION_INIT_INFO, NULL) ||
           av_dict_get(stream->metadata, "enc_key_id", NULL, 0) || tag == MKTAG('e', 'n', 'c', 'v') ||
           tag == MKTAG('e', 'n', 'c', 'a') || tag == MKTAG('d', 'r', 'm', 'i') || tag == MKTAG('d', 'r', 'm', 's');
}

static bool sf_stream_decodable(const sf_ffmpeg_reader *reader, const AVStream *stream) {
    const AVCodec *codec = avcodec_find_decoder(stream->codecpar->codec_id);
    return codec && av_match_list(codec->name, reader->codecs, ',') > 0;
}

static int32_t sf_stream_kind(enum AVMediaType type) {
    switch (type) {
    case AVMEDIA_TYPE_VIDEO:
        return SF_FFMPEG_VIDEO;
    case AVMEDIA_TYPE_AUDIO:
        return SF_FFMPEG_AUDIO;
    case AVMEDIA_TYPE_SUBTITLE:
        return SF_FFMPEG_SUBTITLE;
    case AVMEDIA_TYPE_ATTACHMENT:
        return SF_FFMPEG_ATTACHMENT;
    default:
        return SF_FFMPEG_DATA;
    }
}

int32_t sf_ffmpeg_reader_stream_count(const sf_ffmpeg_reader *reader) { return (int32_t)reader->format->nb_streams; }

void sf_ffmpeg_reader_stream(const sf_ffmpeg_reader *reader, int32_t index, sf_ffmpeg_stream *out) {
    const AVStream *stream = reader->format->streams[index];
    const AVCodecParameters *parameters = stream->codecpar;
    *out = (sf_ffmpeg_stream){
        .kind = sf_stream_kind(parameters->codec_type),
        .is_default = (stream->disposition & AV_DISPOSITION_DEFAULT) != 0,
        .is_still = (stream->disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS)) != 0,
        .has_decoder = sf_stream_decodable(reader, stream),
        .is_encrypted = sf_stream_encrypted(stream),
        .width = parameters->width,
        .height = parameters->height,
        .sample_rate = parameters->sample_rate,
        .channel_count = parameters->ch_layout.nb_channels,
        .codec_name = avcodec_get_name(parameters->codec_id),
    };
}

int32_t sf_ffmpeg_reader_chapter_count(const sf_ffmpeg_reader *reader) { return (int32_t)reader->format->nb_chapters; }

const char *sf_ffmpeg_reader_demuxer_name(const sf_ffmpeg_reader *reader) { return reader->format->iformat->name; }

static const char *sf_key_at(const AVDictionary *dictionary, int32_t *index) {
    const AVDictionaryEntry *entry = NULL;
    while ((entry = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX)))
        if ((*index)-- == 0)
            return entry->key;
    return NULL;
}

const char *sf_ffmpeg_reader_metadata_key(const sf_ffmpeg_reader *reader, int32_t index) {
    const AVFormatContext *format = reader->format;
    const char *key = sf_key_at(format->metadata, &index);
    for (unsigned i = 0; !key && i < format->nb_streams; i++)
        key = sf_key_at(format->streams[i]->metadata, &index);
    for (unsigned i = 0; !key && i < format->nb_chapters; i++)
        key = sf_key_at(format->chapters[i]->metadata, &index);
    return key;
}

int32_t sf_frame_full_range(const AVFrame *frame) {
    switch (frame->format) {
    case AV_PIX_FMT_YUVJ420P:
    case AV_PIX_FMT_YUVJ422P:
    case AV_PIX_FMT_YUVJ444P:
    case AV_PIX_FMT_YUVJ440P:
    case AV_PIX_FMT_YUVJ411P:
        return 1;
    default:
        return frame->color_range == AVCOL_RANGE_JPEG;
    }
}

static sf_ffmpeg_pixels sf_frame_pixels(const AVFrame *frame) {
    const AVPixFmtDescriptor *descriptor = av_pix_fmt_desc_get(frame->format);
    return (sf_ffmpeg_pixels){
        .is_rgb = (descriptor->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) != 0,
        .is_gray = descriptor->nb_components < 3 && !(descriptor->flags & AV_PIX_FMT_FLAG_PAL),
        .depth = descriptor->comp[0].depth,
        .chroma_shift_x = descriptor->log2_chroma_w,
        .chroma_shift_y = descriptor->log2_chroma_h,
        .native_format = sf_format_number(frame->format),
        .is_full_range = sf_frame_full_range(frame),
    };
}

static double sf_duration(const AVFormatContext *format, const AVStream *stream) {
    if (stream->duration > 0)
        return (double)stream->duration * av_q2d(stream->time_base);
    return format->duration > 0 ? (double)format->duration / AV_TIME_BASE : 0;
}

void sf_ffmpeg_reader_video(const sf_ffmpeg_reader *reader, sf_ffmpeg_video *out) {
    AVStream *stream = reader->format->streams[reader->video];
    AVFrame *frame = reader->frame;
    AVRational aspect = av_guess_sample_aspect_ratio(reader->format, stream, frame);
    *out = (sf_ffmpeg_video){
        .width = frame->width,
        .height = frame->height,
        .pixels = sf_frame_pixels(frame),
        .matrix = frame->colorspace,
        .range = frame->color_range,
        .primaries = frame->color_primaries,
        .transfer = frame->color_trc,
        .chroma_location = frame->chroma_location,
        .sar_num = aspect.num,
        .sar_den = aspect.den,
        .time_base_num = stream->time_base.num,
        .time_base_den = stream->time_base.den,
        .average_rate_num = stream->avg_frame_rate.num,
        .average_rate_den = stream->avg_frame_rate.den,
        .nominal_rate_num = stream->r_frame_rate.num,
        .nominal_rate_den = stream->r_frame_rate.den,
        .frame_count = stream->nb_frames,
        .duration_seconds = sf_duration(reader->format, stream),
        .interlaced = frame->interlaced_frame ? (frame->top_field_first ? 1 : 2) : 0,
    };
    sf_light_read(stream, frame, &out->light);
    size_t size = 0;
    const uint8_t *side = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    if (!side || size < 9 * sizeof(int32_t))
        return;
    int32_t matrix[9];
    memcpy(matrix, side, sizeof matrix);
    out->has_matrix = 1;
    out->a = matrix[0], out->b = matrix[1];
    out->c = matrix[3], out->d = matrix[4];
}

void sf_ffmpeg_reader_audio(const sf_ffmpeg_reader *reader, sf_ffmpeg_audio *out) {
    const AVStream *stream = reader->format->streams[reader->audio];
    sf_audio_describe(stream->codecpar, stream->time_base, out);
}
