// Opening and closing an output: encoder, bitstream filter and container on one descriptor.
#include "writer_internal.h"

#include <libavutil/cpu.h>
#include <libavutil/mem.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Gives the muxer a second look at its own file (to move the index to the front), and refuses anything else.
static int sf_reopen(AVFormatContext *format, AVIOContext **pb, const char *url, int flags, AVDictionary **options) {
    (void)url, (void)options;
    sf_ffmpeg_writer *writer = format->opaque;
    *pb = NULL;
    if (flags & AVIO_FLAG_WRITE)
        return AVERROR(EPERM);
    *pb = sf_io_open(&writer->reread, writer->io.fd, false);
    return *pb ? 0 : AVERROR(ENOMEM);
}

static int sf_reclose(AVFormatContext *format, AVIOContext *pb) {
    (void)format;
    sf_io_close(&pb);
    return 0;
}

static int sf_open_encoder(sf_ffmpeg_writer *writer, const sf_ffmpeg_encoding *encoding, enum AVPixelFormat format) {
    const AVCodec *codec = avcodec_find_encoder_by_name(encoding->encoder);
    if (!codec)
        return AVERROR_ENCODER_NOT_FOUND;
    AVCodecContext *encoder = writer->encoder = avcodec_alloc_context3(codec);
    if (!encoder)
        return AVERROR(ENOMEM);
    encoder->width = encoding->width;
    encoder->height = encoding->height;
    encoder->pix_fmt = format;
    encoder->time_base = (AVRational){encoding->time_base_num, encoding->time_base_den};
    encoder->framerate = (AVRational){encoding->rate_num, encoding->rate_den};
    encoder->sample_aspect_ratio = (AVRational){encoding->sar_num, encoding->sar_den};
    encoder->colorspace = encoding->matrix;
    encoder->color_range = encoding->range;
    encoder->color_primaries = encoding->primaries;
    encoder->color_trc = encoding->transfer;
    encoder->chroma_sample_location = encoding->chroma_location;
    encoder->gop_size = encoding->gop_size;
    encoder->thread_count = encoding->threads;
    encoder->flags |= AV_CODEC_FLAG_BITEXACT;
    if (encoding->interlaced) {
        encoder->flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME;
        encoder->field_order = encoding->interlaced == 1 ? AV_FIELD_TT : AV_FIELD_BB;
    }
    if (writer->format->oformat->flags & AVFMT_GLOBALHEADER)
        encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    AVDictionary *options = NULL;
    int code = av_dict_parse_string(&options, encoding->encoder_options, "=", "\n", 0);
    if (code >= 0)
        code = avcodec_open2(encoder, codec, &options);
    // An option the encoder does not know would silently change what is promised about the output.
    if (code >= 0 && av_dict_count(options) > 0)
        code = AVERROR_OPTION_NOT_FOUND;
    av_dict_free(&options);
    return code;
}

static int sf_add_video(sf_ffmpeg_writer *writer, const sf_ffmpeg_encoding *encoding) {
    AVStream *stream = avformat_new_stream(writer->format, NULL);
    if (!stream)
        return AVERROR(ENOMEM);
    int code = av_bsf_list_parse_str(*encoding->packet_filter ? encoding->packet_filter : "null", &writer->filter);
    if (code >= 0)
        code = avcodec_parameters_from_context(writer->filter->par_in, writer->encoder);
    if (code < 0)
        return code;
    writer->filter->time_base_in = writer->encoder->time_base;
    code = av_bsf_init(writer->filter);
    if (code >= 0)
        code = avcodec_parameters_copy(stream->codecpar, writer->filter->par_out);
    stream->codecpar->codec_tag = encoding->video_tag;
    stream->time_base = writer->encoder->time_base;
    stream->avg_frame_rate = writer->encoder->framerate;
    stream->sample_aspect_ratio = writer->encoder->sample_aspect_ratio;
    return code < 0 ? code : sf_light_write(stream, &encoding->light);
}

static int sf_add_audio(sf_ffmpeg_writer *writer, const sf_ffmpeg_audio *audio) {
    AVStream *stream = avformat_new_stream(writer->format, NULL);
    if (!stream)
        return AVERROR(ENOMEM);
    AVCodecParameters *to = stream->codecpar;
    // The source's tag is kept only where this container uses the same one for this codec (PCM in mov needs it).
    unsigned int tag = 0;
    const struct AVCodecTag *const *tags = writer->format->oformat->codec_tag;
    int code = sf_audio_parameters(to, audio);
    to->codec_tag = 0;
    if (tags && av_codec_get_tag2(tags, to->codec_id, &tag) && av_codec_get_id(tags, audio->codec_tag) == to->codec_id)
        to->codec_tag = audio->codec_tag;
    // FFmpeg 5.1 still calls lossless sound in MP4 an experiment; the mapping is finished, and players know it.
    if (to->codec_id == AV_CODEC_ID_FLAC)
        writer->format->strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL;
    stream->time_base = writer->audio_time_base = (AVRational){audio->time_base_num, audio->time_base_den};
    return code;
}

/// The codec delay that Matroska's readers take off every time of the sound.
///
/// BUG(upstream): the muxer of FFmpeg 5.1 writes CodecDelay but does not add it to the times, so that the sound of a
/// copied Opus stream would move against the picture.
static int64_t sf_codec_delay(const AVStream *stream) {
    const AVCodecParameters *audio = stream->codecpar;
    int64_t nanoseconds =
        av_rescale_q(audio->initial_padding, (AVRational){1, audio->sample_rate}, (AVRational){1, 1000000000});
    return av_rescale_q(nanoseconds, (AVRational){1, 1000000000}, stream->time_base);
}

static int sf_write_head(sf_ffmpeg_writer *writer, const sf_ffmpeg_encoding *encoding) {
    AVDictionary *options = NULL;
    int code = av_dict_parse_string(&options, encoding->muxer_options, "=", "\n", 0);
    if (code >= 0)
        code = avformat_write_header(writer->format, &options);
    if (code >= 0 && av_dict_count(options) > 0)
        code = AVERROR_OPTION_NOT_FOUND;
    av_dict_free(&options);
    writer->started = code >= 0;
    bool matroska = !strcmp(encoding->muxer, "matroska") || !strcmp(encoding->muxer, "webm");
    if (writer->started && matroska && writer->format->nb_streams > 1)
        writer->audio_delay = sf_codec_delay(writer->format->streams[1]);
    return code;
}

static int sf_open_container(sf_ffmpeg_writer *writer, const char *muxer, int descriptor) {
    // Bytes of an older, longer file must not survive behind the new one.
    if (ftruncate(descriptor, 0) < 0) {
        writer->io.failure = errno;
        return AVERROR(errno);
    }
    int code = avformat_alloc_output_context2(&writer->format, NULL, muxer, NULL);
    if (code < 0)
        return code;
    writer->pb = sf_io_open(&writer->io, descriptor, true);
    writer->packet = av_packet_alloc();
    writer->frame = av_frame_alloc();
    writer->format->url = writer->format->url ? writer->format->url : av_strdup("");
    if (!writer->pb || !writer->packet || !writer->frame || !writer->format->url)
        return AVERROR(ENOMEM);
    writer->format->pb = writer->pb;
    writer->format->opaque = writer;
    writer->format->io_open = sf_reopen;
    writer->format->io_close2 = sf_reclose;
    writer->format->flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_CUSTOM_IO;
    // An encoder may keep back this much; the order of packets then depends on their times alone, never on when a
    // thread was done. It also bounds what is held where the sound has a gap.
    writer->format->max_interleave_delta = 30 * (int64_t)AV_TIME_BASE;
    return 0;
}

int32_t sf_ffmpeg_writer_open(int32_t descriptor, const sf_ffmpeg_encoding *encoding, const sf_ffmpeg_audio *audio,
                              sf_ffmpeg_writer **out, sf_ffmpeg_error *error) {
    sf_quiet();
    enum AVPixelFormat format = sf_pixel_format(encoding->format);
    if (encoding->expand_chroma)
        format = av_pix_fmt_desc_get(format)->comp[0].depth > 8 ? AV_PIX_FMT_YUV444P10 : AV_PIX_FMT_YUV444P;
    sf_ffmpeg_writer *writer = av_mallocz(sizeof *writer);
    if (!writer)
        return sf_fail(error, AVERROR(ENOMEM), "opening the output");
    const char *doing = "opening the output";
    int code = sf_open_container(writer, encoding->muxer, descriptor);
    if (code >= 0) {
        doing = "opening the encoder";
        code = sf_open_encoder(writer, encoding, format);
    }
    if (code >= 0)
        code = sf_add_video(writer, encoding);
    if (code >= 0 && audio)
        code = sf_add_audio(writer, audio);
    if (code >= 0) {
        doing = "writing the head";
        code = sf_write_head(writer, encoding);
    }
    if (code >= 0) {
        *out = writer;
        return SF_FFMPEG_OK;
    }
    int32_t status = code == AVERROR_ENCODER_NOT_FOUND
                         ? sf_fail_status(error, SF_FFMPEG_UNAVAILABLE, code, encoding->encoder)
                         : sf_fail_io(error, &writer->io, code, doing);
    sf_ffmpeg_writer_close(writer);
    return status;
}

int32_t sf_ffmpeg_writer_finish(sf_ffmpeg_writer *writer, sf_ffmpeg_error *error) {
    if (!writer->started || writer->finished)
        return sf_fail_status(error, SF_FFMPEG_ARGUMENT, 0, "finishing twice");
    writer->finished = true;
    int code = avcodec_send_frame(writer->encoder, NULL);
    if (code >= 0)
        code = sf_writer_drain(writer);
    if (code >= 0 && writer->pending_count)
        code = AVERROR_BUG;
    int trailer = av_write_trailer(writer->format);
    code = code < 0 ? code : trailer;
    avio_flush(writer->pb);
    if (code >= 0 && (writer->pb->error < 0 || writer->io.failure))
        code = writer->pb->error < 0 ? writer->pb->error : AVERROR(writer->io.failure);
    return code < 0 ? sf_fail_io(error, &writer->io, code, "finishing the output") : SF_FFMPEG_OK;
}

void sf_ffmpeg_writer_close(sf_ffmpeg_writer *writer) {
    av_bsf_free(&writer->filter);
    avcodec_free_context(&writer->encoder);
    avformat_free_context(writer->format);
    sf_io_close(&writer->pb);
    av_packet_free(&writer->packet);
    av_frame_free(&writer->frame);
    av_frame_free(&writer->expanded);
    av_free(writer);
}

int32_t sf_ffmpeg_can_carry(const char *muxer, int32_t codec_id) {
    const AVOutputFormat *format = av_guess_format(muxer, NULL, NULL);
    return format && avformat_query_codec(format, (enum AVCodecID)codec_id, FF_COMPLIANCE_NORMAL) == 1;
}

int32_t sf_ffmpeg_codec_id(const char *name) {
    const AVCodecDescriptor *descriptor = avcodec_descriptor_get_by_name(name);
    return descriptor ? (int32_t)descriptor->id : 0;
}

const char *sf_ffmpeg_codec_name(int32_t codec_id) { return avcodec_get_name((enum AVCodecID)codec_id); }

int32_t sf_ffmpeg_has_avx512(void) { return (av_get_cpu_flags() & AV_CPU_FLAG_AVX512) != 0; }

int32_t sf_ffmpeg_has_encoder(const char *name) { return avcodec_find_encoder_by_name(name) != NULL; }
