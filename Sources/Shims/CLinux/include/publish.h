#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

/// Opens a file without a name in a directory, for reading and writing: it vanishes with its last descriptor.
/// Errors: -EOPNOTSUPP, -EISDIR or -EINVAL where the file system has no such files. Source: open(2)
/// O_TMPFILE.
int32_t sf_linux_open_unnamed(const char *directory, uint32_t mode);

/// Makes a new file for reading and writing; -EEXIST when the name is taken, even by a dangling link.
int32_t sf_linux_open_exclusive(const char *path, uint32_t mode);

/// Gives an open file a new name; -EEXIST when it is taken. Source: linkat(2) of /proc/self/fd/N.
int32_t sf_linux_link_descriptor(int32_t descriptor, const char *path);

/// Gives a named file a second name; -EEXIST when it is taken.
int32_t sf_linux_link_path(const char *from, const char *to);

/// Renames; `replace` 0 fails with -EEXIST where the new name is taken. Source: renameat2(2)
/// RENAME_NOREPLACE.
int32_t sf_linux_rename(const char *from, const char *to, int32_t replace);

/// Brings a file's content, or a directory's names, to the disk. Source: fsync(2).
int32_t sf_linux_sync(int32_t descriptor);

#pragma clang assume_nonnull end
