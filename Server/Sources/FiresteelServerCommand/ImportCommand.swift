import ArgumentParser
import FiresteelDatabase
import FiresteelServer
import FiresteelStore
import Foundation

/// Imports flags from a file.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Imports flags from a file, as one change.",
        discussion: """
            The difference is printed first, with what can't be imported and why. The command then asks before it \
            changes anything; without a terminal it needs --yes. Protected environments need --reason. Servers that run \
            deliver the flags within a second.
            """)

    @OptionGroup var store: DatabaseOptions
    @Option(help: "The program. It is created if there is none.") var program: String
    @Option(help: "The name of the program, if it is created. By default its identifier.") var programName: String?
    @Option(help: "The environment that gets the file's rules.") var environment = "development"
    @Option(
        help:
            """
            The file's format: firesteel, flagd, unleash, justtweak, optimizely, firebase, growthbook, launchdarkly, \
            flipt or gofeatureflag. By default detected.
            """
    ) var format: String?
    @Option(
        name: .customLong("from"),
        help: ArgumentHelp("The environment of the file, if it has several.", valueName: "environment")) var source:
        String?
    @Option(help: "The reason of the change.") var reason = ""
    @Flag(name: [.customLong("yes"), .customLong("apply")], help: "Import without asking.") var yes = false
    @Flag(help: "Print the difference only.") var dryRun = false
    @Flag(help: "Leave flags and segments that the program has already as they are.") var onlyNew = false
    @Flag(
        help: ArgumentHelp(
            "Remove what the file lacks as well.",
            discussion: "Of files of other formats than an export, the flags that they lack are archived.")
    ) var exact = false
    @Argument(help: "The file.") var file: String

    func validate() throws {
        guard !(yes && dryRun) else { throw ValidationError("Use --yes or --dry-run, not both.") }
        guard !(exact && onlyNew) else { throw ValidationError("Use --exact or --only-new, not both.") }
    }

    func run() async throws {
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw ValidationError("Can't read \(file).")
        }
        let content = Maintenance.Import(
            Array(bytes), format: format, source: source, into: program, programName: programName,
            environment: environment, reason: reason, onlyNew: onlyNew, isExact: exact)
        try await withDatabase(store) { database in
            guard !yes else {
                return Self.print(try await Maintenance.importFlags(content, applies: true, database))
            }
            let preview = try await Maintenance.importFlags(content, applies: false, database)
            Self.print(preview)
            guard preview.hasChanges else { return }
            guard !dryRun, isatty(STDIN_FILENO) == 1 else {
                return Swift.print("Nothing was changed. Repeat with --yes to import.")
            }
            Swift.print("Import? [y/N] ", terminator: "")
            fflush(nil)
            guard ["y", "yes"].contains(readLine()?.lowercased()) else { return Swift.print("Nothing was changed.") }
            let result = try await Maintenance.importFlags(content, applies: true, database)
            Swift.print(result.lines.last ?? "")
        }
    }

    private static func print(_ report: Maintenance.ImportReport) {
        for line in report.lines { Swift.print(line) }
    }
}
