#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What a name or descriptor stands for.
enum {
    SF_LINUX_KIND_OTHER = 0,
    SF_LINUX_KIND_FILE = 1,
    SF_LINUX_KIND_DIRECTORY = 2,
    SF_LINUX_KIND_LINK = 3,
    SF_LINUX_KIND_SOCKET = 4,
};

/// The parts of struct stat that are used here.
typedef struct {
    int32_t kind;
    /// The twelve permission bits.
    uint32_t mode;
    uint32_t owner;
    uint32_t links;
    uint64_t device;
    uint64_t inode;
    int64_t bytes;
    /// Since 1970, of the last change of content.
    int64_t modified_nanoseconds;
} sf_linux_status;

/// Closes a descriptor. Never retried: Linux frees the number even when it reports EINTR.
int32_t sf_linux_close(int32_t descriptor);

/// Duplicates a descriptor.
int32_t sf_linux_duplicate(int32_t descriptor);

/// Opens a file for reading without ever blocking on a pipe or device.
int32_t sf_linux_open_read(const char *path);

/// Opens a directory; `follow` 0 refuses a symbolic link with -ELOOP or -ENOTDIR.
int32_t sf_linux_open_directory(const char *path, int32_t follow);

/// Opens the same file again, for reading only, with an offset of its own. Source: proc(5), /proc/self/fd.
int32_t sf_linux_reopen_read(int32_t descriptor);

/// Opens or makes a file for locking, mode 0600; a symbolic link is refused.
int32_t sf_linux_open_lock(const char *path);

/// Takes an exclusive lock without waiting; -EWOULDBLOCK when another holds it. Source: flock(2).
int32_t sf_linux_lock(int32_t descriptor);

int32_t sf_linux_status_of(int32_t descriptor, sf_linux_status *result);

/// `follow` 0 describes a symbolic link itself.
int32_t sf_linux_status_at(const char *path, int32_t follow, sf_linux_status *result);

/// Bytes that this user may still write on the file system of a descriptor. Source: fstatvfs(3).
int64_t sf_linux_free_bytes(int32_t descriptor);

int32_t sf_linux_make_directory(const char *path, uint32_t mode);
int32_t sf_linux_set_mode(int32_t descriptor, uint32_t mode);
int32_t sf_linux_remove_file(const char *path);
int32_t sf_linux_remove_directory(const char *path);

/// Sets the length of a file.
int32_t sf_linux_truncate(int32_t descriptor, int64_t bytes);

/// Reads until `count` bytes or the end; returns how many. For files that have offsets.
int64_t sf_linux_read_at(int32_t descriptor, void *_Nullable buffer, size_t count, int64_t offset);

/// Writes all bytes.
int32_t sf_linux_write_at(int32_t descriptor, const void *_Nullable bytes, size_t count, int64_t offset);

/// An open directory listing.
typedef struct sf_linux_listing sf_linux_listing;

/// Starts a listing. Owns: the caller closes `*listing`.
int32_t sf_linux_listing_open(const char *path, sf_linux_listing *_Nullable *_Nonnull listing);

/// Room for any name with its end: 255 UTF-16 units of a FAT name are up to 765 bytes of UTF-8.
enum { SF_LINUX_NAME_BYTES = 1024 };

/// Copies the next name (room for SF_LINUX_NAME_BYTES) and its kind, links not followed. Returns 1, or 0 at
/// the end.
int32_t sf_linux_listing_next(sf_linux_listing *listing, char *name, int32_t *kind);

void sf_linux_listing_close(sf_linux_listing *listing);

#pragma clang assume_nonnull end
