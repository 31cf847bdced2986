import CLinux

/// An open file descriptor with one owner, closed with its last reference.
///
/// The number must not outlive the object: keep the object while C code holds the number.
package final class Descriptor: Sendable {
    package let number: Int32

    /// Takes ownership of an open descriptor.
    package init(adopting number: Int32) {
        precondition(number >= 0, "not a descriptor")
        self.number = number
    }

    deinit {
        // A failing close cannot be repaired or repeated: Linux has freed the number either way. Data that must
        // reach the disk is synced before.
        _ = sf_linux_close(number)
    }

    /// A second descriptor of the same open file (offset and locks shared).
    package func duplicate() throws(PlatformError) -> Descriptor {
        Descriptor(adopting: try check(sf_linux_duplicate(number), .duplicate))
    }

    /// Waits until there is something to read, or the other end is gone.
    ///
    /// Units: milliseconds; negative waits without end.
    /// - Returns: false after the timeout.
    package func waitUntilReadable(timeoutMilliseconds: Int32) throws(PlatformError) -> Bool {
        try check(sf_linux_wait_readable(number, timeoutMilliseconds), .watchDescriptor) == 1
    }
}
