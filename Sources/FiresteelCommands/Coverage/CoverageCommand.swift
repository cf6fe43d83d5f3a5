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

            With --send, a server compares them with its people: the names of what the tests do are added to those \
            that it has of the version. The token, of the kind server, is from FIRESTEEL_TOKEN or a file.
            """)

    @Option(
        help: ArgumentHelp("A folder with the runs of tests. May be repeated.", valueName: "folder"),
        completion: .directory)
    var tests: [String]

    @Option(
        help: ArgumentHelp("A folder with the runs of people. May be repeated.", valueName: "folder"),
        completion: .directory)
    var people: [String] = []

    @OptionGroup(title: "Sending") var sending: TestSending

    @Option(help: "The most lines of each list.")
    var limit = 50

    @ArgumentParser.Flag(help: "End with status 1 if people do something that no test does.")
    var exitCode = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit must be at least 1.") }
        guard sending.server != nil else {
            if people.isEmpty { throw ValidationError("Name runs of people with --people, or a server with --send.") }
            return
        }
        if !people.isEmpty { throw ValidationError("Use either --people or --send.") }
        if exitCode { throw ValidationError("--exit-code requires --people.") }
    }

    func run(_ terminal: Terminal) async throws {
        let tests = try Self.read(tests, "Run tests with FIRESTEEL_TEST_RUNS, and name its folder with --tests.")
        if sending.server != nil {
            let sent = try await sending.send(tests)
            return try terminal.line(output.json ? sent.json.json(pretty: true) : sent.text)
        }
        let people = try Self.read(people, "Name a folder with the runs of people with --people.")
        let coverage = BehaviourCoverage(tests: tests, people: people)
        if output.json {
            try terminal.line(coverage.json(limit: limit).json(pretty: true))
        } else {
            for line in coverage.lines(limit: limit, terminal.style) { try terminal.line(line) }
        }
        if exitCode, !coverage.untested.isEmpty { throw CommandError.findings }
    }

    /// Reads the runs of folders.
    ///
    /// - Parameter remedy: What to do if they have none.
    private static func read(_ paths: [String], _ remedy: String) throws -> ObservedBehaviour {
        for path in paths where !FileManager.default.fileExists(atPath: path) {
            throw CommandError(.noInput, "There is no folder “\(path)”. Name folders with --tests and --people.")
        }
        let observed: ObservedBehaviour
        do {
            observed = try ObservedBehaviour(folders: paths.map { RunFolder(path: $0) })
        } catch {
            throw CommandError(.noInput, "\(error) Name existing folders of runs with --tests and --people.")
        }
        guard !observed.isEmpty else {
            throw CommandError(.noInput, "There is no run in “\(paths.joined(separator: "”, “"))”. \(remedy)")
        }
        return observed
    }
}
