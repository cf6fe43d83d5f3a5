import ArgumentParser
import FiresteelBase
import FiresteelFlags
import FiresteelTimeline

struct PostMortemCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "post-mortem", abstract: "Shows how a run ended and what was in flight.",
        discussion: """
            Shows the actions that were in flight, the last actions, the log lines of level warning and \
            above, and the last known flags. Needs only the file, and reads a damaged file as far as \
            possible.
            """)

    @Argument(
        help: ArgumentHelp("The run: a file, an identifier, last or last-crash.", valueName: "run"),
        completion: .file(extensions: ["run"]))
    var reference = "last-crash"

    @Option(help: ArgumentHelp("The maximum number of actions and of log lines.", valueName: "count"))
    var last = 20

    @OptionGroup var folder: FolderOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if last < 1 { throw ValidationError("--last must be at least 1.") }
    }

    func run(_ terminal: Terminal) async throws {
        let path = try folder.file(of: reference)
        let report: PostMortem
        do {
            report = PostMortem(try Run(path: path), path: path, last: last)
        } catch {
            throw CommandError(error, of: reference)
        }
        if output.json { return try terminal.line(report.json.json(pretty: true)) }
        try report.write(to: terminal)
    }
}

/// The data about the end of a run.
struct PostMortem {
    let facts: RunFacts
    /// The last performs, the oldest of them first; those in flight are apart.
    let last: [PerformRecord]
    /// The last lines of warning and above, the oldest of them first.
    let lines: [LogRecord]
    let flags: [RunFlag]
    /// Sentences about the missing parts of the run.
    let gaps: [String]

    init(_ run: Run, path: String, last count: Int) {
        facts = RunFacts(run, path: path)
        var query = TimelineQuery()
        query.outcomes = Set(Outcome.allCases)
        query.limit = count
        last = run.performs(query).reversed()
        var lines = LastElements<LogRecord>(count)
        let names = run.names
        run.forEachEvent { event in
            if let severity = event.severity, severity >= .warning, let line = LogRecord(event, names: names) {
                lines.add(line)
            }
            return true
        }
        self.lines = lines.all
        flags = run.flags()
        gaps = RunGaps(run, facts.counts.condition).lines
    }

    var json: JSONValue {
        var members = facts.members
        members["words"] = .string(facts.end.description)
        members["in-flight"] = .array(
            facts.counts.inFlight.map { perform in
                var members = RecordedJSON.perform(perform, facts.header)
                members["lasted"] = .int(Int(clamping: perform.lasted(until: facts.counts.lastTime) / 1_000))
                return .object(members)
            })
        members["outcome-unknown"] = .array(
            facts.counts.unknown.map { .object(RecordedJSON.perform($0, facts.header)) })
        members["last"] = .array(last.map { .object(RecordedJSON.perform($0, facts.header)) })
        members["lines"] = .array(lines.map { RecordedJSON.line($0, facts.header) })
        members["flags"] = .array(flags.map(RecordedJSON.flag))
        return .object(members)
    }

    func write(to terminal: Terminal) throws {
        let style = terminal.style
        let printer = EventPrinter(style: style)
        for line in printer.head(facts.header, facts.end) { try terminal.line(line) }
        let counts = facts.counts
        try terminal.line(
            "It lasted \(DurationText.of(nanoseconds: facts.lasted)): \(counts.performs) performs, "
                + "\(counts.failures) failed, \(counts.logLines) log lines.")
        try terminal.line()
        if counts.inFlight.isEmpty {
            try terminal.line("Nothing was in flight.")
        } else {
            try terminal.line(style.bold(facts.end == .running ? "In flight" : "In flight when it ended"))
            for flight in counts.inFlight {
                try terminal.line("  " + printer.flight(flight, until: counts.lastTime))
                let session = flight.sessionName.map { "in session “\(PlainText.line($0))”, " } ?? ""
                let cause = flight.isUserInitiated ? ", user-initiated" : ""
                try terminal.line(style.dim("    \(session)from \(flight.source.identifier)\(cause)"))
            }
        }
        if !counts.unknown.isEmpty {
            try terminal.line()
            try terminal.line(style.bold(EventPrinter.unknownHead))
            for perform in counts.unknown { try terminal.line("  " + PlainText.line(perform.identity)) }
        }
        try writeLast(to: terminal)
        try writeLines(to: terminal)
        try writeFlags(to: terminal)
        if !gaps.isEmpty { try terminal.line() }
        for line in gaps { try terminal.line(style.yellow(line)) }
    }

    private func writeLast(to terminal: Terminal) throws {
        guard !last.isEmpty else { return }
        let style = terminal.style
        try terminal.line()
        try terminal.line(style.bold("The last \(last.count == 1 ? "action" : "\(last.count) actions")"))
        var table = TextTable()
        for perform in last {
            let words = perform.outcomeIdentifier
            let error = perform.errorMessage.map { ": \($0)" } ?? ""
            let isBad = perform.outcome?.isFailure == true
            table.add([
                .init(text: "  " + clock(perform.began), mark: .dim),
                .init(text: PlainText.line(perform.identity)),
                .init(text: PlainText.line(perform.input.map { "\"\($0)\"" } ?? "")),
                .init(text: perform.duration.map(DurationText.of(nanoseconds:)) ?? "", isNumber: true),
                .init(text: PlainText.line(words + error), mark: isBad ? .red : .plain),
            ])
        }
        for line in table.lines(style) { try terminal.line(line) }
    }

    private func writeLines(to terminal: Terminal) throws {
        guard !lines.isEmpty else { return }
        let style = terminal.style
        try terminal.line()
        try terminal.line(style.bold("The last log lines of warning and above"))
        for line in lines {
            let label = line.label.map { " [\($0)]" } ?? ""
            let words = "\(line.severity.identifier.uppercased())\(label) \(line.fields.line)"
            let marked = style.mark(PlainText.line(words), line.severity >= .error ? .red : .yellow)
            try terminal.line("  " + style.dim(clock(line.time)) + "  " + marked)
        }
    }

    private func writeFlags(to terminal: Terminal) throws {
        guard !flags.isEmpty else { return }
        try terminal.line()
        try terminal.line(terminal.style.bold("Last known flags"))
        for flag in flags {
            var details: [String] = []
            if let variant = flag.latest?.variant { details.append("variant \(variant)") }
            if let provider = flag.latest?.provider { details.append("from \(provider)") }
            if let reason = flag.latest?.reason { details.append(reason) }
            let end = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
            try terminal.line(PlainText.line("  \(flag.key) is \(flag.latest?.value ?? "unknown")\(end)"))
        }
    }

    private func clock(_ time: UInt64) -> String {
        CivilTime(microseconds: facts.header.microseconds(of: time)).clock
    }
}

/// The last elements of a sequence, up to a limit.
struct LastElements<Element> {
    private let limit: Int
    private var elements: [Element] = []
    private var oldest = 0

    init(_ limit: Int) { self.limit = limit }

    mutating func add(_ element: Element) {
        guard elements.count == limit else { return elements.append(element) }
        elements[oldest] = element
        oldest = (oldest + 1) % limit
    }

    /// The remaining elements, oldest first.
    var all: [Element] { Array(elements[oldest...] + elements[..<oldest]) }
}
