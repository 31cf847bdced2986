/// How a ``ReportPage`` looks, on a screen and on paper.
enum ReportStyle {
    /// Contrast of every colour to its ground is 7 to 1 at the least. Source: WCAG 2.2, 1.4.6.
    static let sheet = """

        :root { color-scheme: light; }
        body { margin: 0; background: #fff; color: #1a1a1a; font: 1rem/1.5 system-ui, sans-serif; }
        main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
        h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
        h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; border-bottom: 1px solid #767676; overflow-wrap: anywhere; }
        h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
        a { color: #003e8a; }
        .verdict { font-weight: 600; }
        .published { color: #0b4f1c; }
        .blocked, .failed { color: #8a0000; }
        table { border-collapse: collapse; width: 100%; }
        th, td { border: 1px solid #767676; padding: .3rem .5rem; text-align: left; vertical-align: top; }
        td, code { overflow-wrap: anywhere; }
        th { background: #f2f2f2; }
        .facts th { width: 16rem; font-weight: 600; }
        code { font-size: .85em; }
        @media print {
        main { max-width: none; padding: 0; }
        a { color: inherit; text-decoration: none; }
        section, table, tr { break-inside: avoid; }
        h2, h3 { break-after: avoid; }
        }

        """
}
