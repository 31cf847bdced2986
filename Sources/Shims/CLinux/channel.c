#define _GNU_SOURCE
#include "channel.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int64_t now_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Polls one descriptor for one event; an interrupted wait goes on with the time that is left.
static int32_t wait_for(int32_t descriptor, short events, int32_t timeout_milliseconds) {
    const int64_t deadline = now_milliseconds() + timeout_milliseconds;
    for (;;) {
        int64_t left = timeout_milliseconds < 0 ? -1 : deadline - now_milliseconds();
        if (timeout_milliseconds >= 0 && left < 0) {
            left = 0;
        }
        struct pollfd item = {.fd = descriptor, .events = events};
        int ready = poll(&item, 1, (int)left);
        if (ready > 0) {
            return (item.revents & POLLNVAL) ? -EBADF : 1;
        }
        if (ready == 0) {
            return 0;
        }
        if (errno != EINTR) {
            return -errno;
        }
    }
}

int32_t sf_linux_wait_readable(int32_t descriptor, int32_t timeout_milliseconds) {
    return wait_for(descriptor, POLLIN, timeout_milliseconds);
}

int32_t sf_linux_channel_pair(int32_t *first, int32_t *second) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0) {
        return -errno;
    }
    *first = pair[0];
    *second = pair[1];
    return 0;
}

typedef union {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(int) * SF_LINUX_CHANNEL_DESCRIPTORS)];
} control_buffer;

int32_t sf_linux_channel_send(int32_t socket, uint32_t tag, const int32_t *descriptors, size_t count,
                              int32_t timeout_milliseconds) {
    if (count > SF_LINUX_CHANNEL_DESCRIPTORS) {
        return -EINVAL;
    }
    control_buffer control;
    memset(&control, 0, sizeof control);
    struct iovec payload = {.iov_base = &tag, .iov_len = sizeof tag};
    struct msghdr message = {.msg_iov = &payload, .msg_iovlen = 1};
    if (count > 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * count);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * count);
    }
    for (;;) {
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent == (ssize_t)sizeof tag) {
            return 0;
        }
        if (sent >= 0) {
            return -EIO;
        }
        if (errno == EINTR) {
            continue;
        }
        if (errno != EAGAIN) {
            return errno == ECONNRESET ? -EPIPE : -errno;
        }
        int32_t ready = wait_for(socket, POLLOUT, timeout_milliseconds);
        if (ready <= 0) {
            return ready == 0 ? -ETIMEDOUT : ready;
        }
    }
}

// Collects the descriptors of a received message; returns how many there are.
static size_t collect(struct msghdr *message, int32_t *descriptors) {
    size_t count = 0;
    struct cmsghdr *header = CMSG_FIRSTHDR(message);
    for (; header != NULL; header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) {
            continue;
        }
        size_t here = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < here; index += 1) {
            int number;
            memcpy(&number, CMSG_DATA(header) + index * sizeof(int), sizeof number);
            if (count < SF_LINUX_CHANNEL_DESCRIPTORS) {
                descriptors[count] = number;
                count += 1;
            } else {
                close(number);
            }
        }
    }
    return count;
}

int32_t sf_linux_channel_receive(int32_t socket, uint32_t *tag, int32_t *descriptors, size_t *count,
                                 int32_t timeout_milliseconds) {
    control_buffer control;
    // One byte more than a message has, so that a longer one is seen as such.
    unsigned char bytes[sizeof(uint32_t) + 1];
    struct iovec payload = {.iov_base = bytes, .iov_len = sizeof bytes};
    struct msghdr message;
    ssize_t received;
    for (;;) {
        message = (struct msghdr){.msg_iov = &payload,
                                  .msg_iovlen = 1,
                                  .msg_control = control.bytes,
                                  .msg_controllen = sizeof control.bytes};
        received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
        if (received >= 0) {
            break;
        }
        if (errno == EINTR) {
            continue;
        }
        if (errno != EAGAIN) {
            return errno == ECONNRESET ? -EPIPE : -errno;
        }
        int32_t ready = wait_for(socket, POLLIN, timeout_milliseconds);
        if (ready <= 0) {
            return ready == 0 ? -ETIMEDOUT : ready;
        }
    }
    size_t found = collect(&message, descriptors);
    if (received != (ssize_t)sizeof *tag || (message.msg_flags & (MSG_CTRUNC | MSG_TRUNC)) != 0) {
        for (size_t index = 0; index < found; index += 1) {
            close(descriptors[index]);
        }
        return received == 0 ? -EPIPE : -EBADMSG;
    }
    memcpy(tag, bytes, sizeof *tag);
    *count = found;
    return 0;
}

int32_t sf_linux_local_socket_is_live(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address.sun_path) {
        return -ENAMETOOLONG;
    }
    memcpy(address.sun_path, path, length);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) {
        return -errno;
    }
    int status;
    do {
        status = connect(descriptor, (const struct sockaddr *)&address, sizeof address);
    } while (status != 0 && errno == EINTR);
    int code = status == 0 ? 0 : errno;
    close(descriptor);
    switch (code) {
    case 0:
    case EAGAIN:
    case EINPROGRESS:
        return 1;
    case ECONNREFUSED:
    case ENOENT:
        return 0;
    default:
        return -code;
    }
}
