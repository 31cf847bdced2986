import Platform

extension MonotonicClock {
    /// Seconds since an arbitrary start; never goes back.
    package static func seconds() -> Double { Double(nanoseconds()) / 1e9 }
}
