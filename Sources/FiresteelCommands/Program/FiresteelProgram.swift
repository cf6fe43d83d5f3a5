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
        await FiresteelCommand.main()
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
            FlagsCommand.self, CatalogueCommand.self,
        ])
}
