#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static int32_t open_retrying(const char *path, int flags, mode_t mode) {
    int descriptor;
    do {
        descriptor = open(path, flags | O_CLOEXEC | O_NOCTTY, mode);
    } while (descriptor < 0 && errno == EINTR);
    return descriptor < 0 ? -errno : descriptor;
}

int32_t sf_linux_close(int32_t descriptor) { return close(descriptor) != 0 ? -errno : 0; }

int32_t sf_linux_duplicate(int32_t descriptor) {
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    return copy < 0 ? -errno : copy;
}

int32_t sf_linux_open_read(const char *path) { return open_retrying(path, O_RDONLY | O_NONBLOCK, 0); }

int32_t sf_linux_open_directory(const char *path, int32_t follow) {
    return open_retrying(path, O_RDONLY | O_DIRECTORY | (follow ? 0 : O_NOFOLLOW), 0);
}

int32_t sf_linux_reopen_read(int32_t descriptor) {
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return open_retrying(path, O_RDONLY | O_NONBLOCK, 0);
}

int32_t sf_linux_open_lock(const char *path) {
    return open_retrying(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0600);
}

int32_t sf_linux_lock(int32_t descriptor) {
    int status;
    do {
        status = flock(descriptor, LOCK_EX | LOCK_NB);
    } while (status != 0 && errno == EINTR);
    return status != 0 ? -errno : 0;
}

static void fill(sf_linux_status *result, const struct stat *source) {
    switch (source->st_mode & S_IFMT) {
    case S_IFREG:
        result->kind = SF_LINUX_KIND_FILE;
        break;
    case S_IFDIR:
        result->kind = SF_LINUX_KIND_DIRECTORY;
        break;
    case S_IFLNK:
        result->kind = SF_LINUX_KIND_LINK;
        break;
    case S_IFSOCK:
        result->kind = SF_LINUX_KIND_SOCKET;
        break;
    default:
        result->kind = SF_LINUX_KIND_OTHER;
        break;
    }
    result->mode = source->st_mode & 07777;
    result->owner = source->st_uid;
    result->links = (uint32_t)source->st_nlink;
    result->device = source->st_dev;
    result->inode = source->st_ino;
    result->bytes = source->st_size;
    result->modified_nanoseconds = (int64_t)source->st_mtim.tv_sec * 1000000000 + source->st_mtim.tv_nsec;
}

int32_t sf_linux_status_of(int32_t descriptor, sf_linux_status *result) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) {
        return -errno;
    }
    fill(result, &status);
    return 0;
}

int32_t sf_linux_status_at(const char *path, int32_t follow, sf_linux_status *result) {
    struct stat status;
    if (fstatat(AT_FDCWD, path, &status, follow ? 0 : AT_SYMLINK_NOFOLLOW) != 0) {
        return -errno;
    }
    fill(result, &status);
    return 0;
}

int64_t sf_linux_free_bytes(int32_t descriptor) {
    struct statvfs status;
    int result;
    do {
        result = fstatvfs(descriptor, &status);
    } while (result != 0 && errno == EINTR);
    return result != 0 ? -errno : (int64_t)(status.f_bavail * status.f_frsize);
}

int32_t sf_linux_make_directory(const char *path, uint32_t mode) {
    return mkdir(path, mode) != 0 ? -errno : 0;
}

int32_t sf_linux_set_mode(int32_t descriptor, uint32_t mode) {
    return fchmod(descriptor, mode) != 0 ? -errno : 0;
}

int32_t sf_linux_remove_file(const char *path) { return unlink(path) != 0 ? -errno : 0; }

int32_t sf_linux_remove_directory(const char *path) { return rmdir(path) != 0 ? -errno : 0; }

int32_t sf_linux_truncate(int32_t descriptor, int64_t bytes) {
    int status;
    do {
        status = ftruncate(descriptor, bytes);
    } while (status != 0 && errno == EINTR);
    return status != 0 ? -errno : 0;
}

int64_t sf_linux_read_at(int32_t descriptor, void *buffer, size_t count, int64_t offset) {
    size_t done = 0;
    while (done < count) {
        ssize_t bytes = pread(descriptor, (char *)buffer + done, count - done, offset + (int64_t)done);
        if (bytes == 0) {
            break;
        }
        if (bytes > 0) {
            done += (size_t)bytes;
        } else if (errno != EINTR) {
            return -errno;
        }
    }
    return (int64_t)done;
}

int32_t sf_linux_write_at(int32_t descriptor, const void *bytes, size_t count, int64_t offset) {
    size_t done = 0;
    while (done < count) {
        const char *rest = (const char *)bytes + done;
        ssize_t written = pwrite(descriptor, rest, count - done, offset + (int64_t)done);
        if (written > 0) {
            done += (size_t)written;
        } else if (written == 0) {
            return -EIO;
        } else if (errno != EINTR) {
            return -errno;
        }
    }
    return 0;
}
