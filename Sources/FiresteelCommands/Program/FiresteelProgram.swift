import ArgumentParser
import Firesteel
import Foundation

/// The program `firesteel`.
public enum FiresteelProgram {
    /// Parses the program's arguments, does what they ask for and ends the process with a status; see
    /// `docs/command-line.md`.
    public static func main() async {
        // A pipe that closed is told to whoever writes, and ends the program quietly.
        signal(SIGPIPE, SIG_IGN)
        await FiresteelCommand.main()
    }
}

struct FiresteelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "firesteel",
        abstract: "Looks into the runs, flags and features of programs that are written with Firesteel.",
        discussion: """
            RUN is the file of a run, a run's identifier or the beginning of one, “last” for the newest run, or \
            “last-crash” for the newest that ended other than in good order. Runs are looked for in --folder, else in \
            what FIRESTEEL_RUNS says, else in “runs” below the current folder.

            It ends with status 0, or 1 where there is something to look at, such as errors in a flag file. Others are \
            64 for arguments that can't be understood, 65 for data that can't be read, 66 for what isn't there, 69 for \
            an endpoint that doesn't take what is sent, 73 and 74 for output that can't be written.
            """,
        version: FiresteelVersion.current,
        subcommands: [
            RunsCommand.self, ShowCommand.self, FollowCommand.self, PostMortemCommand.self, ExportCommand.self,
            FlagsCommand.self, CatalogueCommand.self,
        ])
}
