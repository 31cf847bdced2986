// Encoding into a borrowed descriptor.
#include "internal.h"
#include <errno.h>
#include <malloc.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct writer {
    int descriptor;
    int64_t offset;
    int64_t length;
    int failed_errno;
    int is_png;
    sf_png_filter filter;
    /// A WebP file before it is cleaned; its encoder makes it in one piece anyway.
    GByteArray *whole;
} writer;

static int put(void *context, const uint8_t *data, size_t length) {
    writer *self = context;
    while (length > 0) {
        ssize_t wrote = pwrite(self->descriptor, data, length, (off_t)self->offset);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) {
            self->failed_errno = wrote < 0 ? errno : ENOSPC;
            return -1;
        }
        self->offset += wrote;
        if (self->offset > self->length) self->length = self->offset;
        data += wrote;
        length -= (size_t)wrote;
    }
    return 0;
}

static gint64 on_write(VipsTargetCustom *target, const void *data, gint64 length, writer *self) {
    (void)target;
    if (self->whole != NULL) {
        g_byte_array_append(self->whole, data, (guint)length);
        return length;
    }
    int status = self->is_png ? sf_png_filter_write(&self->filter, data, (size_t)length, put, self)
                              : put(self, data, (size_t)length);
    return status == 0 ? length : -1;
}

static gint64 on_read(VipsTargetCustom *target, void *data, gint64 length, writer *self) {
    (void)target;
    for (;;) {
        ssize_t got = pread(self->descriptor, data, (size_t)length, (off_t)self->offset);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) self->failed_errno = errno;
        else self->offset += got;
        return got;
    }
}

static gint64 on_seek(VipsTargetCustom *target, gint64 offset, int whence, writer *self) {
    (void)target;
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? self->offset : self->length;
    int64_t place;
    if (__builtin_add_overflow(base, offset, &place) || place < 0) return -1;
    self->offset = place;
    return place;
}

static int on_end(VipsTargetCustom *target, writer *self) {
    (void)target;
    return self->failed_errno == 0 ? 0 : -1;
}

static int save_heif(VipsImage *image, VipsTarget *target, const sf_vips_save_options *options, int compression) {
    return vips_heifsave_target(
        image, target, "Q", options->quality, "lossless", options->lossless != 0, "compression", compression,
        "bitdepth", options->bits, "effort", 4, "subsample_mode",
        options->subsampled ? VIPS_FOREIGN_SUBSAMPLE_ON : VIPS_FOREIGN_SUBSAMPLE_OFF, "strip", TRUE, NULL
    );
}

/// No optimised tables: they would keep every coefficient of the picture in memory.
static int save_jpeg(VipsImage *image, VipsTarget *target, const sf_vips_save_options *options) {
    VipsArrayDouble *white = vips_array_double_newv(1, 255.0);
    int status = vips_jpegsave_target(
        image, target, "Q", options->quality, "strip", TRUE, "background", white, "subsample_mode",
        options->subsampled ? VIPS_FOREIGN_SUBSAMPLE_ON : VIPS_FOREIGN_SUBSAMPLE_OFF, NULL
    );
    vips_area_unref(VIPS_AREA(white));
    return status;
}

static int save(VipsImage *image, VipsTarget *target, const sf_vips_save_options *options) {
    switch (options->container) {
    case SF_VIPS_JPEG: return save_jpeg(image, target, options);
    case SF_VIPS_PNG:
        return vips_pngsave_target(
            image, target, "strip", TRUE, "bitdepth", options->bits, "filter", VIPS_FOREIGN_PNG_FILTER_ALL, NULL
        );
    case SF_VIPS_WEBP:
        return vips_webpsave_target(
            image, target, "Q", options->quality, "lossless", options->lossless != 0, "alpha_q", 100, "strip", TRUE,
            "smart_subsample", TRUE, NULL
        );
    case SF_VIPS_GIF:
        // The colours of a GIF are few already: spreading them would only add noise, to covers as well.
        return vips_gifsave_target(image, target, "dither", 0.0, "strip", TRUE, NULL);
    case SF_VIPS_TIFF:
        return vips_tiffsave_target(
            image, target, "compression", VIPS_FOREIGN_TIFF_COMPRESSION_DEFLATE, "predictor",
            VIPS_FOREIGN_TIFF_PREDICTOR_HORIZONTAL, "strip", TRUE, NULL
        );
    case SF_VIPS_HEIF: return save_heif(image, target, options, VIPS_FOREIGN_HEIF_COMPRESSION_HEVC);
    case SF_VIPS_AVIF: return save_heif(image, target, options, VIPS_FOREIGN_HEIF_COMPRESSION_AV1);
    default: vips_error("safefaces", "container %d cannot be written", options->container); return -1;
    }
}

/// Sixteen bits where the container has them and they were asked for; else eight.
static int fit_depth(VipsImage *in, const sf_vips_save_options *options, VipsImage **out) {
    if (options->bits == 8 && vips_image_get_format(in) == VIPS_FORMAT_USHORT) {
        VipsImage *narrow = NULL;
        const VipsInterpretation kind = vips_image_get_bands(in) <= 2 ? VIPS_INTERPRETATION_B_W
                                                                      : VIPS_INTERPRETATION_sRGB;
        if (vips_msb(in, &narrow, NULL) != 0) return -1;
        int status = vips_copy(narrow, out, "interpretation", kind, NULL);
        g_object_unref(narrow);
        return status;
    }
    return vips_copy(in, out, NULL);
}

/// Cuts a regular file to nothing, so that nothing of an older, longer file stays behind. Returns an errno or 0.
static int cut_file(int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return errno;
    if (S_ISREG(status.st_mode) && ftruncate(descriptor, 0) != 0) return errno;
    return 0;
}

int32_t sf_vips_save(
    sf_vips_image *image, int32_t descriptor, const sf_vips_save_options *options, int64_t *bytes,
    sf_vips_error *error
) {
    *bytes = 0;
    writer self = {.descriptor = descriptor, .is_png = options->container == SF_VIPS_PNG};
    const int cut = cut_file(descriptor);
    if (cut != 0) return sf_vips_fail(error, SF_VIPS_WRITE, cut);
    VipsImage *fitted = NULL;
    if (fit_depth(sf_in(image), options, &fitted) != 0) return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    if (options->container == SF_VIPS_WEBP) self.whole = g_byte_array_new();
    VipsTargetCustom *target = vips_target_custom_new();
    g_signal_connect(target, "write", G_CALLBACK(on_write), &self);
    g_signal_connect(target, "read", G_CALLBACK(on_read), &self);
    g_signal_connect(target, "seek", G_CALLBACK(on_seek), &self);
    g_signal_connect(target, "end", G_CALLBACK(on_end), &self);
    int status = save(fitted, VIPS_TARGET(target), options);
    g_object_unref(fitted);
    g_object_unref(target);
    // A large picture's buffers go back to the system: the next one may be small, and the process lives on.
    malloc_trim(0);
    if (self.whole != NULL) {
        if (status == 0) status = sf_webp_clean(self.whole->data, self.whole->len, put, &self);
        g_byte_array_unref(self.whole);
    }
    if (self.failed_errno != 0) return sf_vips_fail(error, SF_VIPS_WRITE, self.failed_errno);
    if (status != 0) return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    *bytes = self.length;
    return SF_VIPS_OK;
}
