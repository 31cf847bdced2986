// Opening: a VipsSource that reads a borrowed descriptor with pread, and one loader per container.
#include "internal.h"
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct reader {
    int descriptor;
    int64_t offset;
    int64_t length;
    int failed_errno;
} reader;

static const char *const reader_key = "sf-reader";

static gint64 on_read(VipsSourceCustom *source, void *buffer, gint64 length, reader *self) {
    (void)source;
    for (;;) {
        ssize_t got = pread(self->descriptor, buffer, (size_t)length, (off_t)self->offset);
        if (got >= 0) {
            self->offset += got;
            return got;
        }
        if (errno == EINTR) continue;
        self->failed_errno = errno;
        return -1;
    }
}

static gint64 on_seek(VipsSourceCustom *source, gint64 offset, int whence, reader *self) {
    (void)source;
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? self->offset : self->length;
    int64_t target;
    if (__builtin_add_overflow(base, offset, &target) || target < 0) return -1;
    self->offset = target;
    return target;
}

VipsSource *sf_vips_source(int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        vips_error("safefaces", "the descriptor is not a regular file");
        return NULL;
    }
    VipsSourceCustom *source = vips_source_custom_new();
    reader *self = g_new0(reader, 1);
    self->descriptor = descriptor;
    self->length = status.st_size;
    g_object_set_data_full(G_OBJECT(source), reader_key, self, g_free);
    g_signal_connect(source, "read", G_CALLBACK(on_read), self);
    g_signal_connect(source, "seek", G_CALLBACK(on_seek), self);
    return VIPS_SOURCE(source);
}

int sf_vips_source_errno(VipsImage *image) {
    VipsSource *source = g_object_get_data(G_OBJECT(image), reader_key);
    reader *self = source == NULL ? NULL : g_object_get_data(G_OBJECT(source), reader_key);
    return self == NULL ? 0 : self->failed_errno;
}

/// JPEG: the decoder's warnings are its only word on damaged data, so they fail the file. Elsewhere warnings are
/// about odd tags, and damage is an error of its own.
static int load(const sf_vips_recipe *recipe, VipsSource *source, VipsImage **out) {
    const VipsAccess access = VIPS_ACCESS_SEQUENTIAL;
    const VipsFailOn fail = VIPS_FAIL_ON_ERROR;
    const int frames = recipe->all_frames ? -1 : 1;
    switch (recipe->container) {
    case SF_VIPS_JPEG:
        return vips_jpegload_source(
            source, out, "access", access, "fail_on", VIPS_FAIL_ON_WARNING, "shrink", recipe->shrink, NULL
        );
    case SF_VIPS_PNG: return vips_pngload_source(source, out, "access", access, "fail_on", fail, NULL);
    case SF_VIPS_WEBP: return vips_webpload_source(source, out, "n", frames, "access", access, "fail_on", fail, NULL);
    case SF_VIPS_GIF: return vips_gifload_source(source, out, "n", frames, "access", access, "fail_on", fail, NULL);
    case SF_VIPS_TIFF: return vips_tiffload_source(source, out, "access", access, "fail_on", fail, NULL);
    case SF_VIPS_HEIF: return vips_heifload_source(source, out, "access", access, "fail_on", fail, NULL);
    default: vips_error("safefaces", "container %d cannot be opened", recipe->container); return -1;
    }
}

int sf_vips_load(const sf_vips_recipe *recipe, VipsImage **out) {
    *out = NULL;
    VipsSource *source = sf_vips_source(recipe->descriptor);
    if (source == NULL) return -1;
    int status = load(recipe, source, out);
    if (status == 0) {
        // Keeps the source reachable, for its errno, as long as the picture lives.
        g_object_set_data_full(G_OBJECT(*out), reader_key, g_object_ref(source), g_object_unref);
    }
    g_object_unref(source);
    return status;
}

int32_t sf_vips_open(const sf_vips_recipe *recipe, sf_vips_image **out, sf_vips_error *error) {
    VipsImage *image = NULL;
    if (sf_vips_load(recipe, &image) != 0) return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    *out = sf_out(image);
    return SF_VIPS_OK;
}
