import Documents
import FoundationEssentials

/// The report of a job as one page for a person to read, sign and file.
///
/// One file without scripts and without anything from elsewhere; shows no face. Made of the same value as the JSON
/// report. Content: PRIVACY section 3.3.
package struct ReportPage {
    private let report: ReportDocument
    private let writtenAt: Date

    package init(_ report: ReportDocument, writtenAt: Date) {
        self.report = report
        self.writtenAt = writtenAt
    }

    /// True for a file name that asks for a page.
    package static func isWanted(_ path: BytePath) -> Bool {
        ["html", "htm"].contains(String(decoding: path.fileExtension, as: UTF8.self).lowercased())
    }

    /// The page, in UTF-8.
    package func bytes() -> [UInt8] {
        let sections = report.items.enumerated().map { ItemSection($0.element, number: $0.offset + 1).markup }
        let page: Markup = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>Safe Faces report: \(Self.headline(report.items))</title>
            <style>\(Markup(html: ReportStyle.sheet))</style>
            </head>
            <body>
            <main>
            <h1>Safe Faces report</h1>
            <p class="verdict">\(Self.headline(report.items))</p>
            \(overview)
            \(Markup(sections))
            \(remains)
            \(settings)
            \(signature)
            </main>
            </body>
            </html>

            """
        return Array(page.html.utf8)
    }

    private static func headline(_ items: [ReportItem]) -> String {
        let counts = ItemState.allCases.map { state in (items.count { $0.state == state }, state.rawValue) }
        let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return parts.isEmpty ? "no files" : parts.joined(separator: ", ")
    }

    /// Every file on one line, so that none is missed.
    private var overview: Markup {
        let rows = report.items.enumerated().map { index, item in
            """
            <tr><td>\(index + 1)</td><td><a href="#file-\(index + 1)">\(BytePath(item.input))</a></td>\
            <td class="\(item.state.rawValue)">\(ItemSection.stateWord(item.state))</td>\
            <td>\(ItemSection.facesText(item))</td></tr>
            """ as Markup
        }
        return """
            <h2>All files</h2>
            <table><thead><tr><th scope="col">No.</th><th scope="col">File</th><th scope="col">Verdict</th>\
            <th scope="col">Faces</th></tr></thead><tbody>
            \(Markup(rows))
            </tbody></table>
            """
    }

    private var remains: Markup {
        """
        <h2>What remains</h2>
        <p>Faces are covered; the people are not unknown. Those who know a child may still recognise a voice, clothes,
        hair, the body, the way of moving, the company or the place.</p>
        <p>A person has to look for what no program here checks:</p>
        \(Markup.list([
            "reflections in mirrors, windows and glasses", "faces on screens, posters and prints that are very small",
            "names on badges, bibs, boards and in captions, and names that are called out",
            "school uniforms, number plates, signs and other things that tell the place",
            "whether everyone who is shown, or their parents, agreed",
        ]))
        """
    }

    private var settings: Markup {
        let chosen = report.settings
        var rows: [(name: String, value: Markup)] = [
            ("Style", "\(chosen.style), intensity \(chosen.intensity)"), ("Sound", "\(chosen.audio.rawValue)"),
            ("Quality", "\(chosen.quality.map { "\($0)" } ?? "visually lossless")"),
            ("Regions drawn by hand", "\(chosen.regions)"), ("Repair by the check", chosen.repair ? "yes" : "no"),
            ("Written", "\(writtenAt.formatted(.iso8601)) (UTC)"), ("Program", "\(report.tool)"),
            ("Detector", "\(report.engine.name) \(report.engine.version)"),
            ("Model", "\(report.model.name) <code>\(report.model.sha256)</code>"),
        ]
        if let timeline = chosen.timelineSHA256 {
            rows.append(("Reviewed timeline (SHA-256)", "<code>\(timeline)</code>"))
        }
        return """
            <h2>How it was done</h2>
            \(Markup.facts(rows))
            <p>Everything was done on this computer; the program has no connection to any network.</p>
            """
    }

    private var signature: Markup {
        """
        <h2>Signed off</h2>
        \(Markup.facts([
            ("Looked at by", "&nbsp;"), ("Second person, where faces were left visible", "&nbsp;"), ("Date", "&nbsp;"),
            ("Keep until", "&nbsp;"),
        ]))
        """
    }
}
