/// Draws lines over the ones drawn before, on a terminal.
package struct ProgressPainter: Sendable {
    private var drawn = 0

    package init() {}

    /// What to write so that these lines stand where the last ones stood.
    ///
    /// Lines must not be wider than the terminal, or the count of rows is wrong.
    package mutating func paint(_ lines: [String]) -> String {
        let text = erase() + lines.map { $0 + "\n" }.joined()
        drawn = lines.count
        return text
    }

    /// What to write before anything else is written to the terminal, and at the end.
    package mutating func clear() -> String {
        let text = erase()
        drawn = 0
        return text
    }

    /// Up by the rows drawn, then clear to the end of the screen.
    ///
    /// Source: ECMA-48, CUU and ED.
    private func erase() -> String {
        drawn == 0 ? "" : "\u{1B}[\(drawn)A\r\u{1B}[J"
    }
}
