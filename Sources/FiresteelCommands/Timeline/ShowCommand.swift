import ArgumentParser
import FiresteelTimeline

struct ShowCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows the performs of a run in order of time.",
        discussion: """
            With a filter, shows the matching performs with their events: their begin, their \
            completion, their log lines, the flags they evaluated. With --json, writes JSON Lines like “export \
            --format jsonl”.
            """)

    @Argument(help: ArgumentHelp("The run: a file, an identifier, last or last-crash.", valueName: "run"))
    var reference = "last"

    @OptionGroup(title: "Filters") var filter: FilterOptions
    @OptionGroup var folder: FolderOptions
    @OptionGroup var output: OutputOptions

    func run(_ terminal: Terminal) async throws {
        let run = try folder.open(reference)
        let query = filter.query(for: run)
        if output.json {
            return try TimelineJSONLinesExport().write(run, matching: query, to: terminal.put)
        }
        let printer = EventPrinter(style: terminal.style)
        let header = run.header
        for line in printer.head(header, run.end) { try terminal.line(line) }
        try terminal.line()
        let selected = query.map { Set(run.performs($0).map(\.id)) }
        let names = run.names
        let condition = try run.forEachEvent { event in
            let isShown = selected?.contains(event.perform) ?? true
            if isShown, !event.isContinuation { try terminal.line(printer.line(event, header, names)) }
            return true
        }
        try showFlights(run, query, printer, terminal)
        let gaps = RunGaps(run, condition).lines
        if !gaps.isEmpty { try terminal.line() }
        for line in gaps { try terminal.line(terminal.style.yellow(line)) }
    }

    private func showFlights(
        _ run: Run, _ query: TimelineQuery?, _ printer: EventPrinter, _ terminal: Terminal
    ) throws {
        let counts = run.counts()
        let flights = counts.inFlight.filter { query?.matches($0) ?? true }
        if !flights.isEmpty {
            try terminal.line()
            try terminal.line(run.end == .running ? "In flight:" : "In flight when the run ended:")
            for flight in flights { try terminal.line(printer.flight(flight, until: counts.lastTime)) }
        }
        let unknown = counts.unknown.filter { query?.matches($0) ?? true }
        guard !unknown.isEmpty else { return }
        try terminal.line()
        try terminal.line(EventPrinter.unknownHead)
        for perform in unknown { try terminal.line(PlainText.line(perform.identity)) }
    }
}
