import ArgumentParser
import Firesteel
import Foundation

/// The program `firesteel`.
public enum FiresteelProgram {
    /// Parses and executes the program's arguments and ends the process with a status.
    ///
    /// See `docs/command-line.md`.
    public static func main() async {
        // Writing to a closed pipe results in an error, and ends the program silently.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try FiresteelCommand.parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            exit(report(error))
        }
    }

    /// Prints an error of parsing or running a command, or the requested help, and returns the exit status.
    private static func report(_ error: any Error) -> Int32 {
        let status = FiresteelCommand.exitCode(for: error)
        // A command has printed its own errors.
        guard !(error is ExitCode) else { return status.rawValue }
        guard status == .success else {
            Terminal.printLine(line(for: error, of: Array(CommandLine.arguments.dropFirst())))
            return status.rawValue
        }
        let terminal = Terminal(.never)
        do {
            try terminal.line(FiresteelCommand.fullMessage(for: error))
            try terminal.flush()
            return status.rawValue
        } catch {
            return CommandError.report(error).rawValue
        }
    }

    /// Returns the line that reports an error of parsing the arguments.
    static func line(for error: any Error, of arguments: [String]) -> String {
        let message = FiresteelCommand.message(for: error)
        let sentence = message.hasSuffix(".") || message.hasSuffix("?") ? message : message + "."
        return PlainText.line("firesteel: \(sentence) “\(commandName(arguments)) --help” shows its use.")
    }

    /// Returns the name of the command in the arguments, such as `firesteel flags lint`.
    private static func commandName(_ arguments: [String]) -> String {
        var name = "firesteel"
        var commands = FiresteelCommand.configuration.subcommands
        for argument in arguments {
            guard let command = commands.first(where: { $0.configuration.commandName == argument }) else { break }
            name += " " + argument
            commands = command.configuration.subcommands
        }
        return name
    }
}

struct FiresteelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "firesteel",
        abstract: "Inspects the runs, flags and features of programs that use Firesteel.",
        discussion: """
            RUN is the file of a run, a run's identifier or the beginning of one, “last” for the newest run, or \
            “last-crash” for the newest that ended abnormally. Runs are read from --folder, otherwise from \
            the folder in FIRESTEEL_RUNS, otherwise from “runs” in the current folder.

            The exit status is 0 for success, 1 for findings, such as errors in a flag file, 64 for invalid arguments, \
            65 for invalid input, 66 for missing input, 69 for an endpoint that rejects the data, 73 and 74 for output \
            that can't be written.
            """,
        version: FiresteelVersion.current,
        subcommands: [
            RunsCommand.self, ShowCommand.self, FollowCommand.self, PostMortemCommand.self, ExportCommand.self,
            FlagsCommand.self, CatalogueCommand.self, PlanCommand.self, CoverageCommand.self, ReportCommand.self,
            TestFromCommand.self,
        ])
}
