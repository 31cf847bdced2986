#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Blocks the signals in the calling thread (and those it starts later) and opens a non-blocking descriptor
/// that reads them. Source: pthread_sigmask(3), signalfd(2).
int32_t sf_linux_signals_open(const int32_t *signals, size_t count);

/// Reads one signal. Returns its number, or 0 when none is waiting.
int32_t sf_linux_signals_read(int32_t descriptor);

/// A write beyond RLIMIT_FSIZE fails with EFBIG instead of ending the process.
void sf_linux_ignore_file_size_signal(void);

#pragma clang assume_nonnull end
