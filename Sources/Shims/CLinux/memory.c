#define _GNU_SOURCE
#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

// Linux 6.3; absent from the headers of Debian 12.
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

int32_t sf_linux_memory_open(const char *name) {
    const unsigned int flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
    int descriptor = memfd_create(name, flags | MFD_NOEXEC_SEAL);
    if (descriptor < 0 && errno == EINVAL) {
        descriptor = memfd_create(name, flags);
    }
    return descriptor < 0 ? -errno : descriptor;
}

int32_t sf_linux_memory_reserve(int32_t descriptor, int64_t bytes) {
    int status;
    do {
        status = ftruncate(descriptor, bytes);
    } while (status != 0 && errno == EINTR);
    if (status != 0) {
        return -errno;
    }
    if (bytes == 0) {
        return 0;
    }
    do {
        status = posix_fallocate(descriptor, 0, bytes);
    } while (status == EINTR);
    return -status;
}

int32_t sf_linux_seals_add(int32_t descriptor, int32_t seals) {
    int kernel = 0;
    kernel |= (seals & SF_LINUX_SEAL_SEAL) ? F_SEAL_SEAL : 0;
    kernel |= (seals & SF_LINUX_SEAL_SHRINK) ? F_SEAL_SHRINK : 0;
    kernel |= (seals & SF_LINUX_SEAL_GROW) ? F_SEAL_GROW : 0;
    kernel |= (seals & SF_LINUX_SEAL_WRITE) ? F_SEAL_WRITE : 0;
    return fcntl(descriptor, F_ADD_SEALS, kernel) < 0 ? -errno : 0;
}

int32_t sf_linux_seals_get(int32_t descriptor) {
    int kernel = fcntl(descriptor, F_GET_SEALS);
    if (kernel < 0) {
        return -errno;
    }
    int32_t seals = 0;
    seals |= (kernel & F_SEAL_SEAL) ? SF_LINUX_SEAL_SEAL : 0;
    seals |= (kernel & F_SEAL_SHRINK) ? SF_LINUX_SEAL_SHRINK : 0;
    seals |= (kernel & F_SEAL_GROW) ? SF_LINUX_SEAL_GROW : 0;
    seals |= (kernel & F_SEAL_WRITE) ? SF_LINUX_SEAL_WRITE : 0;
    return seals;
}

int32_t sf_linux_memory_map(int32_t descriptor, size_t bytes, int32_t writable, void **address) {
    int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
    void *mapped = mmap(NULL, bytes, protection, MAP_SHARED, descriptor, 0);
    if (mapped == MAP_FAILED) {
        return -errno;
    }
    *address = mapped;
    return 0;
}

int32_t sf_linux_memory_unmap(void *address, size_t bytes) {
    return munmap(address, bytes) != 0 ? -errno : 0;
}

int32_t sf_linux_page_bytes(void) { return (int32_t)sysconf(_SC_PAGESIZE); }
