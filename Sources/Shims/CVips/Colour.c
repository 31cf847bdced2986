// Colour: whatever a file stores becomes gray or sRGB, 8 or 16 bits, alpha apart.
#include "internal.h"

static int is_gray(VipsInterpretation kind) {
    return kind == VIPS_INTERPRETATION_B_W || kind == VIPS_INTERPRETATION_GREY16;
}

static int is_rgb(VipsInterpretation kind) {
    return kind == VIPS_INTERPRETATION_sRGB || kind == VIPS_INTERPRETATION_RGB16 || kind == VIPS_INTERPRETATION_RGB;
}

/// Applies the embedded profile, or for CMYK without one a standard profile. A broken profile falls back likewise.
static int apply_profile(VipsImage *in, VipsInterpretation kind, int depth, VipsImage **out) {
    const char *fallback = kind == VIPS_INTERPRETATION_CMYK ? "cmyk" : "srgb";
    if (is_gray(kind)) {
        return vips_icc_transform(
            in, out, "srgb", "embedded", TRUE, "depth", depth, "intent", VIPS_INTENT_RELATIVE,
            "black_point_compensation", TRUE, NULL
        );
    }
    return vips_icc_transform(
        in, out, "srgb", "embedded", TRUE, "input_profile", fallback, "depth", depth, "intent", VIPS_INTENT_RELATIVE,
        "black_point_compensation", TRUE, NULL
    );
}

static int convert_colour(VipsImage *in, VipsInterpretation kind, int ignores_profile, VipsImage **out) {
    const int depth = vips_image_get_format(in) == VIPS_FORMAT_USHORT ? 16 : 8;
    const int integral = vips_image_get_format(in) == VIPS_FORMAT_UCHAR || depth == 16;
    const int profiled = vips_image_get_typeof(in, VIPS_META_ICC_NAME) != 0 && !ignores_profile;
    const int plain = is_rgb(kind) || is_gray(kind);
    if (integral && (kind == VIPS_INTERPRETATION_CMYK || (profiled && plain))) {
        if (apply_profile(in, kind, depth, out) == 0) return 0;
        // A gray picture with an unusable profile: its samples are shown as they are by every viewer.
        if (kind == VIPS_INTERPRETATION_CMYK) return -1;
        vips_error_clear();
    }
    if (integral && plain) return vips_copy(in, out, NULL);
    VipsImage *wide = NULL;
    const VipsInterpretation target = depth == 16 ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB;
    if (vips_colourspace(in, &wide, target, NULL) != 0) return -1;
    int status = vips_cast(wide, out, depth == 16 ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR, NULL);
    g_object_unref(wide);
    return status;
}

/// Gives the colour part its standard name, so that later steps need no guess.
static int name_colour(VipsImage *in, VipsImage **out) {
    const int wide = vips_image_get_format(in) == VIPS_FORMAT_USHORT;
    VipsInterpretation kind;
    if (vips_image_get_bands(in) == 1) kind = wide ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W;
    else if (vips_image_get_bands(in) == 3) kind = wide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB;
    else {
        vips_error("safefaces", "a picture with %d bands", vips_image_get_bands(in));
        return -1;
    }
    return vips_copy(in, out, "interpretation", kind, NULL);
}

static int join_alpha(VipsImage *colour, VipsImage *alpha, VipsImage **out) {
    VipsImage *same = NULL;
    if (vips_image_get_format(alpha) == vips_image_get_format(colour)) same = g_object_ref(alpha);
    else if (vips_cast(alpha, &same, vips_image_get_format(colour), NULL) != 0) return -1;
    int status = vips_bandjoin2(colour, same, out, NULL);
    g_object_unref(same);
    return status;
}

int sf_vips_to_canonical(VipsImage *in, int ignores_profile, VipsImage **out) {
    const VipsInterpretation kind = vips_image_guess_interpretation(in);
    const int bands = vips_image_get_bands(in);
    const int alpha_band = vips_image_hasalpha(in) ? 1 : 0;
    VipsImage *colour = NULL, *alpha = NULL, *converted = NULL, *named = NULL;
    int status = -1;
    if (vips_extract_band(in, &colour, 0, "n", bands - alpha_band, NULL) != 0) goto done;
    if (alpha_band && vips_extract_band(in, &alpha, bands - 1, NULL) != 0) goto done;
    if (convert_colour(colour, kind, ignores_profile, &converted) != 0) goto done;
    if (name_colour(converted, &named) != 0) goto done;
    if (alpha_band) status = join_alpha(named, alpha, out);
    else {
        *out = g_object_ref(named);
        status = 0;
    }
done:
    sf_swap(&colour, NULL);
    sf_swap(&alpha, NULL);
    sf_swap(&converted, NULL);
    sf_swap(&named, NULL);
    return status;
}

int32_t sf_vips_convert(sf_vips_image *image, int32_t ignores_profile, sf_vips_image **out, sf_vips_error *error) {
    VipsImage *result = NULL;
    if (sf_vips_to_canonical(sf_in(image), ignores_profile, &result) != 0) {
        return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    }
    *out = sf_out(result);
    return SF_VIPS_OK;
}

/// Canonical in (1...4 bands, 8 or 16 bits), 8-bit with the same bands out.
static int to_eight_bits(VipsImage *in, VipsImage **out) {
    if (vips_image_get_format(in) == VIPS_FORMAT_UCHAR) return vips_copy(in, out, NULL);
    return vips_msb(in, out, NULL);
}

int32_t sf_vips_flatten(sf_vips_image *image, int32_t over_white, sf_vips_image **out, sf_vips_error *error) {
    VipsImage *step = g_object_ref(sf_in(image)), *next = NULL;
    int failed = to_eight_bits(step, &next);
    sf_swap(&step, next);
    int bands = failed ? 0 : vips_image_get_bands(step);
    const int alpha = bands == 2 || bands == 4;
    if (!failed && alpha) {
        next = NULL;
        VipsArrayDouble *white = vips_array_double_newv(1, 255.0);
        failed = over_white ? vips_flatten(step, &next, "background", white, NULL)
                            : vips_extract_band(step, &next, 0, "n", bands - 1, NULL);
        vips_area_unref(VIPS_AREA(white));
        sf_swap(&step, next);
        bands -= 1;
    }
    if (!failed && bands == 1) {
        next = NULL;
        VipsImage *same[3] = {step, step, step};
        failed = vips_bandjoin(same, &next, 3, NULL);
        sf_swap(&step, next);
    }
    if (!failed) {
        next = NULL;
        failed = vips_copy(step, &next, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
        sf_swap(&step, next);
    }
    if (failed) {
        sf_swap(&step, NULL);
        return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    }
    *out = sf_out(step);
    return SF_VIPS_OK;
}
