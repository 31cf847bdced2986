#define _GNU_SOURCE
#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

int32_t sf_linux_signals_open(const int32_t *signals, size_t count) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t index = 0; index < count; index += 1) {
        if (sigaddset(&set, signals[index]) != 0) {
            return -errno;
        }
    }
    int status = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (status != 0) {
        return -status;
    }
    int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

int32_t sf_linux_signals_read(int32_t descriptor) {
    struct signalfd_siginfo info;
    ssize_t bytes;
    do {
        bytes = read(descriptor, &info, sizeof info);
    } while (bytes < 0 && errno == EINTR);
    if (bytes < 0) {
        return errno == EAGAIN ? 0 : -errno;
    }
    return bytes == (ssize_t)sizeof info ? (int32_t)info.ssi_signo : -EIO;
}

void sf_linux_ignore_file_size_signal(void) {
    signal(SIGXFSZ, SIG_IGN);
}
