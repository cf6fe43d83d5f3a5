import ArgumentParser
import FiresteelTimeline
import Foundation

struct FollowCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "follow", abstract: "Shows the events of a running program live.",
        discussion: """
            Reads the file that the program records to, at no cost to the program. For a folder, follows the \
            newest run being recorded. Ends when the run ends, or when interrupted.
            """)

    @Argument(help: ArgumentHelp("The run, or a folder of runs.", valueName: "run"))
    var reference: String?

    @Flag(help: "Wait for a run to begin if none is being recorded.")
    var wait = false

    @Flag(help: "Show only new events.")
    var new = false

    @OptionGroup var folder: FolderOptions
    @OptionGroup var output: OutputOptions

    /// The interval between polls of an idle run.
    private static let pause = Duration.milliseconds(100)

    func run(_ terminal: Terminal) async throws {
        let interruption = Interruption()
        defer { interruption.end() }
        guard let path = try await path(interruption) else { return }
        var follower: RunFollower
        do {
            follower = try RunFollower(path: path)
        } catch {
            throw CommandError(error, of: path)
        }
        let events = FollowedEvents(terminal, isJSON: output.json)
        try events.begin(follower.run)
        let since = new ? TimelineClock.system.now : 0
        while !interruption.isInterrupted {
            // Evaluated before polling, so that all events up to the end are included.
            let end = follower.run.end
            let batch: EventBatch
            do {
                batch = try follower.next()
            } catch {
                throw CommandError(error, of: path)
            }
            if !batch.isEmpty {
                try events.show(batch, follower.run, since: since)
                continue
            }
            guard end == .running else { return try events.end(follower.run) }
            try terminal.flush()
            await interruption.wait(atMost: Self.pause)
        }
        try terminal.flush()
        Terminal.printLine("firesteel: Interrupted. The run continues.")
    }

    /// Returns the file to follow, or `nil` if waiting for one was interrupted.
    private func path(_ interruption: Interruption) async throws -> String? {
        let name = reference ?? folder.path
        var isFolder = ObjCBool(false)
        let isThere = FileManager.default.fileExists(atPath: name, isDirectory: &isFolder)
        if reference != nil, !(isThere && isFolder.boolValue), !wait || isThere {
            return try folder.file(of: name)
        }
        while !interruption.isInterrupted {
            if let run = try FolderOptions.runs(in: name).first(where: \.isRunning) { return run.path }
            guard wait else {
                throw CommandError(
                    .noInput, "No run in “\(name)” is being recorded. Start the program, or use --wait to wait for it.")
            }
            await interruption.wait(atMost: Self.pause)
        }
        return nil
    }
}

/// Writes the events of a run live.
private struct FollowedEvents {
    private let terminal: Terminal
    private let isJSON: Bool
    private let printer: EventPrinter
    private let export = TimelineJSONLinesExport()

    init(_ terminal: Terminal, isJSON: Bool) {
        self.terminal = terminal
        self.isJSON = isJSON
        printer = EventPrinter(style: terminal.style)
    }

    func begin(_ run: Run) throws {
        guard !isJSON else { return }
        for line in printer.head(run.header, run.end) { try terminal.line(line) }
        try terminal.line()
        try terminal.flush()
    }

    func show(_ batch: EventBatch, _ run: Run, since time: UInt64) throws {
        if batch.lost > 0 {
            Terminal.printLine("firesteel: \(batch.lost) slots of events were overwritten before they could be read.")
        }
        let (header, names) = (run.header, run.names)
        for event in batch.events where event.time >= time && !event.isContinuation {
            try terminal.line(
                isJSON ? export.line(event, header, names) : printer.line(event, header, names))
        }
        try terminal.flush()
    }

    func end(_ run: Run) throws {
        let end = run.end
        guard !isJSON else { return try terminal.flush() }
        let style = terminal.style
        try terminal.line()
        try terminal.line(end.isCrash ? style.red(end.description) : end.description)
        let counts = run.counts()
        for flight in counts.inFlight {
            try terminal.line("In flight: " + printer.flight(flight, until: counts.lastTime))
        }
    }
}
