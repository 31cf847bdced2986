#include "internal.h"

#include <libavutil/log.h>
#include <stdio.h>
#include <string.h>

int32_t sf_fail_status(sf_ffmpeg_error *error, int32_t status, int code, const char *doing) {
    char text[AV_ERROR_MAX_STRING_SIZE] = "";
    if (status == SF_FFMPEG_IO)
        snprintf(text, sizeof text, "%s", strerror(code));
    else if (code)
        av_strerror(code, text, sizeof text);
    error->code = code;
    snprintf(error->message, sizeof error->message, "%s%s%s", doing, *text ? ": " : "", text);
    return status;
}

int32_t sf_fail(sf_ffmpeg_error *error, int code, const char *doing) {
    int32_t status = SF_FFMPEG_LIBRARY;
    if (code == AVERROR(ENOMEM))
        status = SF_FFMPEG_MEMORY;
    else if (code == AVERROR_INVALIDDATA)
        status = SF_FFMPEG_DAMAGED;
    return sf_fail_status(error, status, code, doing);
}

int32_t sf_fail_io(sf_ffmpeg_error *error, const sf_io *io, int code, const char *doing) {
    if (io->failure)
        return sf_fail_status(error, SF_FFMPEG_IO, io->failure, doing);
    return sf_fail(error, code, doing);
}

void sf_quiet(void) {
    // Hostile media must not write on our standard error, and what it could say there comes back as a status.
    av_log_set_level(AV_LOG_QUIET);
}

static const enum AVPixelFormat sf_formats[] = {
    AV_PIX_FMT_NONE,    AV_PIX_FMT_RGB24,     AV_PIX_FMT_GRAY8,     AV_PIX_FMT_YUV420P,   AV_PIX_FMT_YUV422P,
    AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUV420P10, AV_PIX_FMT_YUV422P10, AV_PIX_FMT_YUV444P10,
};

enum AVPixelFormat sf_pixel_format(int32_t format) {
    if (format < 1 || format >= (int32_t)FF_ARRAY_ELEMS(sf_formats))
        return AV_PIX_FMT_NONE;
    return sf_formats[format];
}

int32_t sf_format_number(enum AVPixelFormat format) {
    switch (format) {
    case AV_PIX_FMT_YUVJ420P:
        return 3;
    case AV_PIX_FMT_YUVJ422P:
        return 4;
    case AV_PIX_FMT_YUVJ444P:
        return 5;
    default:
        break;
    }
    // RGB and gray are not delivery formats of video, so the search starts at the first YUV one.
    for (int32_t number = 3; number < (int32_t)FF_ARRAY_ELEMS(sf_formats); number++)
        if (sf_formats[number] == format)
            return number;
    return 0;
}
