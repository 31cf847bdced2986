#pragma once

// The Linux calls that Swift's Glibc module does not import: variadic ones, macros, and those newer than its
// module map. Each function is one call (or one short loop around one), holds no state and decides nothing.
//
// Results: 0 or a positive value on success, a negated errno on failure. EINTR is retried inside, nowhere
// else. Every descriptor made here is close-on-exec.

#include "channel.h"
#include "files.h"
#include "memory.h"
#include "process.h"
#include "publish.h"
#include "signals.h"
