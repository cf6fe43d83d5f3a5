import ArgumentParser

struct FlagsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flags", abstract: "Checks, explains and converts flag files, and generates code from them.",
        discussion:
            "Files have the format of flagd, JustTweak or Toggles, or map keys to values. The format is detected.",
        subcommands: [
            FlagsLintCommand.self, FlagsExplainCommand.self, FlagsConvertCommand.self, FlagsGenerateCommand.self,
        ])
}
