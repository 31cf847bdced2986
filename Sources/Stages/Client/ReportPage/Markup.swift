/// A piece of HTML; text from outside gets in only escaped.
struct Markup: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
    let html: String

    init(html: String) { self.html = html }
    init(stringLiteral value: String) { html = value }
    init(stringInterpolation: Interpolation) { html = stringInterpolation.html }

    init(_ parts: [Markup], separator: String = "\n") { html = parts.map(\.html).joined(separator: separator) }

    /// Text of any origin: what a terminal must not show is written out, then what HTML would read.
    static func text(_ text: String) -> String { escaped(SafeText.escaped(text)) }

    static func escaped(_ text: String) -> String {
        var html = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            case "'": html += "&#39;"
            default: html.unicodeScalars.append(character)
            }
        }
        return html
    }

    /// Literal parts are markup, what is put in is text, unless it is ``Markup`` itself.
    struct Interpolation: StringInterpolationProtocol {
        var html = ""
        init(literalCapacity: Int, interpolationCount: Int) {}
        mutating func appendLiteral(_ literal: String) { html += literal }
        mutating func appendInterpolation(_ text: String) { html += Markup.text(text) }
        mutating func appendInterpolation(_ number: Int) { html += "\(number)" }
        mutating func appendInterpolation(_ path: BytePath) { html += Markup.escaped(path.description) }
        mutating func appendInterpolation(_ markup: Markup) { html += markup.html }
    }

    /// A table of two columns: what, and how it is.
    static func facts(_ rows: [(name: String, value: Markup)]) -> Markup {
        let lines = rows.map { "<tr><th scope=\"row\">\($0.name)</th><td>\($0.value)</td></tr>" as Markup }
        return "<table class=\"facts\"><tbody>\n\(Markup(lines))\n</tbody></table>"
    }

    static func list(_ items: [Markup]) -> Markup {
        "<ul>\n\(Markup(items.map { "<li>\($0)</li>" }))\n</ul>"
    }
}
