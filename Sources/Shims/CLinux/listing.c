#define _GNU_SOURCE
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

// The public name stands for the C library's own handle.
static DIR *handle(sf_linux_listing *listing) { return (DIR *)listing; }

int32_t sf_linux_listing_open(const char *path, sf_linux_listing **listing) {
    DIR *directory = opendir(path);
    if (directory == NULL) {
        return -errno;
    }
    *listing = (sf_linux_listing *)directory;
    return 0;
}

// File systems that do not store the kind with the name say DT_UNKNOWN; then the inode is asked.
static int32_t kind_of(DIR *directory, const struct dirent *entry) {
    switch (entry->d_type) {
    case DT_REG:
        return SF_LINUX_KIND_FILE;
    case DT_DIR:
        return SF_LINUX_KIND_DIRECTORY;
    case DT_LNK:
        return SF_LINUX_KIND_LINK;
    case DT_SOCK:
        return SF_LINUX_KIND_SOCKET;
    case DT_UNKNOWN:
        break;
    default:
        return SF_LINUX_KIND_OTHER;
    }
    struct stat status;
    if (fstatat(dirfd(directory), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        return SF_LINUX_KIND_OTHER;
    }
    return S_ISREG(status.st_mode)    ? SF_LINUX_KIND_FILE
           : S_ISDIR(status.st_mode)  ? SF_LINUX_KIND_DIRECTORY
           : S_ISLNK(status.st_mode)  ? SF_LINUX_KIND_LINK
           : S_ISSOCK(status.st_mode) ? SF_LINUX_KIND_SOCKET
                                      : SF_LINUX_KIND_OTHER;
}

int32_t sf_linux_listing_next(sf_linux_listing *listing, char *name, int32_t *kind) {
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(handle(listing));
        if (entry == NULL) {
            return errno == 0 ? 0 : -errno;
        }
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        size_t length = strlen(entry->d_name);
        if (length >= SF_LINUX_NAME_BYTES) {
            return -ENAMETOOLONG;
        }
        memcpy(name, entry->d_name, length + 1);
        *kind = kind_of(handle(listing), entry);
        return 1;
    }
}

void sf_linux_listing_close(sf_linux_listing *listing) { closedir(handle(listing)); }
