#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The most descriptors one message may carry.
enum { SF_LINUX_CHANNEL_DESCRIPTORS = 8 };

/// Makes a connected pair of local sockets that keep message boundaries. Source: socketpair(2)
/// SOCK_SEQPACKET.
int32_t sf_linux_channel_pair(int32_t *first, int32_t *second);

/// Sends the tag and up to SF_LINUX_CHANNEL_DESCRIPTORS descriptors as one message.
/// Owns:    nothing; the kernel duplicates the descriptors.
/// Blocks:  up to the timeout (negative: without end) while the peer's queue is full.
/// Errors:  -EINVAL too many descriptors, -ETIMEDOUT, -EPIPE when the peer is gone.
int32_t sf_linux_channel_send(int32_t socket, uint32_t tag, const int32_t *_Nullable descriptors,
                              size_t count, int32_t timeout_milliseconds);

/// Receives one message.
/// Shape:   `descriptors` has room for SF_LINUX_CHANNEL_DESCRIPTORS numbers.
/// Owns:    the caller owns the descriptors of a successful call; on every error they are closed here.
/// Errors:  -ETIMEDOUT, -EPIPE when the peer is gone, -EBADMSG for a message of another shape.
int32_t sf_linux_channel_receive(int32_t socket, uint32_t *tag, int32_t *descriptors, size_t *count,
                                 int32_t timeout_milliseconds);

/// Waits until a descriptor can be read. Returns 1, or 0 after the timeout (negative: without end).
int32_t sf_linux_wait_readable(int32_t descriptor, int32_t timeout_milliseconds);

/// Says whether something accepts connections on a local stream socket.
/// Returns 1 when it does (or its queue is full), 0 when nobody listens there.
/// Source: connect(2): ECONNREFUSED means a socket file without a listener.
int32_t sf_linux_local_socket_is_live(const char *path);

#pragma clang assume_nonnull end
