#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int32_t sf_linux_pidfd_signal(int32_t pidfd, int32_t signal) {
    return pidfd_send_signal(pidfd, signal, NULL, 0) != 0 ? -errno : 0;
}

int32_t sf_linux_pidfd_open(int32_t pid) {
    int descriptor = pidfd_open(pid, 0);
    return descriptor < 0 ? -errno : descriptor;
}

static int64_t nanoseconds(struct timeval time) {
    return (int64_t)time.tv_sec * 1000000000 + (int64_t)time.tv_usec * 1000;
}

int32_t sf_linux_reap(int32_t pid, int32_t block, sf_linux_exit *result) {
    int status = 0;
    struct rusage usage;
    memset(&usage, 0, sizeof usage);
    pid_t reaped;
    do {
        reaped = wait4(pid, &status, block ? 0 : WNOHANG, &usage);
    } while (reaped < 0 && errno == EINTR);
    if (reaped < 0) {
        return -errno;
    }
    if (reaped == 0) {
        return 0;
    }
    result->exited = WIFEXITED(status) ? 1 : 0;
    result->code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    result->cpu_nanoseconds = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime);
    result->peak_resident_bytes = (int64_t)usage.ru_maxrss * 1024;
    return 1;
}

int32_t sf_linux_set_parent_death_signal(int32_t signal) {
    return prctl(PR_SET_PDEATHSIG, (unsigned long)signal, 0, 0, 0) != 0 ? -errno : 0;
}

int32_t sf_linux_set_no_new_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ? -errno : 0;
}

int32_t sf_linux_parent_death_signal(void) {
    int signal = 0;
    return prctl(PR_GET_PDEATHSIG, &signal, 0, 0, 0) != 0 ? -errno : signal;
}

int32_t sf_linux_has_no_new_privileges(void) {
    int value = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
    return value < 0 ? -errno : value;
}

int32_t sf_linux_set_undumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 ? -errno : 0; }

int32_t sf_linux_is_dumpable(void) {
    int value = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
    return value < 0 ? -errno : (value != 0 ? 1 : 0);
}

int32_t sf_linux_process_id(void) { return (int32_t)getpid(); }

int32_t sf_linux_parent_process_id(void) { return (int32_t)getppid(); }

uint32_t sf_linux_effective_user(void) { return (uint32_t)geteuid(); }

static int64_t read_clock(clockid_t clock) {
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t sf_linux_cpu_nanoseconds(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

int64_t sf_linux_monotonic_nanoseconds(void) { return read_clock(CLOCK_MONOTONIC); }

int64_t sf_linux_peak_resident_bytes(void) {
    struct rusage usage;
    memset(&usage, 0, sizeof usage);
    return getrusage(RUSAGE_SELF, &usage) != 0 ? 0 : (int64_t)usage.ru_maxrss * 1024;
}

const char *sf_linux_error_text(int32_t code) {
    const char *text = strerrordesc_np(code);
    return text != NULL ? text : "unknown error";
}
