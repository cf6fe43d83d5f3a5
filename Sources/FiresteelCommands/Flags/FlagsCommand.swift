import ArgumentParser

struct FlagsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flags", abstract: "Checks, explains, converts and generates code from files of flags.",
        discussion:
            "Files are flagd's definitions, JustTweak's, Toggles', or keys and values; the format is found out.",
        subcommands: [
            FlagsLintCommand.self, FlagsExplainCommand.self, FlagsConvertCommand.self, FlagsGenerateCommand.self,
        ])
}
