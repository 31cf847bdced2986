#include "internal.h"

#include <libavutil/mem.h>
#include <libavutil/sha.h>
#include <unistd.h>

// 1 MiB: read-ahead works, and one call costs nothing beside hashing what it read.
#define SF_DIGEST_CHUNK (1024 * 1024)

int32_t sf_ffmpeg_digest(int32_t descriptor, uint8_t *digest, sf_ffmpeg_error *error) {
    struct AVSHA *sha = av_sha_alloc();
    uint8_t *chunk = av_malloc(SF_DIGEST_CHUNK);
    int32_t status = SF_FFMPEG_OK;
    int64_t position = 0;
    if (!sha || !chunk || av_sha_init(sha, 256) < 0)
        status = sf_fail(error, AVERROR(ENOMEM), "starting a digest");
    while (status == SF_FFMPEG_OK) {
        ssize_t count = pread(descriptor, chunk, SF_DIGEST_CHUNK, position);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            status = sf_fail_status(error, SF_FFMPEG_IO, errno, "reading for a digest");
        if (count <= 0)
            break;
        av_sha_update(sha, chunk, (size_t)count);
        position += count;
    }
    if (status == SF_FFMPEG_OK)
        av_sha_final(sha, digest);
    av_free(chunk);
    av_free(sha);
    return status;
}
