import ArgumentParser
import FiresteelCatalogue
import Foundation

/// The output format of a test plan.
enum PlanFormatArgument: String, ExpressibleByArgument, CaseIterable {
    case markdown
    case gherkin
    case json
}

struct PlanCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Writes the tests that a program's declarations call for.",
        discussion: """
            The plan has each action's outcomes, each reason for which a feature isn't available, and configurations of \
            flags in which each two values of two flags are together. “firesteel coverage” shows which of what people do \
            is tested.
            """)

    @Argument(
        help: "The program's catalogue; “-” is standard input.", completion: .file(extensions: ["json"])
    )
    var file: String

    @Option(
        help: ArgumentHelp(
            "Only what changed since this catalogue of an earlier version.", valueName: "catalogue"),
        completion: .file(extensions: ["json"]))
    var since: String?

    @Option(help: "The output format: markdown, gherkin or json.")
    var format: PlanFormatArgument?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if output.json, format != nil, format != .json { throw ValidationError("Use either --json or --format.") }
    }

    func run(_ terminal: Terminal) async throws {
        let plan = TestPlan(try CatalogueFile.read(file), since: try since.map(CatalogueFile.read))
        switch output.json ? .json : format ?? .markdown {
        case .markdown: try terminal.put(plan.markdown)
        case .gherkin: try terminal.put(plan.gherkin)
        case .json: try terminal.put(try CatalogueFile.text(plan.json))
        }
    }
}
