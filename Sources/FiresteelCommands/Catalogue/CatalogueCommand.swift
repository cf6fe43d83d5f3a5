import ArgumentParser

struct CatalogueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue", abstract: "Shows a program's catalogue, and the changes between two versions.",
        subcommands: [CatalogueShowCommand.self, CatalogueDiffCommand.self],
        defaultSubcommand: CatalogueShowCommand.self)
}
