// libvips 8.14 writes an EXIF chunk into every WebP file, whatever it is told. A covered file holds the picture, and an
// extended header only where there is alpha or more than one frame.
#include "internal.h"
#include <string.h>

enum { riff_bytes = 12, chunk_head_bytes = 8, alpha_flag = 0x10, animation_flag = 0x02 };

typedef enum kept { kept_not, kept_whole, kept_header } kept;

static uint32_t little_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static kept keeps(const uint8_t *chunk) {
    if (memcmp(chunk, "VP8 ", 4) == 0 || memcmp(chunk, "VP8L", 4) == 0 || memcmp(chunk, "ALPH", 4) == 0) {
        return kept_whole;
    }
    // Frames of an animation hold what the encoder put there: pictures and their places.
    if (memcmp(chunk, "ANIM", 4) == 0 || memcmp(chunk, "ANMF", 4) == 0) return kept_whole;
    if (memcmp(chunk, "VP8X", 4) == 0 && (chunk[chunk_head_bytes] & (alpha_flag | animation_flag)) != 0) {
        return kept_header;
    }
    return kept_not;
}

/// Length of the chunk at `chunk` with its head and padding; 0 if it does not fit in `left` bytes.
static size_t chunk_length(const uint8_t *chunk, size_t left) {
    if (left <= chunk_head_bytes) return 0;
    const uint64_t length = chunk_head_bytes + (uint64_t)little_endian(chunk + 4);
    const uint64_t padded = length + (length & 1);
    return padded <= left ? (size_t)padded : 0;
}

static int put_header(const uint8_t *chunk, sf_sink sink, void *context) {
    // VP8X: of all flags only alpha and animation; the sizes as they are.
    uint8_t header[18];
    memcpy(header, chunk, sizeof header);
    header[chunk_head_bytes] &= alpha_flag | animation_flag;
    return sink(context, header, sizeof header);
}

int sf_webp_clean(const uint8_t *data, size_t length, sf_sink sink, void *context) {
    if (length < riff_bytes || memcmp(data, "RIFF", 4) != 0 || memcmp(data + 8, "WEBP", 4) != 0) goto broken;
    uint8_t riff[riff_bytes];
    memcpy(riff, data, sizeof riff);
    size_t total = 4;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t offset = riff_bytes; offset < length;) {
            const size_t step = chunk_length(data + offset, length - offset);
            if (step == 0) goto broken;
            const kept how = keeps(data + offset);
            if (how == kept_header && step != 18) goto broken;
            if (pass == 0 && how != kept_not) total += step;
            if (pass == 1 && how == kept_whole && sink(context, data + offset, step) != 0) return -1;
            if (pass == 1 && how == kept_header && put_header(data + offset, sink, context) != 0) return -1;
            offset += step;
        }
        // The sizes are known: the header of the file goes first.
        for (int byte = 0; byte < 4; byte++) riff[4 + byte] = (uint8_t)(total >> (8 * byte));
        if (pass == 0 && sink(context, riff, sizeof riff) != 0) return -1;
    }
    return 0;
broken:
    vips_error("safefaces", "the WebP encoder made a file that is none");
    return -1;
}
