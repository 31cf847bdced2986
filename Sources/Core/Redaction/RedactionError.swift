/// What can go wrong when covers are painted or looked at: always the caller's picture, never the look.
package enum RedactionError: Error, Equatable, Sendable {
    /// The layout does not fit the bytes it came with.
    case layout(capacity: Int)
    /// The look's scale or origin is not a usable number.
    case geometry
}
