// Rows out of a picture, pictures out of memory, and text.
#include "internal.h"
#include <stdio.h>
#include <string.h>

struct sf_vips_rows {
    VipsImage *image;
    VipsRegion *region;
};

int32_t sf_vips_rows_open(sf_vips_image *image, sf_vips_rows **out, sf_vips_error *error) {
    VipsRegion *region = vips_region_new(sf_in(image));
    if (region == NULL) return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    sf_vips_rows *rows = g_new0(sf_vips_rows, 1);
    rows->image = g_object_ref(sf_in(image));
    rows->region = region;
    *out = rows;
    return SF_VIPS_OK;
}

int32_t sf_vips_rows_read(
    sf_vips_rows *rows, int32_t top, int32_t count, uint8_t *into, ptrdiff_t stride, sf_vips_error *error
) {
    const VipsRect rect = {0, top, vips_image_get_width(rows->image), count};
    if (top < 0 || count <= 0 || count > vips_image_get_height(rows->image) - top) {
        return sf_vips_refuse(error, SF_VIPS_FAILED, "rows outside the picture");
    }
    if (vips_region_prepare(rows->region, &rect) != 0) {
        const int system = sf_vips_source_errno(rows->image);
        return sf_vips_fail(error, system != 0 ? SF_VIPS_READ : SF_VIPS_FAILED, system);
    }
    const size_t bytes = (size_t)VIPS_IMAGE_SIZEOF_LINE(rows->image);
    for (int32_t row = 0; row < count; row++) {
        memcpy(into + row * stride, VIPS_REGION_ADDR(rows->region, 0, top + row), bytes);
    }
    return SF_VIPS_OK;
}

void sf_vips_rows_close(sf_vips_rows *rows) {
    if (rows == NULL) return;
    g_object_unref(rows->region);
    g_object_unref(rows->image);
    g_free(rows);
}

static VipsImage *wrap(const uint8_t *pixels, int width, int height, int bands) {
    const size_t bytes = (size_t)width * (size_t)height * (size_t)bands;
    return vips_image_new_from_memory(pixels, bytes, width, height, bands, VIPS_FORMAT_UCHAR);
}

int32_t sf_vips_wrap_like(
    const uint8_t *pixels, int32_t width, int32_t height, sf_vips_image *like, sf_vips_image **out,
    sf_vips_error *error
) {
    VipsImage *model = sf_in(like), *named = NULL;
    VipsImage *memory = wrap(pixels, width, height, vips_image_get_bands(model));
    if (memory == NULL) return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    VipsInterpretation kind = vips_image_guess_interpretation(model);
    if (kind == VIPS_INTERPRETATION_RGB16 || kind == VIPS_INTERPRETATION_RGB) kind = VIPS_INTERPRETATION_sRGB;
    if (kind == VIPS_INTERPRETATION_GREY16) kind = VIPS_INTERPRETATION_B_W;
    int status = vips_copy(memory, &named, "interpretation", kind, NULL);
    g_object_unref(memory);
    if (status != 0) return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    const void *profile = NULL;
    size_t length = 0;
    sf_vips_block(like, VIPS_META_ICC_NAME, &profile, &length);
    if (profile != NULL) vips_image_set_blob_copy(named, VIPS_META_ICC_NAME, profile, length);
    *out = sf_out(named);
    return SF_VIPS_OK;
}

int32_t sf_vips_wrap_rgb(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t bands, sf_vips_image **out, sf_vips_error *error
) {
    VipsImage *named = NULL, *memory = wrap(pixels, width, height, bands);
    if (memory == NULL) return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    int status = vips_copy(
        memory, &named, "interpretation", VIPS_INTERPRETATION_sRGB, "xres", 72.0 / 25.4, "yres", 72.0 / 25.4, NULL
    );
    g_object_unref(memory);
    if (status != 0) return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    *out = sf_out(named);
    return SF_VIPS_OK;
}

int32_t sf_vips_text(
    const char *text, const char *font_file, int32_t pixels, sf_vips_image **out, sf_vips_error *error
) {
    VipsImage *drawn = NULL, *sized = NULL;
    // The text is markup to Pango; it must stay text.
    char *escaped = g_markup_escape_text(text, -1);
    int status = vips_text(
        &drawn, escaped, "font", "Noto Color Emoji", "fontfile", font_file, "width", pixels, "height", pixels, "rgba",
        TRUE, NULL
    );
    g_free(escaped);
    if (status == 0) {
        status = vips_thumbnail_image(drawn, &sized, pixels, "height", pixels, "size", VIPS_SIZE_BOTH, NULL);
    }
    sf_swap(&drawn, NULL);
    if (status != 0) return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    *out = sf_out(sized);
    return SF_VIPS_OK;
}

int32_t sf_vips_text_line(
    const char *text, const char *font_file, int32_t height, sf_vips_image **out, sf_vips_error *error
) {
    VipsImage *ink = NULL, *strip = NULL;
    char font[64];
    // Ascent and descent of DejaVu Sans are 1.164 of its size together, so that a line of any letters fits.
    snprintf(font, sizeof font, "DejaVu Sans %dpx", height * 5 / 6);
    char *escaped = g_markup_escape_text(text, -1);
    int status = vips_text(&ink, escaped, "font", font, "fontfile", font_file, NULL);
    g_free(escaped);
    if (status == 0) {
        // What comes back is cut to the ink; its offset says where in the line that lies.
        const int x = ink->Xoffset > 0 ? ink->Xoffset : 0;
        status = vips_embed(ink, &strip, x, ink->Yoffset, x + ink->Xsize, height, NULL);
    }
    sf_swap(&ink, NULL);
    if (status != 0) return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    *out = sf_out(strip);
    return SF_VIPS_OK;
}
