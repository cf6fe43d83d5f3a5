import ArgumentParser

struct CatalogueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue", abstract: "Writes down what a program can do, and what changed between two versions.",
        subcommands: [CatalogueShowCommand.self, CatalogueDiffCommand.self],
        defaultSubcommand: CatalogueShowCommand.self)
}
