// Start-up, errors, headers.
#include "internal.h"
#include <string.h>
#include <vips/vector.h>

static void copy_message(sf_vips_error *error, const char *text) {
    size_t length = strlen(text);
    if (length > sizeof error->message - 1) length = sizeof error->message - 1;
    // libvips ends its messages with a line feed and may hold several; the first says what happened.
    const char *end = memchr(text, '\n', length);
    if (end != NULL && end != text) length = (size_t)(end - text);
    memcpy(error->message, text, length);
    error->message[length] = 0;
}

int32_t sf_vips_fail(sf_vips_error *error, int32_t code, int32_t system) {
    error->code = code;
    error->system = system;
    copy_message(error, vips_error_buffer());
    vips_error_clear();
    return code;
}

int32_t sf_vips_refuse(sf_vips_error *error, int32_t code, const char *message) {
    vips_error_clear();
    error->code = code;
    error->system = 0;
    copy_message(error, message);
    return code;
}

static void drop_log(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
    // Libraries quote what they find in a file; nothing of a photo belongs in a log. Errors arrive by return value.
    (void)domain;
    (void)level;
    (void)message;
    (void)data;
}

int32_t sf_vips_start(sf_vips_error *error) {
    // Never spill pixels of an uncovered photo into a temporary file.
    g_setenv("VIPS_DISC_THRESHOLD", "1000g", TRUE);
    if (vips_init("safefaces") != 0) return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    vips_block_untrusted_set(TRUE);
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_cache_set_max_mem(0);
    vips_cache_set_max_files(0);
    // The vector compiler wants writable-executable memory, which a sandbox refuses.
    vips_vector_set_enabled(FALSE);
    g_log_set_handler("VIPS", G_LOG_LEVEL_MASK, drop_log, NULL);
    vips_error_clear();
    return SF_VIPS_OK;
}

static int bits_of(const VipsImage *image) {
    switch (vips_image_get_format(image)) {
    case VIPS_FORMAT_UCHAR: return 8;
    case VIPS_FORMAT_USHORT: return 16;
    default: return 32;
    }
}

static int integer_field(VipsImage *image, const char *name, int otherwise) {
    int value = otherwise;
    if (vips_image_get_typeof(image, name) == G_TYPE_INT && vips_image_get_int(image, name, &value) != 0) {
        vips_error_clear();
        return otherwise;
    }
    return value;
}

void sf_vips_describe(sf_vips_image *image, sf_vips_header *header) {
    VipsImage *in = sf_in(image);
    memset(header, 0, sizeof *header);
    header->width = vips_image_get_width(in);
    header->height = vips_image_get_height(in);
    header->bands = vips_image_get_bands(in);
    header->bits = bits_of(in);
    header->has_alpha = vips_image_hasalpha(in) ? 1 : 0;
    VipsInterpretation kind = vips_image_guess_interpretation(in);
    header->is_cmyk = kind == VIPS_INTERPRETATION_CMYK;
    header->is_gray = kind == VIPS_INTERPRETATION_B_W || kind == VIPS_INTERPRETATION_GREY16;
    int rgb = kind == VIPS_INTERPRETATION_sRGB || kind == VIPS_INTERPRETATION_RGB16
        || kind == VIPS_INTERPRETATION_RGB;
    header->is_plain = header->bits <= 16 && (rgb || header->is_gray || header->is_cmyk)
        && vips_image_get_coding(in) == VIPS_CODING_NONE;
    header->orientation = integer_field(in, VIPS_META_ORIENTATION, 1);
    if (header->orientation < 1 || header->orientation > 8) header->orientation = 1;
    header->pages = integer_field(in, VIPS_META_N_PAGES, 1);
    header->frame_height = vips_image_get_page_height(in);
    header->loops = integer_field(in, "loop", 0);
    header->heif_bits = integer_field(in, "heif-bitdepth", 0);
}

void sf_vips_block(sf_vips_image *image, const char *name, const void **data, size_t *length) {
    *data = NULL;
    *length = 0;
    if (vips_image_get_typeof(sf_in(image), name) != VIPS_TYPE_BLOB) return;
    if (vips_image_get_blob(sf_in(image), name, data, length) != 0) {
        vips_error_clear();
        *data = NULL;
        *length = 0;
    }
}

int32_t sf_vips_has_field(sf_vips_image *image, const char *name) {
    return vips_image_get_typeof(sf_in(image), name) != 0;
}

int32_t sf_vips_delays(sf_vips_image *image, int32_t *into, int32_t count) {
    int *delays = NULL;
    int found = 0;
    if (vips_image_get_typeof(sf_in(image), "delay") == 0) return 0;
    if (vips_image_get_array_int(sf_in(image), "delay", &delays, &found) != 0) {
        vips_error_clear();
        return 0;
    }
    for (int index = 0; index < found && index < count; index++) into[index] = delays[index];
    return found;
}

int32_t sf_vips_animate(
    sf_vips_image *image, int32_t frame_height, const int32_t *delays, int32_t count, int32_t loops,
    sf_vips_image **out, sf_vips_error *error
) {
    VipsImage *frames = NULL;
    if (vips_copy(sf_in(image), &frames, NULL) != 0) return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    vips_image_set_int(frames, VIPS_META_PAGE_HEIGHT, frame_height);
    vips_image_set_int(frames, "loop", loops);
    vips_image_set_array_int(frames, "delay", delays, count);
    *out = sf_out(frames);
    return SF_VIPS_OK;
}

void sf_vips_release(sf_vips_image *image) {
    if (image != NULL) g_object_unref(image);
}

int64_t sf_vips_peak_bytes(void) { return (int64_t)vips_tracked_get_mem_highwater(); }
