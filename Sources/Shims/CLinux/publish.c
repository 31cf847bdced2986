#define _GNU_SOURCE
#include "publish.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int32_t sf_linux_open_unnamed(const char *directory, uint32_t mode) {
    int descriptor;
    do {
        descriptor = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
    } while (descriptor < 0 && errno == EINTR);
    return descriptor < 0 ? -errno : descriptor;
}

int32_t sf_linux_open_exclusive(const char *path, uint32_t mode) {
    int descriptor;
    do {
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    } while (descriptor < 0 && errno == EINTR);
    return descriptor < 0 ? -errno : descriptor;
}

int32_t sf_linux_link_descriptor(int32_t descriptor, const char *path) {
    char source[40];
    snprintf(source, sizeof source, "/proc/self/fd/%d", descriptor);
    return linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) != 0 ? -errno : 0;
}

int32_t sf_linux_link_path(const char *from, const char *to) {
    return linkat(AT_FDCWD, from, AT_FDCWD, to, 0) != 0 ? -errno : 0;
}

int32_t sf_linux_rename(const char *from, const char *to, int32_t replace) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, replace ? 0 : RENAME_NOREPLACE) != 0 ? -errno : 0;
}

int32_t sf_linux_sync(int32_t descriptor) {
    int status;
    do {
        status = fsync(descriptor);
    } while (status != 0 && errno == EINTR);
    return status != 0 ? -errno : 0;
}
