import ArgumentParser
import FiresteelCatalogue
import Foundation

/// The output format of a catalogue.
enum CatalogueFormatArgument: String, ExpressibleByArgument, CaseIterable {
    case markdown
    case mermaid
    case json
}

struct CatalogueShowCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Writes a catalogue as a document, a diagram or JSON.",
        discussion: "“firesteel catalogue FILE” does the same.")

    @Argument(
        help: "The catalogue, as the program writes it; “-” is standard input.", completion: .file(extensions: ["json"])
    )
    var file: String

    @Option(help: "What to write: markdown, mermaid or json.")
    var format: CatalogueFormatArgument?

    @ArgumentParser.Flag(help: "With mermaid: draw actions as well.")
    var actions = false

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Where to write. Standard output without it.", valueName: "file"), completion: .file())
    var outputFile: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if output.json, format != nil, format != .json { throw ValidationError("Either --json or --format, not both.") }
        if actions, format != .mermaid { throw ValidationError("--actions goes with --format mermaid.") }
    }

    func run(_ terminal: Terminal) async throws {
        let catalogue = try CatalogueFile.read(file)
        let text =
            switch output.json ? .json : format ?? .markdown {
            case .markdown: catalogue.markdown
            case .mermaid: catalogue.mermaid(withActions: actions)
            case .json: try CatalogueFile.text(catalogue.json)
            }
        let destination = try OutputFile(outputFile, terminal)
        try destination.put(text.hasSuffix("\n") ? text : text + "\n")
        try destination.finish()
    }
}
