// Painting opaque patches into a stream of rows, and dropping everything that is not a pixel.
#include "internal.h"
#include <string.h>

typedef struct painter {
    const sf_vips_patch *patches;
    int32_t count;
} painter;

/// Resolution written where a format insists on one: 72 per inch for every file, so that it tells nothing.
static const double pixels_per_millimetre = 72.0 / 25.4;

static void clear_hidden(VipsRegion *out, const VipsRect *area, int bands, int sample_bytes) {
    const size_t colour_bytes = (size_t)(bands - 1) * (size_t)sample_bytes;
    for (int row = 0; row < area->height; row++) {
        VipsPel *pixel = VIPS_REGION_ADDR(out, area->left, area->top + row);
        for (int column = 0; column < area->width; column++) {
            const VipsPel *alpha = pixel + colour_bytes;
            if (alpha[0] == 0 && alpha[sample_bytes - 1] == 0) memset(pixel, 0, colour_bytes);
            pixel += colour_bytes + (size_t)sample_bytes;
        }
    }
}

static void put_pixel(VipsPel *pixel, const uint8_t *rgb, int bands, int sample_bytes) {
    const int colours = bands >= 3 ? 3 : 1;
    for (int band = 0; band < bands; band++) {
        const uint8_t value = band < colours ? rgb[band] : 255;
        // 8 bits to 16: times 257, which is the byte twice, in either byte order.
        for (int byte = 0; byte < sample_bytes; byte++) *pixel++ = value;
    }
}

/// Copies rows of RGB over a part of the picture. `step` is 0 where one pixel stands for all.
static void put_rows(
    VipsRegion *out, const VipsRect *area, const uint8_t *rgb, size_t line_bytes, size_t step, int bands,
    int sample_bytes
) {
    for (int row = 0; row < area->height; row++) {
        VipsPel *pixel = VIPS_REGION_ADDR(out, area->left, area->top + row);
        const uint8_t *source = rgb + (size_t)row * line_bytes;
        for (int column = 0; column < area->width; column++) {
            put_pixel(pixel, source, bands, sample_bytes);
            pixel += (size_t)bands * (size_t)sample_bytes;
            source += step;
        }
    }
}

static void put_patch(
    VipsRegion *out, const VipsRect *area, const sf_vips_patch *patch, int bands, int sample_bytes
) {
    if (patch->fill != NULL) {
        const size_t line = (size_t)area->width * 3;
        uint8_t *rgb = g_malloc(line * (size_t)area->height);
        patch->fill(patch->context, area->left, area->top, area->width, area->height, rgb);
        put_rows(out, area, rgb, line, 3, bands, sample_bytes);
        g_free(rgb);
    } else if (patch->is_solid) {
        put_rows(out, area, patch->pixels, 0, 0, bands, sample_bytes);
    } else {
        const size_t line = (size_t)patch->width * 3;
        const uint8_t *rgb = patch->pixels + (size_t)(area->top - patch->top) * line;
        put_rows(out, area, rgb + (size_t)(area->left - patch->left) * 3, line, 3, bands, sample_bytes);
    }
}

static int generate(VipsRegion *out, void *sequence, void *a, void *b, gboolean *stop) {
    (void)a;
    (void)stop;
    VipsRegion *in = sequence;
    const painter *self = b;
    const VipsRect *area = &out->valid;
    const int bands = out->im->Bands;
    const int sample_bytes = vips_image_get_format(out->im) == VIPS_FORMAT_USHORT ? 2 : 1;
    if (vips_region_prepare(in, area) != 0) return -1;
    vips_region_copy(in, out, area, area->left, area->top);
    if (bands == 2 || bands == 4) clear_hidden(out, area, bands, sample_bytes);
    for (int32_t index = 0; index < self->count; index++) {
        const sf_vips_patch *patch = &self->patches[index];
        VipsRect box = {patch->left, patch->top, patch->width, patch->height}, common;
        vips_rect_intersectrect(area, &box, &common);
        if (!vips_rect_isempty(&common)) put_patch(out, &common, patch, bands, sample_bytes);
    }
    return 0;
}

static void free_painter(VipsImage *image, painter *self) {
    (void)image;
    g_free(self);
}

static void drop_fields(VipsImage *image) {
    gchar **fields = vips_image_get_fields(image);
    for (gchar **field = fields; *field != NULL; field++) vips_image_remove(image, *field);
    g_strfreev(fields);
    image->Xres = pixels_per_millimetre;
    image->Yres = pixels_per_millimetre;
    image->Xoffset = 0;
    image->Yoffset = 0;
}

static int gray_to_rgb(VipsImage *in, VipsImage **out) {
    VipsImage *gray = NULL, *alpha = NULL, *joined = NULL;
    const int wide = vips_image_get_format(in) == VIPS_FORMAT_USHORT;
    int status = vips_extract_band(in, &gray, 0, NULL);
    if (status == 0 && vips_image_get_bands(in) == 2) status = vips_extract_band(in, &alpha, 1, NULL);
    if (status == 0) {
        VipsImage *parts[4] = {gray, gray, gray, alpha};
        status = vips_bandjoin(parts, &joined, alpha == NULL ? 3 : 4, NULL);
    }
    if (status == 0) {
        const VipsInterpretation kind = wide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB;
        status = vips_copy(joined, out, "interpretation", kind, NULL);
    }
    sf_swap(&gray, NULL);
    sf_swap(&alpha, NULL);
    sf_swap(&joined, NULL);
    return status;
}

static int attach_painter(VipsImage *in, const sf_vips_patch *patches, int32_t count, VipsImage **out) {
    VipsImage *image = vips_image_new();
    painter *self = g_new0(painter, 1);
    self->patches = patches;
    self->count = count;
    g_signal_connect(image, "close", G_CALLBACK(free_painter), self);
    // Keeps the input alive for as long as the result is.
    g_object_set_data_full(G_OBJECT(image), "sf-input", g_object_ref(in), g_object_unref);
    if (vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, in, NULL) != 0
        || vips_image_generate(image, vips_start_one, generate, vips_stop_one, in, self) != 0) {
        g_object_unref(image);
        return -1;
    }
    drop_fields(image);
    *out = image;
    return 0;
}

static int32_t check_patches(
    VipsImage *in, const sf_vips_patch *patches, int32_t count, sf_vips_error *error
) {
    for (int32_t index = 0; index < count; index++) {
        const sf_vips_patch *patch = &patches[index];
        if (patch->left < 0 || patch->top < 0 || patch->width <= 0 || patch->height <= 0
            || patch->width > vips_image_get_width(in) - patch->left
            || patch->height > vips_image_get_height(in) - patch->top) {
            return sf_vips_refuse(error, SF_VIPS_FAILED, "a patch reaches outside the picture");
        }
    }
    return SF_VIPS_OK;
}

int32_t sf_vips_paint(
    sf_vips_image *image, const sf_vips_patch *patches, int32_t count, int32_t keeps_gray, sf_vips_image **out,
    sf_vips_error *error
) {
    VipsImage *in = NULL, *result = NULL;
    const int32_t sound = check_patches(sf_in(image), patches, count, error);
    if (sound != SF_VIPS_OK) return sound;
    int status = vips_image_get_bands(sf_in(image)) <= 2 && !keeps_gray ? gray_to_rgb(sf_in(image), &in)
                                                                        : vips_copy(sf_in(image), &in, NULL);
    if (status == 0) status = attach_painter(in, patches, count, &result);
    sf_swap(&in, NULL);
    if (status != 0) return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    *out = sf_out(result);
    return SF_VIPS_OK;
}
