import ArgumentParser
import FiresteelFlags
import Foundation

struct FlagsLintCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Finds errors and warnings in flag files.",
        discussion: """
            Findings are printed in the format of compilers, with file, line and column. Errors include violations of \
            flagd's JSON schemas and cycles of parents. Warnings include unknown names, unused variants, expired flags, \
            missing parents and shared rules \
            that no flag refers to. The exit status is 1 if there are errors, with --strict also if there \
            are warnings.
            """)

    @Argument(help: "The files; “-” is standard input.", completion: .file(extensions: ["json"]))
    var files: [String]

    @Option(help: "The files' format: flagd, justtweak, toggles or values. By default detected.")
    var format: FormatArgument?

    @ArgumentParser.Flag(help: "End with status 1 also if there are only warnings.")
    var strict = false

    @Option(
        help: ArgumentHelp("The day at which flags are checked for expiry. By default today.", valueName: "yyyy-mm-dd"))
    var today: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let today, FlagDate(today) == nil { throw ValidationError("--today must be a day such as 2026-12-31.") }
    }

    func run(_ terminal: Terminal) async throws {
        let day = today.flatMap { FlagDate($0) } ?? FlagDate(secondsSince1970: Date().timeIntervalSince1970)
        var errors = 0
        var warnings = 0
        var reports: [JSONValue] = []
        for file in files {
            let linter = FlagFileLinter(file, try InputFile.read(file), format: format, today: day)
            errors += linter.findings.count { $0.severity == .error }
            warnings += linter.findings.count { $0.severity == .warning }
            if output.json {
                reports.append(Self.json(file, linter))
            } else {
                for finding in linter.findings { try terminal.line(finding.report(file: file, terminal.style)) }
            }
        }
        if output.json {
            let value: JSONValue = ["files": .array(reports), "errors": .int(errors), "warnings": .int(warnings)]
            try terminal.line(value.json(pretty: true))
        } else if errors + warnings == 0 {
            Terminal.printLine(files.count == 1 ? "No findings." : "No findings in \(files.count) files.")
        } else {
            Terminal.printLine("\(Self.words(errors, "error")), \(Self.words(warnings, "warning")).")
        }
        if errors > 0 || strict && warnings > 0 { throw CommandError.findings }
    }

    private static func words(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }

    private static func json(_ file: String, _ linter: FlagFileLinter) -> JSONValue {
        var members: [String: JSONValue] = ["file": .string(file), "findings": .array(linter.findings.map(\.json))]
        members["format"] = linter.format.map { .string($0.rawValue) }
        return .object(members)
    }
}
