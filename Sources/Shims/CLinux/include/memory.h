#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Seals as bits of our own, so that no caller needs the kernel's macros.
enum {
    SF_LINUX_SEAL_SEAL = 1,
    SF_LINUX_SEAL_SHRINK = 2,
    SF_LINUX_SEAL_GROW = 4,
    SF_LINUX_SEAL_WRITE = 8,
};

/// Opens an empty memory file that may be sealed and never executed.
/// Source: memfd_create(2); MFD_NOEXEC_SEAL where the kernel (6.3 and later) knows it.
int32_t sf_linux_memory_open(const char *name);

/// Sets the file's length and takes every page of it, so that no later write can meet a full file system.
/// The kernel does not refuse what the machine does not have: it calls the out-of-memory killer. Ask before.
/// Source: ftruncate(2), then posix_fallocate(3).
int32_t sf_linux_memory_reserve(int32_t descriptor, int64_t bytes);

/// Adds seals. Source: fcntl(2) F_ADD_SEALS.
int32_t sf_linux_seals_add(int32_t descriptor, int32_t seals);

/// Returns the SF_LINUX_SEAL_* bits set on a file, or -EINVAL for a file that cannot be sealed.
/// Source: fcntl(2) F_GET_SEALS.
int32_t sf_linux_seals_get(int32_t descriptor);

/// Maps the first `bytes` bytes, shared.
/// Owns: the caller owns `*address` until sf_linux_memory_unmap.
int32_t sf_linux_memory_map(int32_t descriptor, size_t bytes, int32_t writable,
                            void *_Nullable *_Nonnull address);

/// Unmaps what sf_linux_memory_map gave.
int32_t sf_linux_memory_unmap(void *address, size_t bytes);

/// Bytes of one page.
int32_t sf_linux_page_bytes(void);

#pragma clang assume_nonnull end
