import ArgumentParser

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Shows what a program stores to send to a server.",
        subcommands: [ReportShowCommand.self])
}
