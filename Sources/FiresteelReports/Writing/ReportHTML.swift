import FiresteelBase
import FiresteelTimeline

/// The page of a report: one self-contained file without scripts.
enum ReportHTML {
    static func escaped(_ text: String) -> String { HTMLText.escaped(text) }

    static func head(title: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="referrer" content="no-referrer">
        <title>\(escaped(title))</title>
        <style>
        \(HTMLPage.style)
        \(style)
        </style>
        </head>
        <body>
        <h1>\(escaped(title))</h1>

        """
    }

    static let tail = "</body>\n</html>\n"

    /// The styles of reports in addition to those of runs.
    private static let style = """
        nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none }
        a { color: inherit }
        section { margin: 2rem 0; border-top: 1px solid var(--line) }
        pre { overflow: auto; max-height: 40rem; padding: .75rem; border: 1px solid var(--line); border-radius: 6px;
          font: 13px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
        summary { cursor: pointer }
        :focus-visible { outline: 2px solid currentColor; outline-offset: 2px }
        """

    static func navigation(_ sections: [(identifier: String, title: String)]) -> String {
        let links = sections.map { "<li><a href=\"#\($0.identifier)\">\(escaped($0.title))</a></li>" }
        return "<nav aria-label=\"Sections\"><ul>\(links.joined())</ul></nav>\n"
    }

    static func facts(_ facts: [ReportFact]) -> String {
        "<dl>\n" + facts.map { "<dt>\(escaped($0.name))</dt><dd>\(escaped($0.value))</dd>\n" }.joined() + "</dl>\n"
    }

    static func tableHead(_ title: String, _ columns: [String]) -> String {
        let heading = title.isEmpty ? "" : "<h3>\(escaped(title))</h3>\n"
        let cells = columns.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined()
        return "\(heading)<table>\n<thead><tr>\(cells)</tr></thead>\n<tbody>\n"
    }

    static func row(_ cells: [String]) -> String {
        "<tr>\(cells.map { "<td>\(escaped($0))</td>" }.joined())</tr>\n"
    }

    static func text(_ title: String, _ text: String) -> String {
        "<details><summary>\(escaped(title))</summary>\n<pre>\(escaped(text))</pre></details>\n"
    }

    static func paragraph(_ text: String) -> String { "<p>\(escaped(text))</p>\n" }

    static let timelineColumns = ["Time", "Session", "Event", "Input or message", "Outcome", "Duration"]
}
