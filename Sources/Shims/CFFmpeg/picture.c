// Copies of whole pictures: plane by plane, turned upright in the same pass.
#include "internal.h"

#include <string.h>

// A square of 32 x 32 samples of two bytes is 2 KiB: source and destination tile both stay in the first cache.
#define SF_TILE 32

typedef struct sf_walk {
    const uint8_t *src; ///< the source sample of the destination's first sample
    ptrdiff_t along;    ///< source bytes per destination column
    ptrdiff_t down;     ///< source bytes per destination row
} sf_walk;

static sf_walk sf_walk_of(const sf_plane *plane, sf_ffmpeg_turn turn) {
    ptrdiff_t column = turn.transpose ? plane->src_stride : plane->bytes;
    ptrdiff_t row = turn.transpose ? plane->bytes : plane->src_stride;
    int width = turn.transpose ? plane->src_h : plane->src_w;
    int height = turn.transpose ? plane->src_w : plane->src_h;
    sf_walk walk = {.src = plane->src, .along = column, .down = row};
    if (turn.flip_x) {
        walk.src += (width - 1) * column;
        walk.along = -column;
    }
    if (turn.flip_y) {
        walk.src += (height - 1) * row;
        walk.down = -row;
    }
    return walk;
}

// One instance per sample size, so that the copy of a sample is a single move.
#define SF_TURN_TILE(NAME, BYTES)                                                                                     \
    static void NAME(const sf_walk *walk, uint8_t *dst, ptrdiff_t stride, int left, int top, int right, int bottom) { \
        for (int y = top; y < bottom; y++) {                                                                          \
            uint8_t *out = dst + y * stride + (ptrdiff_t)left * BYTES;                                                \
            const uint8_t *in = walk->src + y * walk->down + left * walk->along;                                      \
            for (int x = left; x < right; x++, in += walk->along, out += BYTES)                                       \
                memcpy(out, in, BYTES);                                                                               \
        }                                                                                                             \
    }
SF_TURN_TILE(sf_turn_tile1, 1)
SF_TURN_TILE(sf_turn_tile2, 2)
SF_TURN_TILE(sf_turn_tile3, 3)

void sf_turn_plane(const sf_plane *plane, sf_ffmpeg_turn turn) {
    sf_walk walk = sf_walk_of(plane, turn);
    int width = turn.transpose ? plane->src_h : plane->src_w;
    int height = turn.transpose ? plane->src_w : plane->src_h;
    if (!turn.transpose && !turn.flip_x) {
        for (int y = 0; y < height; y++)
            memcpy(plane->dst + y * plane->dst_stride, walk.src + y * walk.down, (size_t)width * (size_t)plane->bytes);
        return;
    }
    for (int top = 0; top < height; top += SF_TILE)
        for (int left = 0; left < width; left += SF_TILE) {
            int right = FFMIN(left + SF_TILE, width), bottom = FFMIN(top + SF_TILE, height);
            if (plane->bytes == 1)
                sf_turn_tile1(&walk, plane->dst, plane->dst_stride, left, top, right, bottom);
            else if (plane->bytes == 2)
                sf_turn_tile2(&walk, plane->dst, plane->dst_stride, left, top, right, bottom);
            else
                sf_turn_tile3(&walk, plane->dst, plane->dst_stride, left, top, right, bottom);
        }
}

/// Makes `reader->converted` hold the current picture in `format`, in a buffer that is reused.
static int32_t sf_convert(sf_ffmpeg_reader *reader, enum AVPixelFormat format, int32_t matrix,
                          sf_ffmpeg_error *error) {
    const AVFrame *frame = reader->frame;
    const AVFrame *have = reader->converted;
    if (!have || have->format != format || have->width != frame->width || have->height != frame->height) {
        av_frame_free(&reader->converted);
        reader->converted = av_frame_alloc();
        if (!reader->converted)
            return sf_fail(error, AVERROR(ENOMEM), "converting");
        reader->converted->format = format;
        reader->converted->width = frame->width;
        reader->converted->height = frame->height;
        int code = av_frame_get_buffer(reader->converted, 0);
        if (code < 0) {
            av_frame_free(&reader->converted);
            return sf_fail(error, code, "converting");
        }
    }
    sf_scaler wanted = {
        .src_w = frame->width,
        .src_h = frame->height,
        .src_format = sf_plain_format(frame->format),
        .dst_w = frame->width,
        .dst_h = frame->height,
        .dst_format = format,
        .flags = SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP,
        .matrix = matrix,
        .range = sf_frame_full_range(frame),
    };
    struct SwsContext *context = sf_scaler_get(reader, wanted);
    if (!context)
        return sf_fail(error, AVERROR(ENOMEM), "converting");
    int rows = sws_scale(context, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height,
                         reader->converted->data, reader->converted->linesize);
    return rows == frame->height ? SF_FFMPEG_OK : sf_fail(error, rows < 0 ? rows : AVERROR_BUG, "converting");
}

int32_t sf_ffmpeg_reader_copy(sf_ffmpeg_reader *reader, uint8_t *base, const sf_ffmpeg_layout *layout,
                              sf_ffmpeg_turn turn, int32_t matrix, sf_ffmpeg_error *error) {
    enum AVPixelFormat format = sf_pixel_format(layout->format);
    const AVFrame *frame = reader->frame;
    int width = turn.transpose ? frame->height : frame->width;
    int height = turn.transpose ? frame->width : frame->height;
    if (!frame->data[0] || format == AV_PIX_FMT_NONE || width != layout->width || height != layout->height)
        return sf_fail_status(error, SF_FFMPEG_ARGUMENT, 0, "copying a picture");
    const AVPixFmtDescriptor *descriptor = av_pix_fmt_desc_get(format);
    // A quarter turn would move the halved direction of 4:2:2 from x to y, which no delivery format has.
    if (turn.transpose && descriptor->log2_chroma_w != descriptor->log2_chroma_h)
        return sf_fail_status(error, SF_FFMPEG_ARGUMENT, 0, "turning 4:2:2");
    if (sf_format_number(frame->format) != layout->format) {
        int32_t status = sf_convert(reader, format, matrix, error);
        if (status != SF_FFMPEG_OK)
            return status;
        frame = reader->converted;
    }
    const size_t offsets[3] = {layout->offset0, layout->offset1, layout->offset2};
    const ptrdiff_t strides[3] = {layout->stride0, layout->stride1, layout->stride2};
    int planes = av_pix_fmt_count_planes(format);
    for (int i = 0; i < planes; i++) {
        int shift_x = i ? descriptor->log2_chroma_w : 0, shift_y = i ? descriptor->log2_chroma_h : 0;
        sf_turn_plane(&(sf_plane){.src = frame->data[i], .src_stride = frame->linesize[i],
                                  .src_w = AV_CEIL_RSHIFT(frame->width, shift_x),
                                  .src_h = AV_CEIL_RSHIFT(frame->height, shift_y), .dst = base + offsets[i],
                                  .dst_stride = strides[i], .bytes = descriptor->comp[i].step},
                      turn);
    }
    return SF_FFMPEG_OK;
}

void sf_ffmpeg_reader_thumbnail(const sf_ffmpeg_reader *reader, uint8_t *cells, int32_t columns, int32_t rows) {
    const AVFrame *frame = reader->frame;
    const AVPixFmtDescriptor *descriptor = av_pix_fmt_desc_get(frame->format);
    bool palette = (descriptor->flags & AV_PIX_FMT_FLAG_PAL) != 0;
    // Green stands for brightness in RGB pictures.
    const AVComponentDescriptor *part = &descriptor->comp[(descriptor->flags & AV_PIX_FMT_FLAG_RGB) && !palette];
    const uint8_t *plane = frame->data[part->plane];
    // Eight samples a side tell a cell's brightness well enough, whatever the picture's size.
    enum { side = 8 };
    for (int cell = 0; cell < columns * rows; cell++) {
        uint32_t sum = 0;
        for (int sample = 0; sample < side * side; sample++) {
            int64_t x = (int64_t)frame->width * (cell % columns * side + sample % side) / (columns * side);
            int64_t y = (int64_t)frame->height * (cell / columns * side + sample / side) / (rows * side);
            const uint8_t *at = plane + y * frame->linesize[part->plane] + x * part->step + part->offset;
            if (palette)
                sum += (AV_RN32(frame->data[1] + 4 * *at) >> 8) & 0xff;
            else if (part->depth > 8)
                sum += (uint32_t)(AV_RL16(at) >> part->shift) >> (part->depth - 8);
            else
                sum += *at;
        }
        cells[cell] = (uint8_t)FFMIN(sum / (side * side), 255);
    }
}
