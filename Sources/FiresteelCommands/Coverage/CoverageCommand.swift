import ArgumentParser
import FiresteelBase
import FiresteelTimeline
import Foundation

struct CoverageCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage", abstract: "Shows what people do that no test does, and what only tests do.",
        discussion: """
            Compares the runs of tests with those of people: outcomes of actions, two actions one after the other, variants \
            of flags, refusals. What most people do comes first. Tests keep their runs if FIRESTEEL_TEST_RUNS names a \
            folder. A run that is being recorded is left out.
            """)

    @Option(
        help: ArgumentHelp("A folder with the runs of tests. May be repeated.", valueName: "folder"),
        completion: .directory)
    var tests: [String]

    @Option(
        help: ArgumentHelp("A folder with the runs of people. May be repeated.", valueName: "folder"),
        completion: .directory)
    var people: [String]

    @Option(help: "The most lines of each list.")
    var limit = 50

    @ArgumentParser.Flag(help: "End with status 1 if people do something that no test does.")
    var exitCode = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit must be at least 1.") }
    }

    func run(_ terminal: Terminal) async throws {
        let coverage = BehaviourCoverage(tests: try Self.read(tests), people: try Self.read(people))
        if output.json {
            try terminal.line(coverage.json(limit: limit).json(pretty: true))
        } else {
            for line in coverage.lines(limit: limit, terminal.style) { try terminal.line(line) }
        }
        if exitCode, !coverage.untested.isEmpty { throw CommandError.findings }
    }

    private static func read(_ paths: [String]) throws -> ObservedBehaviour {
        for path in paths where !FileManager.default.fileExists(atPath: path) {
            throw CommandError(.noInput, "There is no folder “\(path)”. Name folders with --tests and --people.")
        }
        do {
            return try ObservedBehaviour(folders: paths.map { RunFolder(path: $0) })
        } catch {
            throw CommandError(.noInput, "\(error) Name existing folders of runs with --tests and --people.")
        }
    }
}
