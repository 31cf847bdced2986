import CLinux

/// A clock for deadlines and durations: it never goes back, and its zero means nothing.
package enum MonotonicClock {
    /// Source: clock_gettime CLOCK_MONOTONIC.
    package static func nanoseconds() -> Int64 { sf_linux_monotonic_nanoseconds() }

    /// The same in seconds.
    package static func seconds() -> Double { Double(nanoseconds()) / 1e9 }
}
