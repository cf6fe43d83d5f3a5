import FiresteelBase

/// A run as one page that needs nothing else: no script, style or picture from anywhere.
///
/// The page lists performs in flight and flags, then every perform, log line, flag exposure, flag change and
/// availability change in chronological order. Its filter works without a server, and the page supports light and dark
/// appearance, print and narrow screens.
public struct TimelineHTMLExport: TimelineExport {
    /// The file extension.
    public static let fileExtension = "html"
    /// The media type.
    public static let mediaType = "text/html; charset=utf-8"

    /// Creates the export.
    public init() {}

    /// Exports a run piece by piece.
    ///
    /// See ``TimelineExport/write(_:matching:to:)``.
    public func write(_ run: Run, matching query: TimelineQuery?, to sink: (String) throws -> Void) rethrows {
        let header = run.header
        let counts = run.counts()
        let title = HTMLText.escaped("\(header.program.name) \(header.program.version)")
        try sink(HTMLPage.head(title: title))
        try sink(
            """
            <h1>\(title)</h1>
            <p>\(HTMLText.escaped(run.end.description)) \(counts.performs) performs, \(counts.failures) failed, \
            \(counts.inFlight.count) in flight.</p>
            <dl>
            <dt>Run</dt><dd>\(HTMLText.escaped(header.identifier))</dd>
            <dt>Started</dt><dd>\(CivilTime(microseconds: header.started).rfc3339)</dd>
            <dt>Build</dt><dd>\(HTMLText.escaped(header.program.build))</dd>
            <dt>Host</dt><dd>\(HTMLText.escaped(header.host)), process \(header.process)</dd>
            </dl>

            """)
        try writeFlights(counts, query, to: sink)
        if query == nil { try writeFlags(run.flags(), to: sink) }
        try sink(HTMLPage.tableHead)
        let names = run.names
        let selection = ExportSelection(run, matching: query)
        var assembler = PerformAssembler(inFlight: run.inFlightEvents())
        let condition = try run.forEachEvent { event in
            guard selection.contains(event) else { return true }
            if let perform = assembler.complete(event, names: names) {
                try sink(row(perform, header))
            } else if let line = LogRecord(event, names: names) {
                try sink(row(line, header))
            } else if let flag = FlagRecord(event, names: names) {
                let subject = [flag.feature?.name, flag.action?.name]
                try sink(row(flag.time, flag.sessionName, subject, flag.summary, "flag", header))
            } else if let change = AvailabilityRecord(event, names: names) {
                try sink(row(change.time, nil, [change.feature?.name], change.summary, change.new.identifier, header))
            } else if let refusal = RefusalRecord(event, names: names) {
                let subject = [refusal.feature?.name, refusal.action?.name]
                try sink(row(refusal.time, refusal.sessionName, subject, refusal.summary, "unavailable", header))
            }
            return true
        }
        for perform in counts.unknown where query?.matches(perform) ?? true { try sink(row(perform, header)) }
        try sink("</tbody></table>\n")
        for gap in RunGaps(run, condition).lines { try sink("<p>\(gap)</p>\n") }
        try sink(HTMLPage.tail)
    }

    private func writeFlights(
        _ counts: RunCounts, _ query: TimelineQuery?, to sink: (String) throws -> Void
    ) rethrows {
        let flights = counts.inFlight.filter { query?.matches($0) ?? true }
        guard !flights.isEmpty else { return }
        try sink("<h2>In flight when the run ended</h2>\n<ul>\n")
        for flight in flights {
            let what = [flight.feature?.name, flight.action?.name].compactMap { $0 }.joined(separator: " › ")
            let lasted = DurationText.of(nanoseconds: flight.lasted(until: counts.lastTime))
            try sink(
                """
                <li><strong>\(HTMLText.escaped(what))</strong> \(HTMLText.escaped(flight.input ?? "")), for \(lasted)</li>

                """)
        }
        try sink("</ul>\n")
    }

    private func writeFlags(_ flags: [RunFlag], to sink: (String) throws -> Void) rethrows {
        guard !flags.isEmpty else { return }
        try sink("<h2>Flags</h2>\n<ul>\n")
        for flag in flags { try sink("<li>\(HTMLText.escaped(flag.summary))</li>\n") }
        try sink("</ul>\n")
    }

    private func row(
        _ moment: UInt64, _ session: String?, _ subject: [String?], _ text: String, _ outcome: String,
        _ header: RunHeader
    ) -> String {
        """
        <tr class="log"><td>\(time(moment, header))</td><td>\(HTMLText.escaped(session ?? ""))</td>\
        <td>\(HTMLText.escaped(subject.compactMap { $0 }.joined(separator: " › ")))</td>\
        <td>\(HTMLText.escaped(text))</td><td>\(outcome)</td><td></td></tr>

        """
    }

    private func row(_ perform: PerformRecord, _ header: RunHeader) -> String {
        let outcome = perform.outcomeIdentifier
        let what = [perform.feature?.name, perform.action?.name].compactMap { $0 }.joined(separator: " › ")
        let error = perform.errorMessage.map { "<br><em>\(HTMLText.escaped($0))</em>" } ?? ""
        return """
            <tr class="\(perform.outcome?.isFailure == true ? "bad" : "plain")"><td>\(time(perform.began, header))</td>\
            <td>\(HTMLText.escaped(perform.sessionName ?? ""))</td><td>\(HTMLText.escaped(what))</td>\
            <td>\(HTMLText.escaped(perform.input ?? ""))\(error)</td><td>\(outcome)</td>\
            <td>\(perform.duration.map(DurationText.of(nanoseconds:)) ?? "")</td></tr>

            """
    }

    private func row(_ line: LogRecord, _ header: RunHeader) -> String {
        let what = [line.feature?.name, line.action?.name].compactMap { $0 }.joined(separator: " › ")
        return """
            <tr class="log\(line.severity >= .warning ? " bad" : "")"><td>\(time(line.time, header))</td>\
            <td>\(HTMLText.escaped(line.sessionName ?? ""))</td><td>\(HTMLText.escaped(what))</td>\
            <td>\(HTMLText.escaped(line.fields.line))</td><td>\(line.severity.identifier)</td><td></td></tr>

            """
    }

    private func time(_ time: UInt64, _ header: RunHeader) -> String {
        let moment = header.rfc3339(time)
        return "<time datetime=\"\(moment)\">\(CivilTime(microseconds: header.microseconds(of: time)).clock)</time>"
    }
}
