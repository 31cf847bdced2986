// Opening a file: one named demuxer on one descriptor, then one decoder from the allow-list.
#include "internal.h"

#include <libavutil/mem.h>

// Enough for any camera's file, and few enough that a header of a million streams costs nothing.
#define SF_MAX_STREAMS 64

/// Refuses every request of a demuxer to open something else (data references, playlists, sequences).
static int sf_no_open(AVFormatContext *format, AVIOContext **pb, const char *url, int flags, AVDictionary **options) {
    (void)format, (void)url, (void)flags, (void)options;
    *pb = NULL;
    return AVERROR(EPERM);
}

static int sf_open_input(sf_ffmpeg_reader *reader, const AVInputFormat *demuxer) {
    AVDictionary *options = NULL;
    reader->format = avformat_alloc_context();
    if (!reader->format)
        return AVERROR(ENOMEM);
    reader->format->pb = reader->pb;
    reader->format->io_open = sf_no_open;
    reader->format->flags |= AVFMT_FLAG_CUSTOM_IO;
    reader->format->max_streams = SF_MAX_STREAMS;
    // No protocol has this name, so none is allowed.
    int code = av_dict_set(&options, "protocol_whitelist", "none", 0);
    if (code >= 0)
        code = av_dict_set(&options, "codec_whitelist", reader->codecs, 0);
    if (code >= 0)
        code = avformat_open_input(&reader->format, "", demuxer, &options);
    av_dict_free(&options);
    return code;
}

/// Lets FFmpeg look into the streams, each probing decoder under the same limits as the real one.
static int sf_find_streams(sf_ffmpeg_reader *reader) {
    unsigned count = reader->format->nb_streams;
    AVDictionary **options = count ? av_calloc(count, sizeof *options) : NULL;
    if (count && !options)
        return AVERROR(ENOMEM);
    for (unsigned i = 0; i < count; i++) {
        av_dict_set_int(&options[i], "max_pixels", reader->max_pixels, 0);
        const AVCodecParameters *parameters = reader->format->streams[i]->codecpar;
        const enum AVMediaType type = parameters->codec_type;
        // A stream of a broadcast is data until its first packets show what it is.
        const bool is_open = parameters->codec_id == AV_CODEC_ID_PROBE || parameters->codec_id == AV_CODEC_ID_BIN_DATA;
        if (type != AVMEDIA_TYPE_VIDEO && type != AVMEDIA_TYPE_AUDIO && !is_open)
            reader->format->streams[i]->discard = AVDISCARD_ALL;
    }
    int code = avformat_find_stream_info(reader->format, options);
    for (unsigned i = 0; i < count; i++)
        av_dict_free(&options[i]);
    av_free(options);
    return code;
}

int32_t sf_ffmpeg_reader_open(int32_t descriptor, const char *demuxer, const char *codecs, int64_t max_pixels,
                              sf_ffmpeg_reader **out, sf_ffmpeg_error *error) {
    sf_quiet();
    const AVInputFormat *input = av_find_input_format(demuxer);
    if (!input)
        return sf_fail_status(error, SF_FFMPEG_UNAVAILABLE, 0, demuxer);
    sf_ffmpeg_reader *reader = av_mallocz(sizeof *reader);
    if (!reader)
        return sf_fail(error, AVERROR(ENOMEM), "opening");
    reader->video = reader->audio = -1;
    reader->max_pixels = max_pixels;
    reader->codecs = av_strdup(codecs);
    reader->frame = av_frame_alloc();
    reader->packet = av_packet_alloc();
    reader->pb = sf_io_open(&reader->io, descriptor, false);
    int code = AVERROR(ENOMEM);
    if (reader->codecs && reader->frame && reader->packet && reader->pb)
        code = sf_open_input(reader, input);
    if (code >= 0)
        code = sf_find_streams(reader);
    if (code < 0) {
        int32_t status = sf_fail_io(error, &reader->io, code, "reading the file's head");
        sf_ffmpeg_reader_close(reader);
        return status;
    }
    *out = reader;
    return SF_FFMPEG_OK;
}

void sf_ffmpeg_reader_close(sf_ffmpeg_reader *reader) {
    for (int i = 0; i < SF_SCALERS; i++)
        sws_freeContext(reader->scalers[i].context);
    av_frame_free(&reader->converted);
    av_freep(&reader->turned);
    sf_ahead_close(reader);
    avcodec_free_context(&reader->decoder);
    avformat_close_input(&reader->format);
    sf_io_close(&reader->pb);
    av_frame_free(&reader->frame);
    av_packet_free(&reader->packet);
    av_freep(&reader->codecs);
    av_free(reader);
}

static int sf_open_decoder(sf_ffmpeg_reader *reader, AVStream *stream, int threads, bool strict) {
    const AVCodec *codec = avcodec_find_decoder(stream->codecpar->codec_id);
    if (!codec)
        return AVERROR_DECODER_NOT_FOUND;
    reader->decoder = avcodec_alloc_context3(codec);
    if (!reader->decoder)
        return AVERROR(ENOMEM);
    int code = avcodec_parameters_to_context(reader->decoder, stream->codecpar);
    if (code < 0)
        return code;
    reader->decoder->pkt_timebase = stream->time_base;
    reader->decoder->framerate = av_guess_frame_rate(reader->format, stream, NULL);
    reader->decoder->thread_count = threads;
    reader->decoder->thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE;
    // The flags that mark a guessed picture are lost between frame threads, and slice threads switch the guessing (and
    // its flags) off: only "give up" is heard with any number of threads, and only one thread tells of every guess.
    if (strict)
        reader->decoder->err_recognition |= AV_EF_EXPLODE | AV_EF_CRCCHECK;
    else
        reader->decoder->thread_count = 1;
    reader->decoder->max_pixels = reader->max_pixels;
    // Crop to the exact window: without it the left edge is rounded to what SIMD likes and hidden columns show.
    reader->decoder->flags |= AV_CODEC_FLAG_UNALIGNED;
    AVDictionary *options = NULL;
    code = av_dict_set(&options, "codec_whitelist", reader->codecs, 0);
    if (code >= 0)
        code = avcodec_open2(reader->decoder, codec, &options);
    av_dict_free(&options);
    return code;
}

int32_t sf_ffmpeg_reader_select(sf_ffmpeg_reader *reader, int32_t video, int32_t audio, int32_t threads,
                                int32_t strict, sf_ffmpeg_error *error) {
    int count = (int)reader->format->nb_streams;
    if (video < 0 || video >= count || audio >= count || reader->decoder)
        return sf_fail_status(error, SF_FFMPEG_ARGUMENT, 0, "no such stream");
    for (int i = 0; i < count; i++)
        reader->format->streams[i]->discard = i == video || i == audio ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
    reader->video = video;
    reader->audio = audio;
    int code = sf_open_decoder(reader, reader->format->streams[video], threads, strict != 0);
    if (code >= 0)
        code = sf_adts_prepare(reader);
    return code < 0 ? sf_fail(error, code, "opening the decoder") : SF_FFMPEG_OK;
}
