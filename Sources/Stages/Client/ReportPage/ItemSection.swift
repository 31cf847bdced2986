import Documents
import FileAudit

/// One file's part of a ``ReportPage``.
struct ItemSection {
    private let item: ReportItem
    private let number: Int

    init(_ item: ReportItem, number: Int) {
        self.item = item
        self.number = number
    }

    static func stateWord(_ state: ItemState) -> String {
        switch state {
        case .published: "published: covered and checked"
        case .blocked: "blocked: not published"
        case .failed: "failed: not published"
        case .skipped: "skipped: not worked on"
        case .cancelled: "cancelled: not published"
        }
    }

    static func facesText(_ item: ReportItem) -> String {
        guard item.media != nil else { return "not looked at" }
        let visible = item.faces.count(where: \.visible)
        let covered = "\(item.faces.count - visible) covered"
        return visible == 0 ? covered : "\(covered), \(visible) left visible by choice"
    }

    var markup: Markup {
        """
        <section aria-labelledby="file-\(number)">
        <h2 id="file-\(number)">\(number). \(BytePath(item.input))</h2>
        <p class="verdict \(item.state.rawValue)">\(Self.stateWord(item.state))\(reason)</p>
        \(Markup.facts(facts))
        \(faces)
        \(contents)
        \(notes)
        </section>
        """
    }

    private var reason: Markup {
        guard let reason = item.reason else { return "" }
        return ". \(reason)\(Markup(html: item.code.map { " (\(Markup.text($0.rawValue)))" } ?? ""))"
    }

    private var facts: [(name: String, value: Markup)] {
        var rows: [(name: String, value: Markup)] = []
        if let media = item.media {
            let length =
                media.kind == .photo
                ? "photo" : "video, \(media.frames) frames, \(TimeText.clock(media.durationSeconds))"
            rows.append(
                ("What it is", "\(length), \(media.width) x \(media.height), \(media.codec) in \(media.container)"))
        }
        rows.append(("Faces", "\(Self.facesText(item))"))
        if let coverage = item.coverage {
            rows.append(
                (
                    "Checked again in the finished file",
                    "\(coverage.checkedFrames) frames, \(coverage.requiredCovers) covers due, \(Self.percent(coverage.ratio)) of them whole"
                )
            )
            let uncovered = coverage.uncovered.prefix(20).map { TimeText.position($0.time) }
            if !uncovered.isEmpty { rows.append(("Objected to at", "\(uncovered.joined(separator: ", "))")) }
        }
        if item.repairs > 0 { rows.append(("Rendered again with what the check found", "\(item.repairs) times")) }
        rows.append(("Output", item.output.map { "\(BytePath($0))" } ?? "none"))
        for (name, digest) in [
            ("SHA-256 of the input", item.sha256.input), ("SHA-256 of the output", item.sha256.output),
        ] {
            if let digest { rows.append((name, "<code>\(digest)</code>")) }
        }
        return rows
    }

    /// Rounded down: what is not all is never shown as all.
    private static func percent(_ ratio: Double) -> String {
        guard ratio.isFinite else { return "0 %" }
        let tenths = Int((min(max(ratio, 0), 1) * 1000).rounded(.down))
        return "\(tenths / 10).\(tenths % 10) %"
    }

    private var faces: Markup {
        guard !item.faces.isEmpty else { return "" }
        let rows = item.faces.map { face in
            """
            <tr><td>\(face.id)</td><td>\(face.visible ? "visible by choice" : "covered")</td>\
            <td>\(TimeText.position(face.firstTime)) to \(TimeText.position(face.lastTime))</td>\
            <td>\(face.frames)</td><td>\(Self.origin(face.origin))</td></tr>
            """ as Markup
        }
        return """
            <h3>Faces and areas</h3>
            <table><thead><tr><th scope="col">Id</th><th scope="col">Is</th><th scope="col">Time</th>\
            <th scope="col">Frames</th><th scope="col">Found by</th></tr></thead><tbody>
            \(Markup(rows))
            </tbody></table>
            """
    }

    private static func origin(_ origin: FaceOriginName) -> String {
        switch origin {
        case .detected: "the analysis"
        case .manual: "a person"
        case .verifier: "the check of the finished file"
        }
    }

    /// What the file held beside picture and sound; kinds, never values.
    private var contents: Markup {
        guard let audit = item.audit else { return "" }
        var parts: [Markup] = []
        if item.state == .published {
            parts.append("<h3>Removed</h3>")
            parts.append(audit.removed.isEmpty ? "<p>Nothing had to be removed.</p>" : Self.codes(audit.removed))
        }
        parts.append("<h3>Still in the finished file</h3>")
        parts.append(
            audit.findings.isEmpty ? "<p>Nothing beside picture, sound and timing.</p>" : Self.codes(audit.findings))
        return Markup(parts)
    }

    private static func codes(_ codes: [String]) -> Markup {
        Markup.list(
            codes.map { code in
                guard let known = AuditCode(rawValue: code) else { return "<code>\(code)</code>" }
                return "\(known.meaning) (<code>\(code)</code>)"
            }
        )
    }

    private var notes: Markup {
        guard !item.notes.isEmpty else { return "" }
        return "<h3>Notes</h3>\n\(Markup.list(item.notes.map { "\($0)" }))"
    }
}
