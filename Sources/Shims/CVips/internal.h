// Shared between the files of this shim only.
#pragma once

// pread, pwrite and ftruncate are POSIX, which strict C17 hides.
#define _POSIX_C_SOURCE 200809L

#include "CVips.h"
#include <vips/vips.h>

static inline VipsImage *sf_in(sf_vips_image *image) { return (VipsImage *)image; }
static inline sf_vips_image *sf_out(VipsImage *image) { return (sf_vips_image *)image; }

/// Copies libvips's error text into `error`, clears it, returns `code`.
int32_t sf_vips_fail(sf_vips_error *error, int32_t code, int32_t system);
/// The same with our own text.
int32_t sf_vips_refuse(sf_vips_error *error, int32_t code, const char *message);

/// A VipsSource on a borrowed descriptor (pread); null with the reason in libvips's buffer.
VipsSource *sf_vips_source(int descriptor);
/// The errno of the last failed read of this source, or 0. `image` was made from it.
int sf_vips_source_errno(VipsImage *image);

/// Replaces `*image` by `next`, dropping the old reference. Both may be null.
static inline void sf_swap(VipsImage **image, VipsImage *next) {
    VipsImage *old = *image;
    *image = next;
    if (old != NULL) g_object_unref(old);
}

int sf_vips_load(const sf_vips_recipe *recipe, VipsImage **out);
int sf_vips_to_canonical(VipsImage *in, int ignores_profile, VipsImage **out);

/// Drops PNG chunks that carry no pixels from a stream of writes.
typedef struct sf_png_filter {
    uint64_t position;
    uint8_t head[8];
    uint32_t head_count;
    uint64_t remaining;
    int keeps;
} sf_png_filter;

/// Takes bytes of the file to be; 0, or -1 to stop.
typedef int (*sf_sink)(void *context, const uint8_t *data, size_t length);
int sf_png_filter_write(
    sf_png_filter *filter, const uint8_t *data, size_t length, sf_sink sink, void *context
);

/// Writes the chunks of a WebP file that carry pixels as a file of their own; -1 if it is not one or the sink failed.
int sf_webp_clean(const uint8_t *data, size_t length, sf_sink sink, void *context);
