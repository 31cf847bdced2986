#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Where a new process stands towards the terminal's signals.
enum {
    SF_LINUX_GROUP_INHERITED = 0,
    SF_LINUX_GROUP_OWN = 1,
    SF_LINUX_GROUP_SESSION = 2,
};

/// What to start.
/// Shape: `arguments` and `environment` end in NULL; `sources[i]` becomes descriptor `targets[i]` of the
///        child. Targets are distinct and below 1024.
typedef struct {
    const char *path;
    char *_Nullable const *_Nonnull arguments;
    char *_Nullable const *_Nonnull environment;
    const int32_t *_Nullable sources;
    const int32_t *_Nullable targets;
    size_t count;
    int32_t group;
} sf_linux_spawn_request;

/// How a process ended, and what it used.
typedef struct {
    /// 1 when it exited by itself, 0 when a signal ended it.
    int32_t exited;
    /// Exit status, or signal number.
    int32_t code;
    int64_t cpu_nanoseconds;
    int64_t peak_resident_bytes;
} sf_linux_exit;

/// Starts a program with exactly the given descriptors, an empty signal mask and default dispositions.
///
/// Descriptor 0 is /dev/null unless given; 1 and 2 are the caller's unless given; every other number is
/// closed.
/// Owns:   the caller owns `*pidfd` and must reap `*pid`.
/// Errors: those of posix_spawn(3): a program that cannot be executed is reported here, not by the child.
int32_t sf_linux_spawn(const sf_linux_spawn_request *request, int32_t *pid, int32_t *pidfd);

/// Sends a signal to the process of a pidfd: never to another one that got its number.
int32_t sf_linux_pidfd_signal(int32_t pidfd, int32_t signal);

/// Opens a pidfd for a process. Source: pidfd_open(2).
int32_t sf_linux_pidfd_open(int32_t pid);

/// Reaps a child. Returns 1 when reaped, 0 when it still runs and `block` is 0.
/// Source: wait4(2). ru_maxrss is in KiB.
int32_t sf_linux_reap(int32_t pid, int32_t block, sf_linux_exit *result);

/// Asks the kernel for a signal when the thread that started this process ends. Source: prctl(2)
/// PR_SET_PDEATHSIG.
int32_t sf_linux_set_parent_death_signal(int32_t signal);

/// Returns the signal set by sf_linux_set_parent_death_signal, 0 for none. Source: prctl(2) PR_GET_PDEATHSIG.
int32_t sf_linux_parent_death_signal(void);

/// Gives up gaining rights by exec, for ever. Source: prctl(2) PR_SET_NO_NEW_PRIVS.
int32_t sf_linux_set_no_new_privileges(void);

/// Returns 1 when rights can no longer be gained, else 0.
int32_t sf_linux_has_no_new_privileges(void);

/// Forbids core dumps and being traced by equals. Source: prctl(2) PR_SET_DUMPABLE 0.
int32_t sf_linux_set_undumpable(void);

/// Returns 1 when this process may be dumped or traced, else 0.
int32_t sf_linux_is_dumpable(void);

int32_t sf_linux_process_id(void);
int32_t sf_linux_parent_process_id(void);
uint32_t sf_linux_effective_user(void);

/// Nanoseconds of processor time of this process, all threads. Source: CLOCK_PROCESS_CPUTIME_ID.
int64_t sf_linux_cpu_nanoseconds(void);

/// Nanoseconds of a clock that never goes back. Source: CLOCK_MONOTONIC.
int64_t sf_linux_monotonic_nanoseconds(void);

/// The highest resident size of this process by getrusage(2), in bytes.
int64_t sf_linux_peak_resident_bytes(void);

/// The kernel's words for an error number; never NULL. Source: strerrordesc_np(3), which is thread-safe.
const char *sf_linux_error_text(int32_t code);

#pragma clang assume_nonnull end
