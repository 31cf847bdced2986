// Conversions by libswscale: to the delivery format where it is not the native one, and to small RGB pictures.
#include "internal.h"

#include <libavutil/mem.h>

/// The YUV constants for an H.273 matrix number; what has none here is treated as BT.709 or BT.601 by the caller.
static const int *sf_coefficients(int32_t matrix) {
    switch (matrix) {
    case AVCOL_SPC_BT709:
        return sws_getCoefficients(SWS_CS_ITU709);
    case AVCOL_SPC_FCC:
        return sws_getCoefficients(SWS_CS_FCC);
    case AVCOL_SPC_SMPTE240M:
        return sws_getCoefficients(SWS_CS_SMPTE240M);
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL:
        return sws_getCoefficients(SWS_CS_BT2020);
    default:
        return sws_getCoefficients(SWS_CS_ITU601);
    }
}

static bool sf_scaler_fits(const sf_scaler *have, const sf_scaler *want) {
    return have->context && have->src_w == want->src_w && have->src_h == want->src_h &&
           have->src_format == want->src_format && have->dst_w == want->dst_w && have->dst_h == want->dst_h &&
           have->dst_format == want->dst_format && have->flags == want->flags && have->matrix == want->matrix &&
           have->range == want->range;
}

struct SwsContext *sf_scaler_get(sf_ffmpeg_reader *reader, sf_scaler wanted) {
    sf_scaler *oldest = &reader->scalers[0];
    reader->uses++;
    for (int i = 0; i < SF_SCALERS; i++) {
        sf_scaler *scaler = &reader->scalers[i];
        if (sf_scaler_fits(scaler, &wanted)) {
            scaler->used = reader->uses;
            return scaler->context;
        }
        if (scaler->used < oldest->used)
            oldest = scaler;
    }
    sws_freeContext(oldest->context);
    oldest->context = NULL;
    wanted.context = sws_getContext(wanted.src_w, wanted.src_h, wanted.src_format, wanted.dst_w, wanted.dst_h,
                                    wanted.dst_format, wanted.flags, NULL, NULL, NULL);
    if (!wanted.context)
        return NULL;
    const int *table = sf_coefficients(wanted.matrix);
    // Source and result keep one range when both are YUV; RGB is always full.
    sws_setColorspaceDetails(wanted.context, table, wanted.range, table, wanted.range, 0, 1 << 16, 1 << 16);
    wanted.used = reader->uses;
    *oldest = wanted;
    return wanted.context;
}

/// The plain name of a format whose deprecated twin only says "full range" (which is passed separately).
int sf_plain_format(int format) {
    switch (format) {
    case AV_PIX_FMT_YUVJ420P:
        return AV_PIX_FMT_YUV420P;
    case AV_PIX_FMT_YUVJ422P:
        return AV_PIX_FMT_YUV422P;
    case AV_PIX_FMT_YUVJ444P:
        return AV_PIX_FMT_YUV444P;
    case AV_PIX_FMT_YUVJ440P:
        return AV_PIX_FMT_YUV440P;
    case AV_PIX_FMT_YUVJ411P:
        return AV_PIX_FMT_YUV411P;
    default:
        return format;
    }
}

/// Points `planes` at the pixel (left, top) of a frame.
static void sf_crop_planes(const AVFrame *frame, int left, int top, const uint8_t *planes[4]) {
    const AVPixFmtDescriptor *descriptor = av_pix_fmt_desc_get(frame->format);
    int steps[4] = {0};
    av_image_fill_max_pixsteps(steps, NULL, descriptor);
    for (int i = 0; i < 4; i++) {
        planes[i] = frame->data[i];
        // The second plane of a paletted picture is its palette.
        if (!frame->data[i] || (i == 1 && (descriptor->flags & AV_PIX_FMT_FLAG_PAL)))
            continue;
        int chroma = i == 1 || i == 2;
        int x = chroma ? left >> descriptor->log2_chroma_w : left;
        int y = chroma ? top >> descriptor->log2_chroma_h : top;
        planes[i] += (ptrdiff_t)y * frame->linesize[i] + (ptrdiff_t)x * steps[i];
    }
}

static int32_t sf_run_scaler(sf_ffmpeg_reader *reader, sf_scaler wanted, sf_ffmpeg_rect crop, uint8_t *const dst[4],
                             const int strides[4], sf_ffmpeg_error *error) {
    const uint8_t *src[4];
    struct SwsContext *context = sf_scaler_get(reader, wanted);
    if (!context)
        return sf_fail(error, AVERROR(ENOMEM), "preparing to scale");
    sf_crop_planes(reader->frame, crop.left, crop.top, src);
    int rows = sws_scale(context, src, reader->frame->linesize, 0, crop.height, dst, strides);
    return rows == wanted.dst_h ? SF_FFMPEG_OK : sf_fail(error, rows < 0 ? rows : AVERROR_BUG, "scaling");
}

static sf_scaler sf_wanted(const sf_ffmpeg_reader *reader, sf_ffmpeg_rect crop, int width, int height, int format,
                           int flags, int matrix) {
    return (sf_scaler){
        .src_w = crop.width,
        .src_h = crop.height,
        .src_format = sf_plain_format(reader->frame->format),
        .dst_w = width,
        .dst_h = height,
        .dst_format = format,
        .flags = flags,
        .matrix = matrix,
        .range = sf_frame_full_range(reader->frame),
    };
}

int32_t sf_ffmpeg_reader_scale(sf_ffmpeg_reader *reader, uint8_t *base, const sf_ffmpeg_layout *layout,
                               sf_ffmpeg_turn turn, sf_ffmpeg_rect crop, int32_t matrix, sf_ffmpeg_error *error) {
    const AVFrame *frame = reader->frame;
    if (!frame->data[0] || sf_pixel_format(layout->format) != AV_PIX_FMT_RGB24 || crop.left < 0 || crop.top < 0 ||
        crop.width < 1 || crop.height < 1 || crop.left > frame->width - crop.width ||
        crop.top > frame->height - crop.height)
        return sf_fail_status(error, SF_FFMPEG_ARGUMENT, 0, "scaling");
    int width = turn.transpose ? layout->height : layout->width;
    int height = turn.transpose ? layout->width : layout->height;
    bool shrinks = width < crop.width || height < crop.height;
    sf_scaler wanted =
        sf_wanted(reader, crop, width, height, AV_PIX_FMT_RGB24, shrinks ? SWS_AREA : SWS_BILINEAR, matrix);
    uint8_t *target = base + layout->offset0;
    if (!turn.transpose && !turn.flip_x && !turn.flip_y)
        return sf_run_scaler(reader, wanted, crop, (uint8_t *[4]){target}, (int[4]){(int)layout->stride0}, error);
    int stride = FFALIGN(width * 3, 64);
    size_t needed = (size_t)stride * (size_t)height;
    if (needed > reader->turned_size) {
        av_freep(&reader->turned);
        reader->turned = av_malloc(needed);
        reader->turned_size = reader->turned ? needed : 0;
        if (!reader->turned)
            return sf_fail(error, AVERROR(ENOMEM), "scaling");
    }
    int32_t status = sf_run_scaler(reader, wanted, crop, (uint8_t *[4]){reader->turned}, (int[4]){stride}, error);
    if (status == SF_FFMPEG_OK)
        sf_turn_plane(&(sf_plane){.src = reader->turned, .src_stride = stride, .src_w = width, .src_h = height,
                                  .dst = target, .dst_stride = layout->stride0, .bytes = 3},
                      turn);
    return status;
}
