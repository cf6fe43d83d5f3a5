import ArgumentParser
import FiresteelCatalogue
import Foundation

/// The output format of a difference.
enum DifferenceFormatArgument: String, ExpressibleByArgument, CaseIterable {
    case text
    case markdown
    case json
}

struct CatalogueDiffCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Shows the differences between two catalogues, and which of them are breaking.")

    @Argument(help: "The old catalogue.", completion: .file(extensions: ["json"]))
    var old: String

    @Argument(help: "The new catalogue.", completion: .file(extensions: ["json"]))
    var new: String

    @Option(help: "The output format: text, markdown or json.")
    var format: DifferenceFormatArgument?

    @ArgumentParser.Flag(help: "End with status 1 if anything differs.")
    var exitCode = false

    @ArgumentParser.Flag(help: "End with status 1 only if a change is breaking.")
    var breaking = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if output.json, format != nil, format != .json { throw ValidationError("Use either --json or --format.") }
    }

    func run(_ terminal: Terminal) async throws {
        let difference = CatalogueDifference(from: try CatalogueFile.read(old), to: try CatalogueFile.read(new))
        switch output.json ? .json : format ?? .text {
        case .text:
            for line in difference.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                try terminal.line(
                    terminal.style.mark(PlainText.line(String(line)), line.hasPrefix("! ") ? .red : .plain))
            }
        case .markdown: try terminal.put(difference.markdown)
        case .json: try terminal.put(try CatalogueFile.text(difference.json))
        }
        if breaking ? difference.isBreaking : exitCode && !difference.isEmpty { throw CommandError.findings }
    }
}
