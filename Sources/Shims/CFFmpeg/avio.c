// FFmpeg's byte stream on a descriptor that somebody else opened: pread, pwrite and fstat, nothing else. There is no
// way from here to a path, a protocol or a second file.
#include "internal.h"

#include <libavutil/mem.h>
#include <sys/stat.h>
#include <unistd.h>

// 64 KiB: one call per GOP of a small clip, and below the size at which the copy out of the page cache dominates.
#define SF_IO_BUFFER (64 * 1024)

int64_t sf_io_size(int fd) {
    struct stat status;
    if (fstat(fd, &status) < 0)
        return AVERROR(errno);
    return S_ISREG(status.st_mode) ? (int64_t)status.st_size : AVERROR(ESPIPE);
}

static int sf_io_read(void *opaque, uint8_t *buffer, int size) {
    sf_io *io = opaque;
    ssize_t count;
    do
        count = pread(io->fd, buffer, (size_t)size, io->position);
    while (count < 0 && errno == EINTR);
    if (count < 0) {
        io->failure = io->failure ? io->failure : errno;
        return AVERROR(errno);
    }
    if (count == 0)
        return AVERROR_EOF;
    io->position += count;
    return (int)count;
}

static int sf_io_write(void *opaque, uint8_t *buffer, int size) {
    sf_io *io = opaque;
    int done = 0;
    while (done < size) {
        ssize_t count = pwrite(io->fd, buffer + done, (size_t)(size - done), io->position);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            int code = count < 0 ? errno : ENOSPC;
            io->failure = io->failure ? io->failure : code;
            return AVERROR(code);
        }
        io->position += count;
        done += (int)count;
    }
    return size;
}

static int64_t sf_io_seek(void *opaque, int64_t offset, int whence) {
    sf_io *io = opaque;
    int64_t base;
    switch (whence & ~AVSEEK_FORCE) {
    case AVSEEK_SIZE:
        return sf_io_size(io->fd);
    case SEEK_SET:
        base = 0;
        break;
    case SEEK_CUR:
        base = io->position;
        break;
    case SEEK_END:
        base = sf_io_size(io->fd);
        break;
    default:
        return AVERROR(EINVAL);
    }
    int64_t target;
    if (base < 0 || __builtin_add_overflow(base, offset, &target) || target < 0)
        return AVERROR(EINVAL);
    io->position = target;
    return target;
}

AVIOContext *sf_io_open(sf_io *io, int fd, bool writable) {
    *io = (sf_io){.fd = fd};
    uint8_t *buffer = av_malloc(SF_IO_BUFFER);
    if (!buffer)
        return NULL;
    AVIOContext *context =
        avio_alloc_context(buffer, SF_IO_BUFFER, writable, io, writable ? NULL : sf_io_read,
                           writable ? sf_io_write : NULL, sf_io_seek);
    if (!context)
        av_free(buffer);
    return context;
}

void sf_io_close(AVIOContext **context) {
    if (!*context)
        return;
    av_freep(&(*context)->buffer);
    avio_context_free(context);
}
