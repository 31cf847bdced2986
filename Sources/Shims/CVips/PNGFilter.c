// libvips 8.14 always writes a resolution chunk; a covered PNG holds IHDR, IDAT and IEND and nothing else.
// The filter sees the encoder's writes in any portions and passes on the signature and the chunks that carry pixels.
#include "internal.h"
#include <string.h>

enum { signature_bytes = 8, head_bytes = 8, checksum_bytes = 4 };

static int carries_pixels(const uint8_t *type) {
    static const char kept[4][4] = {{'I', 'H', 'D', 'R'}, {'P', 'L', 'T', 'E'}, {'I', 'D', 'A', 'T'}, {'I', 'E', 'N', 'D'}};
    for (int index = 0; index < 4; index++) {
        if (memcmp(type, kept[index], 4) == 0) return 1;
    }
    return 0;
}

static uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/// Collects a chunk's length and type; returns how many bytes it took, or -1 if the sink failed.
static int64_t take_head(
    sf_png_filter *filter, const uint8_t *data, size_t length, sf_sink sink, void *context
) {
    size_t take = head_bytes - filter->head_count;
    if (take > length) take = length;
    memcpy(filter->head + filter->head_count, data, take);
    filter->head_count += (uint32_t)take;
    if (filter->head_count == head_bytes) {
        filter->keeps = carries_pixels(filter->head + 4);
        filter->remaining = (uint64_t)big_endian(filter->head) + checksum_bytes;
        filter->head_count = 0;
        if (filter->keeps && sink(context, filter->head, head_bytes) != 0) return -1;
    }
    return (int64_t)take;
}

int sf_png_filter_write(
    sf_png_filter *filter, const uint8_t *data, size_t length, sf_sink sink, void *context
) {
    while (length > 0) {
        int64_t took;
        if (filter->position < signature_bytes) {
            took = (int64_t)VIPS_MIN(length, signature_bytes - filter->position);
            if (sink(context, data, (size_t)took) != 0) return -1;
        } else if (filter->remaining > 0) {
            took = (int64_t)VIPS_MIN((uint64_t)length, filter->remaining);
            if (filter->keeps && sink(context, data, (size_t)took) != 0) return -1;
            filter->remaining -= (uint64_t)took;
        } else {
            took = take_head(filter, data, length, sink, context);
            if (took < 0) return -1;
        }
        filter->position += (uint64_t)took;
        data += took;
        length -= (size_t)took;
    }
    return 0;
}
