import ArgumentParser
import Firesteel
import Foundation

/// What a difference is written as.
enum DifferenceFormatArgument: String, ExpressibleByArgument, CaseIterable {
    case text
    case markdown
    case json
}

struct CatalogueDiffCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Says what differs between two catalogues, and what of it breaks something.")

    @Argument(help: "The catalogue of before.", completion: .file(extensions: ["json"]))
    var old: String

    @Argument(help: "The catalogue of now.", completion: .file(extensions: ["json"]))
    var new: String

    @Option(help: "What to write: text, markdown or json.")
    var format: DifferenceFormatArgument?

    @ArgumentParser.Flag(help: "End with status 1 where something differs.")
    var exitCode = false

    @ArgumentParser.Flag(help: "End with status 1 only where something breaks.")
    var breaking = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if output.json, format != nil, format != .json { throw ValidationError("Either --json or --format, not both.") }
    }

    func run(_ terminal: Terminal) async throws {
        let difference = CatalogueDifference(from: try CatalogueFile.read(old), to: try CatalogueFile.read(new))
        switch output.json ? .json : format ?? .text {
        case .text:
            for line in difference.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                try terminal.line(terminal.style.mark(String(line), line.hasPrefix("! ") ? .red : .plain))
            }
        case .markdown: try terminal.put(difference.markdown)
        case .json: try terminal.put(try CatalogueFile.text(difference.json))
        }
        if breaking ? difference.isBreaking : exitCode && !difference.isEmpty { throw CommandError.findings }
    }
}
