// The part of libvips that Safe Faces uses, behind plain C types.
//
// Purpose: opens photos from a descriptor, hands out rows, paints opaque patches, writes a file that holds pixels only.
// Must not know: faces, covers, where a file lies. No path of a photo is ever opened here.
// Diagnostics: every function returns 0, or a negative `SF_VIPS_*` and fills `sf_vips_error`; libvips's global error
// buffer is copied and cleared on the failing call.
// Threads: one libvips worker; call everything from one thread.
#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What went wrong, in classes a caller can act on.
enum {
    SF_VIPS_OK = 0,
    /// The library refused: damaged data, or something it cannot do. The message is the library's.
    SF_VIPS_FAILED = -1,
    /// Reading the descriptor failed; `system` is the errno.
    SF_VIPS_READ = -2,
    /// Writing the descriptor failed; `system` is the errno.
    SF_VIPS_WRITE = -3,
};

typedef struct sf_vips_error {
    int32_t code;
    int32_t system;
    char message[256];
} sf_vips_error;

/// A picture or a plan for one; libvips computes pixels when rows are asked for.
typedef struct sf_vips_image sf_vips_image;
/// A reader of rows, top to bottom.
typedef struct sf_vips_rows sf_vips_rows;

/// Containers that may be opened. The caller decides by the file's first bytes; libvips does not guess.
enum {
    SF_VIPS_JPEG = 1,
    SF_VIPS_PNG = 2,
    SF_VIPS_WEBP = 3,
    SF_VIPS_GIF = 4,
    SF_VIPS_TIFF = 5,
    SF_VIPS_HEIF = 6,
    /// For saving only: HEIF with AV1 inside.
    SF_VIPS_AVIF = 7,
};

/// How a photo is opened.
typedef struct sf_vips_recipe {
    /// Borrowed; read with pread, so its offset does not matter and does not move.
    int32_t descriptor;
    int32_t container;
    /// JPEG only: 1, 2, 4 or 8; the decoder delivers the picture at that fraction of its size.
    int32_t shrink;
    /// EXIF orientation 1...8 that turns stored rows into the upright picture.
    int32_t orientation;
    /// Not 0: the pixels are sRGB already whatever the profile, so the profile is not applied.
    int32_t ignores_profile;
    /// Not 0: all frames of an animation (GIF, WebP), one below the other; else the first.
    int32_t all_frames;
    /// Bytes of pixels that a picture which must be turned may hold at once.
    int64_t budget_bytes;
} sf_vips_recipe;

/// What the header of a photo says; no pixel has been decoded for it.
typedef struct sf_vips_header {
    int32_t width;
    int32_t height;
    int32_t bands;
    /// 8, 16, or 32 for anything else (float and integer TIFF).
    int32_t bits;
    int32_t has_alpha;
    int32_t is_gray;
    int32_t is_cmyk;
    int32_t orientation;
    int32_t pages;
    /// Rows of one frame where frames stand one below the other, else the height.
    int32_t frame_height;
    /// How often an animation is shown, as libvips counts; 0: for ever.
    int32_t loops;
    /// Bits per sample inside a HEIF file, else 0.
    int32_t heif_bits;
    /// 1 when the samples are 8- or 16-bit RGB, gray or CMYK, the common case.
    int32_t is_plain;
} sf_vips_header;

/// Opens libvips: once per process, before the sandbox closes (it loads its own modules).
int32_t sf_vips_start(sf_vips_error *error);

/// Opens the header of a photo as it is stored: no turning, no colour conversion.
/// Owns: `*out` is the caller's, to give to `sf_vips_release`.
int32_t sf_vips_open(const sf_vips_recipe *recipe, sf_vips_image *_Nullable *_Nonnull out, sf_vips_error *error);

/// Opens a photo upright, as gray or sRGB, 8 or 16 bits, with its alpha if it has one.
///
/// Rows must be read top to bottom. A picture that must be turned is decoded again for every `budget_bytes` of its
/// pixels, so that memory stays bounded.
int32_t sf_vips_open_upright(
    const sf_vips_recipe *recipe, sf_vips_image *_Nullable *_Nonnull out, sf_vips_error *error
);

void sf_vips_describe(sf_vips_image *image, sf_vips_header *header);

/// Lends a metadata block (`exif-data`, `icc-profile-data`, ...). Absent: length 0 and null.
void sf_vips_block(
    sf_vips_image *image, const char *name, const void *_Nullable *_Nonnull data, size_t *length
);

/// Copies the milliseconds that each frame of an animation is shown, `count` at most; returns how many there are.
int32_t sf_vips_delays(sf_vips_image *image, int32_t *into, int32_t count);

/// Says of a picture that it is frames one below the other, each shown for so many milliseconds.
int32_t sf_vips_animate(
    sf_vips_image *image, int32_t frame_height, const int32_t *delays, int32_t count, int32_t loops,
    sf_vips_image *_Nullable *_Nonnull out, sf_vips_error *error
);

/// 1 when the header has a field of this name.
int32_t sf_vips_has_field(sf_vips_image *image, const char *name);

/// Makes a picture of 8-bit samples in memory, of the same kind as `like` (colour model, profile, alpha).
/// Owns: borrows `pixels` until the result is released. Shape: packed rows of `width * bands` bytes.
int32_t sf_vips_wrap_like(
    const uint8_t *pixels, int32_t width, int32_t height, sf_vips_image *like, sf_vips_image *_Nullable *_Nonnull out,
    sf_vips_error *error
);

/// Makes a picture of 8-bit sRGB (3 bands) or sRGB with alpha (4) in memory. Owns: borrows `pixels`.
int32_t sf_vips_wrap_rgb(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t bands, sf_vips_image *_Nullable *_Nonnull out,
    sf_vips_error *error
);

/// Converts stored samples to gray or sRGB of 8 or 16 bits; alpha stays as it is.
int32_t sf_vips_convert(
    sf_vips_image *image, int32_t ignores_profile, sf_vips_image *_Nullable *_Nonnull out, sf_vips_error *error
);

/// Makes 8-bit RGB without alpha. `over_white` 0: alpha is ignored; else the colours are laid over white by it.
int32_t sf_vips_flatten(
    sf_vips_image *image, int32_t over_white, sf_vips_image *_Nullable *_Nonnull out, sf_vips_error *error
);

/// Writes the pixels of a part of a patch: packed RGB24 rows. The part lies in the patch; called from one thread at a
/// time, not always the same.
typedef void (*sf_vips_fill)(
    void *context, int32_t left, int32_t top, int32_t width, int32_t height, uint8_t *pixels
);

/// An opaque rectangle to paint.
typedef struct sf_vips_patch {
    int32_t left;
    int32_t top;
    int32_t width;
    int32_t height;
    /// Packed RGB24 rows, or one pixel if `is_solid`.
    const uint8_t *_Nullable pixels;
    int32_t is_solid;
    /// In place of `pixels`: for patches too large to be held.
    sf_vips_fill _Nullable fill;
    void *_Nullable context;
} sf_vips_patch;

/// Paints the patches in order, opaque, and sets colours to 0 where alpha is 0 elsewhere; drops every metadata field.
///
/// `keeps_gray` 0: a gray picture becomes RGB. Else gray stays and the red sample of a patch is painted.
/// Owns: borrows `patches` and their pixels until the result is released.
int32_t sf_vips_paint(
    sf_vips_image *image, const sf_vips_patch *patches, int32_t count, int32_t keeps_gray,
    sf_vips_image *_Nullable *_Nonnull out, sf_vips_error *error
);

typedef struct sf_vips_save_options {
    int32_t container;
    /// 1...100.
    int32_t quality;
    /// Not 0: 4:2:0 (JPEG, WebP, HEIF); else full chroma.
    int32_t subsampled;
    int32_t lossless;
    /// Bits per sample to write: 8 or 16; for HEIF 8, 10 or 12.
    int32_t bits;
} sf_vips_save_options;

/// Encodes into the descriptor from its byte 0; the file is cut to exactly what was written.
/// Owns: borrows `descriptor`. `*bytes` is the file's length.
int32_t sf_vips_save(
    sf_vips_image *image, int32_t descriptor, const sf_vips_save_options *options, int64_t *bytes,
    sf_vips_error *error
);

int32_t sf_vips_rows_open(sf_vips_image *image, sf_vips_rows *_Nullable *_Nonnull out, sf_vips_error *error);

/// Copies `count` rows from `top` on. Shape: `stride` bytes apart, each `width * bands * (bits / 8)` bytes.
int32_t sf_vips_rows_read(
    sf_vips_rows *rows, int32_t top, int32_t count, uint8_t *into, ptrdiff_t stride, sf_vips_error *error
);

void sf_vips_rows_close(sf_vips_rows *_Nullable rows);

void sf_vips_release(sf_vips_image *_Nullable image);

/// Draws text (an emoji) with the font in `font_file` so that it fits `pixels` x `pixels`.
/// Returns 4 bands, alpha not multiplied in.
int32_t sf_vips_text(
    const char *text, const char *font_file, int32_t pixels, sf_vips_image *_Nullable *_Nonnull out,
    sf_vips_error *error
);

/// Draws one line of text with DejaVu Sans in `font_file`, as a mask of one band that is `height` pixels high.
/// Lines of one height have their base line at one place.
int32_t sf_vips_text_line(
    const char *text, const char *font_file, int32_t height, sf_vips_image *_Nullable *_Nonnull out,
    sf_vips_error *error
);

/// Most bytes libvips has held in pixel buffers so far.
int64_t sf_vips_peak_bytes(void);

#pragma clang assume_nonnull end
