import ArgumentParser
import FiresteelServer

@main
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "firesteel-server",
        abstract: "Flags for running programs, with every change accounted for.",
        discussion: """
            Every option can also be set in the environment (FIRESTEEL_DATA for --data), and in a JSON file named by \
            FIRESTEEL_CONFIG or --config. The command line has priority over the environment, and that over the file.
            """,
        version: FlagServer.version,
        subcommands: [
            ServeCommand.self, CheckCommand.self, BackupCommand.self, RestoreCommand.self, ExportCommand.self,
            ImportCommand.self, VerifyCommand.self, TokenCommand.self, AccountCommand.self, ErasePersonCommand.self,
            AgentCommand.self,
        ],
        defaultSubcommand: ServeCommand.self)
}
