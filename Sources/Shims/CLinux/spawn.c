#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TARGET_LIMIT = 1024 };

// Fills the list of what the child does to its descriptors. `lifted[i]` is a copy of source i above every
// target, so that no dup2 can overwrite a source that a later one still needs.
static int add_actions(posix_spawn_file_actions_t *actions, const sf_linux_spawn_request *request,
                       const int32_t *lifted, int32_t highest) {
    unsigned char given[TARGET_LIMIT] = {0};
    int status = 0;
    for (size_t index = 0; index < request->count && status == 0; index += 1) {
        given[request->targets[index]] = 1;
        status = posix_spawn_file_actions_adddup2(actions, lifted[index], request->targets[index]);
    }
    if (status == 0 && !given[0]) {
        status = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
    }
    for (int32_t number = 3; number < highest && status == 0; number += 1) {
        if (!given[number]) {
            status = posix_spawn_file_actions_addclose(actions, number);
        }
    }
    return status != 0 ? status : posix_spawn_file_actions_addclosefrom_np(actions, highest + 1);
}

static int add_attributes(posix_spawnattr_t *attributes, int32_t group) {
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    flags |= group == SF_LINUX_GROUP_OWN ? POSIX_SPAWN_SETPGROUP : 0;
    flags |= group == SF_LINUX_GROUP_SESSION ? POSIX_SPAWN_SETSID : 0;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int status = posix_spawnattr_setflags(attributes, flags);
    if (status == 0) {
        status = posix_spawnattr_setsigmask(attributes, &none);
    }
    if (status == 0) {
        status = posix_spawnattr_setsigdefault(attributes, &all);
    }
    return status != 0 ? status : posix_spawnattr_setpgroup(attributes, 0);
}

static int start(const sf_linux_spawn_request *request, const int32_t *lifted, int32_t highest, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int status = posix_spawn_file_actions_init(&actions);
    if (status != 0) {
        return status;
    }
    status = posix_spawnattr_init(&attributes);
    if (status == 0) {
        status = add_actions(&actions, request, lifted, highest);
        if (status == 0) {
            status = add_attributes(&attributes, request->group);
        }
        if (status == 0) {
            status = posix_spawn(pid, request->path, &actions, &attributes, request->arguments,
                                 request->environment);
        }
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

// Returns the highest target, at least 2, or -EINVAL for a list that is not one of distinct, valid numbers.
static int32_t highest_target(const sf_linux_spawn_request *request) {
    unsigned char seen[TARGET_LIMIT] = {0};
    int32_t highest = 2;
    if (request->count > TARGET_LIMIT) {
        return -EINVAL;
    }
    for (size_t index = 0; index < request->count; index += 1) {
        int32_t target = request->targets[index];
        if (target < 0 || target >= TARGET_LIMIT || seen[target]) {
            return -EINVAL;
        }
        seen[target] = 1;
        highest = target > highest ? target : highest;
    }
    return highest;
}

int32_t sf_linux_spawn(const sf_linux_spawn_request *request, int32_t *pid, int32_t *pidfd) {
    int32_t highest = highest_target(request);
    if (highest < 0) {
        return highest;
    }
    int32_t lifted[TARGET_LIMIT];
    size_t made = 0;
    int status = 0;
    pid_t child = -1;
    for (; made < request->count && status == 0; made += 1) {
        lifted[made] = fcntl(request->sources[made], F_DUPFD_CLOEXEC, highest + 1);
        if (lifted[made] < 0) {
            status = errno;
            break;
        }
    }
    if (status == 0) {
        status = start(request, lifted, highest, &child);
    }
    for (size_t index = 0; index < made; index += 1) {
        close(lifted[index]);
    }
    if (status != 0) {
        return -status;
    }
    // Not yet reaped, so the number is still the child's.
    int descriptor = pidfd_open(child, 0);
    if (descriptor < 0) {
        status = errno;
        kill(child, SIGKILL);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        }
        return -status;
    }
    *pid = (int32_t)child;
    *pidfd = descriptor;
    return 0;
}
