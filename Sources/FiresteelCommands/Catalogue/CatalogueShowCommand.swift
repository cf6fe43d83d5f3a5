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
        help: "The catalogue file; “-” is standard input.", completion: .file(extensions: ["json"])
    )
    var file: String

    @Option(help: "The output format: markdown, mermaid or json.")
    var format: CatalogueFormatArgument?

    @ArgumentParser.Flag(help: "Include actions in a mermaid diagram.")
    var actions = false

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The output file. By default standard output.", valueName: "file"), completion: .file())
    var outputFile: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if output.json, format != nil, format != .json { throw ValidationError("Use either --json or --format.") }
        if actions, format != .mermaid { throw ValidationError("--actions requires --format mermaid.") }
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
