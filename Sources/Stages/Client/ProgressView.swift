import Documents

/// Progress as lines of text; where and when they are written is the caller's business.
package enum ProgressView {
    /// Most items shown with a bar of their own; the others count in the last line.
    private static let maximumBars = 4
    private static let barColumns = 20

    /// The lines for a terminal of this width: one for each item at work, one for all of them.
    package static func bars(_ state: ProgressState, columns: Int) -> [String] {
        let width = max(20, columns - 1)
        var lines = state.active.prefix(maximumBars).map { itemLine($0, columns: width) }
        if state.active.count > maximumBars {
            lines.append("  and \(state.active.count - maximumBars) more at work")
        }
        if state.expected > 1 || state.active.isEmpty { lines.append(totalLine(state)) }
        return lines.map { TextWidth.fitted($0, columns: width) }
    }

    /// The line for an output that is no terminal, nil where this event is not worth one.
    ///
    /// Worth one are the begin of a pass and every quarter of it.
    package static func plainLine(_ event: Event, before state: ProgressState) -> String? {
        guard case .progress(let next) = event else { return nil }
        let earlier = state.active.first { $0.job == next.job && $0.input == next.input && $0.pass == next.pass }
        let after = ProgressState.Active(
            job: next.job, input: next.input, pass: next.pass, done: next.done, total: next.total, fps: next.fps
        )
        if let earlier, quarter(earlier) == quarter(after) { return nil }
        return "\(BytePath(next.input)): \(verb(next.pass)) " + details(after).joined(separator: ", ")
    }

    private static func quarter(_ item: ProgressState.Active) -> Int {
        item.share.map { Int($0 * 4) } ?? 0
    }

    private static func itemLine(_ item: ProgressState.Active, columns: Int) -> String {
        let text = "\(bar(item.share))  \(TextWidth.padded(verb(item.pass), columns: 9))  "
        let tail = "  " + details(item).joined(separator: ", ")
        let room = columns - TextWidth.columns(of: text) - TextWidth.columns(of: tail)
        let name = SafeText.escaped(BytePath(item.input).lastComponent)
        return text + TextWidth.fitted(name, columns: max(8, room)) + tail
    }

    private static func totalLine(_ state: ProgressState) -> String {
        var parts = ["\(state.finishedCount) of \(state.expected) done"]
        for (key, word) in [(ItemState.blocked, "blocked"), (.failed, "failed"), (.skipped, "skipped")] {
            if let count = state.finished[key], count > 0 { parts.append("\(count) \(word)") }
        }
        parts.append("\(TimeText.clock(state.now)) passed")
        if let left = state.secondsLeft { parts.append("about \(TimeText.clock(left)) left") }
        return parts.joined(separator: ", ")
    }

    private static func details(_ item: ProgressState.Active) -> [String] {
        var parts: [String] = []
        if let share = item.share { parts.append(TextWidth.rightAligned("\(Int(share * 100)) %", columns: 5)) }
        if item.total != 1, item.fps.isFinite, item.fps > 0 { parts.append("\(TimeText.tenths(item.fps)) frames/s") }
        if item.total != 1, let left = item.secondsLeft { parts.append("\(TimeText.clock(left)) left") }
        return parts
    }

    private static func bar(_ share: Double?) -> String {
        guard let share else { return "[" + String(repeating: " ", count: barColumns) + "]" }
        let filled = Int(share * Double(barColumns))
        return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: barColumns - filled) + "]"
    }

    private static func verb(_ pass: PassName) -> String {
        switch pass {
        case .analyze: "analysing"
        case .render: "covering"
        case .verify: "verifying"
        case .sheet: "taking pictures"
        }
    }
}
