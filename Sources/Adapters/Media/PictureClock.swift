/// Gives every picture a time that is after the one before it, whatever the file says.
package struct PictureClock {
    /// Ticks of one picture where the file does not say.
    package let usualDuration: Int64
    private var last: (ticks: Int64, duration: Int64)?

    /// A clock before its first picture.
    package init(usualDuration: Int64) { self.usualDuration = max(1, usualDuration) }

    /// The time and duration of the next picture; a missing time continues from the last, a late one moves by a tick.
    package mutating func place(ticks: Int64?, duration: Int64) -> (ticks: Int64, duration: Int64) {
        let length = duration > 0 ? duration : usualDuration
        var placed = ticks ?? last.map { $0.ticks.addingReportingOverflow($0.duration).partialValue } ?? 0
        if let last, placed <= last.ticks { placed = last.ticks + 1 }
        last = (placed, length)
        return (placed, length)
    }
}
