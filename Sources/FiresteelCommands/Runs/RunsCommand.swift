import ArgumentParser
import FiresteelBase
import FiresteelFlags
import FiresteelTimeline
import Foundation

struct RunsCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "runs", abstract: "Lists the runs of a folder, the newest first.",
        discussion: "Shows the start, the duration, the end and the counts of each run.")

    @Argument(
        help: ArgumentHelp("The folder of runs.", valueName: "folder"), completion: .directory)
    var place: String?

    @OptionGroup var folder: FolderOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if place != nil, folder.folder != nil { throw ValidationError("Pass the folder only once.") }
    }

    func run(_ terminal: Terminal) async throws {
        let path = place ?? folder.path
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandError(
                .noInput, "There is no folder “\(path)”. Name the folder of runs with --folder or FIRESTEEL_RUNS.")
        }
        let runs = try FolderOptions.runs(in: path)
        if output.json {
            let value: JSONValue = .object(["folder": .string(path), "runs": .array(runs.map(Self.json))])
            return try terminal.line(value.json(pretty: true))
        }
        guard !runs.isEmpty else {
            return Terminal.printLine("There are no runs in “\(path)”. Name their folder, or set FIRESTEEL_RUNS.")
        }
        var table = TextTable()
        let heads = ["RUN", "STARTED (UTC)", "LASTED", "ENDED", "PERFORMS", "FAILED", "IN FLIGHT", "PROGRAM"]
        table.add(heads.map { TextTable.Cell(text: $0, mark: .dim, isNumber: Self.numbers.contains($0)) })
        for run in runs { table.add(Self.row(run)) }
        for line in table.lines(terminal.style) { try terminal.line(line) }
    }

    private static let numbers: Set<String> = ["LASTED", "PERFORMS", "FAILED", "IN FLIGHT"]

    private static func row(_ summary: RunSummary) -> [TextTable.Cell] {
        let name = TextTable.Cell(text: summary.id, mark: .bold)
        switch read(summary) {
        case .success(let facts):
            let (counts, flights) = (facts.counts, facts.counts.inFlight.count)
            return [
                name, .init(text: MomentText.of(facts.header.started)),
                .init(text: DurationText.of(nanoseconds: facts.lasted), isNumber: true),
                .init(text: facts.ending, mark: mark(of: facts.end)), .init(text: "\(counts.performs)", isNumber: true),
                .init(text: "\(counts.failures)", mark: counts.failures > 0 ? .red : .plain, isNumber: true),
                .init(text: "\(flights)", mark: flights > 0 && facts.end.isCrash ? .red : .plain, isNumber: true),
                .init(text: PlainText.line(facts.program)),
            ]
        case .failure(let error):
            return [
                name, .init(text: MomentText.of(summary.started)), .init(text: ""),
                .init(text: PlainText.line("\(error)"), mark: .yellow),
            ]
        }
    }

    private static func mark(of end: RunEnd) -> TextStyle.Mark {
        if end == .running { return .green }
        return end.isCrash ? .red : .plain
    }

    private static func json(_ summary: RunSummary) -> JSONValue {
        switch read(summary) {
        case .success(let facts): return .object(facts.members)
        case .failure(let error):
            return .object([
                "run": .string(summary.id), "path": .string(summary.path), "error": .string("\(error)"),
                "time": .string(CivilTime(microseconds: summary.started).rfc3339), "at": .int(Int(summary.started)),
            ])
        }
    }

    private static func read(_ summary: RunSummary) -> Result<RunFacts, RunError> {
        Result { () throws(RunError) in RunFacts(try Run(path: summary.path), path: summary.path) }
    }
}

/// Recorded texts for a terminal.
enum PlainText {
    /// Returns a text on one line, without terminal control characters.
    static func line(_ text: String) -> String { TimelineTextExport.plain(text) }
}
