import FiresteelBase

/// A run as lines of text, one for each event, in order of time.
///
/// ```
/// 2026-11-21 09:27:12.311004 main App/Documents/#Save | Starting with input "Q4 plan.md, 182 KB"
/// 2026-11-21 09:27:12.723004 main App/Documents/#Save | Completed (failure) in 412 ms: The disk is full
/// ```
public struct TimelineTextExport: TimelineExport {
    /// The file extension.
    public static let fileExtension = "txt"
    /// The media type.
    public static let mediaType = "text/plain; charset=utf-8"

    /// Creates the export.
    public init() {}

    /// Exports a run piece by piece.
    ///
    /// See ``TimelineExport/write(_:matching:to:)``.
    public func write(_ run: Run, matching query: TimelineQuery?, to sink: (String) throws -> Void) rethrows {
        let header = run.header
        let names = run.names
        try sink(
            """
            \(Self.plain("\(header.program.name) \(header.program.version) (\(header.program.build))"))
            Run \(Self.plain("\(header.identifier), process \(header.process), \(header.host)"))
            Started \(CivilTime(microseconds: header.started).rfc3339). \(run.end.description)


            """)
        let selection = ExportSelection(run, matching: query)
        let condition = try run.forEachEvent { event in
            if selection.contains(event), !event.isContinuation { try sink(line(event, header, names) + "\n") }
            return true
        }
        let counts = run.counts()
        let flights = counts.inFlight.filter { query?.matches($0) ?? true }
        if !flights.isEmpty {
            try sink("\nIn flight when the run ended:\n")
            let last = counts.lastTime
            for flight in flights {
                let input = flight.input.map { " with input \"\(Self.plain($0))\"" } ?? ""
                let lasted = DurationText.of(nanoseconds: flight.lasted(until: last))
                try sink("\(Self.plain(subject(flight.action, flight.feature)))\(input), for \(lasted)\n")
            }
        }
        let unknown = counts.unknown.filter { query?.matches($0) ?? true }
        if !unknown.isEmpty { try sink("\nOutcome unknown, because the completion was overwritten or is damaged:\n") }
        for perform in unknown { try sink(Self.plain(subject(perform.action, perform.feature)) + "\n") }
        let flags = query == nil ? run.flags() : []
        if !flags.isEmpty { try sink("\nFlags:\n") }
        for flag in flags { try sink(Self.plain(flag.summary) + "\n") }
        for gap in RunGaps(run, condition).lines { try sink("\n\(gap)\n") }
    }

    /// Returns an event on one line, without a line break.
    package func line(_ event: TimelineEvent, _ header: RunHeader, _ names: NameIndex) -> String {
        let stamp = header.rfc3339(event.time).dropLast().split(separator: "T").joined(separator: " ")
        let session = names.session(event.sessionName).flatMap { $0.isEmpty ? nil : $0 } ?? "-"
        let action = names.action(event.subject)
        let subject = subject(action, action?.feature ?? names.feature(event.subject))
        return "\(stamp) \(Self.plain(session)) \(Self.plain(subject)) | \(Self.plain(text(event, names)))"
    }

    private func subject(_ action: ActionName?, _ feature: FeatureName?) -> String {
        switch (feature?.path, action?.identifier) {
        case (let path?, let action?): "\(path)/#\(action)"
        case (let path?, nil): path
        case (nil, let action?): "#\(action)"
        case (nil, nil): "-"
        }
    }

    private func text(_ event: TimelineEvent, _ names: NameIndex) -> String {
        switch event.kind {
        case .begin: event.bytes.isEmpty ? "Starting" : "Starting with input \"\(event.text)\""
        case .completion:
            "Completed (\(event.outcome?.identifier ?? "unknown")) in "
                + DurationText.of(nanoseconds: event.time > event.began ? event.time - event.began : 0)
                + (event.bytes.isEmpty ? "" : ": \(event.fields.filter { $0.label != "Case" }.line)")
        case .log:
            (event.severity?.identifier.uppercased() ?? "LOG")
                + (names.label(event.label).map { " [\($0)]" } ?? "") + " \(event.text)"
        case .sessionOpened:
            "Session \(event.session) opened" + (event.principal.map { " for \($0)" } ?? "")
        case .sessionClosed: "Session \(event.session) closed"
        case .stackOpened: "Stack \(event.stack) opened"
        case .stackClosed: "Stack \(event.stack) closed"
        case .note: "Note (\(event.note?.identifier ?? "unknown")): \(event.text)"
        case .flagExposed, .flagChanged: FlagRecord(event, names: names)?.summary ?? event.text
        case .availabilityChanged: AvailabilityRecord(event, names: names)?.summary ?? event.text
        case .requestRefused: RefusalRecord(event, names: names)?.summary ?? event.text
        case .inputKept: event.replayText ?? ""
        }
    }

    /// Returns a text without line breaks and characters that control a terminal or change the direction of text.
    package static func plain(_ text: String) -> String { text.onOneLine }
}
