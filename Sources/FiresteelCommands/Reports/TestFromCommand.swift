import ArgumentParser
import FiresteelBase
import FiresteelCatalogue
import FiresteelInsight
import FiresteelReplay
import FiresteelTimeline
import Foundation

struct TestFromCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "test-from", abstract: "Writes a test that fails as a report says.",
        discussion: """
            REPORT is the JSON of a report, as the server's API and the folder “insight” have it, “-” for standard input, or \
            a run; exported pages and archives of debug reports don't have the inputs. The test performs the replayable \
            steps of the session before the failure, with the session's flags, and expects that the last one succeeds. \
            Hidden values are placeholders, which don't compile until you replace them. With --catalogue, types and \
            presenters are those of the program's declarations.
            """)

    @Argument(
        help: ArgumentHelp("The report: a file of JSON, “-”, or a run.", valueName: "report"),
        completion: .file())
    var reference: String

    @Option(
        help: ArgumentHelp("The program's catalogue, for the names of its declarations.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var catalogue: String?

    @Option(
        name: [.customLong("output"), .customShort("o")],
        help: ArgumentHelp("The file to write, by default standard output.", valueName: "file"),
        completion: .file(extensions: ["swift"]))
    var outputFile: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var folder: FolderOptions
    @OptionGroup var output: OutputOptions

    func run(_ terminal: Terminal) async throws {
        let source = try ReplayTest(story(), catalogue: catalogue.map(CatalogueFile.read)).source
        guard let outputFile else { return try write(source, to: terminal) }
        guard force || !FileManager.default.fileExists(atPath: outputFile) else {
            throw CommandError(
                .cannotCreate, "“\(outputFile)” exists. Name another file, or replace it with --force.")
        }
        let file = try OutputFile(outputFile, terminal)
        try file.put(source)
        try file.finish()
        if output.json { try terminal.line(JSONValue.object(["output": .string(outputFile)]).json()) }
    }

    private func write(_ source: String, to terminal: Terminal) throws {
        guard output.json else { return try terminal.put(source) }
        try terminal.line(JSONValue.object(["source": .string(source)]).json(pretty: true))
    }

    private func story() throws -> ReplayStory {
        guard reference == "-" || ReportFile.isJSON(at: reference) else { return try story(of: openRun()) }
        let report: InsightReport
        do {
            report = try InsightReport(json: ReportFile.report(in: InputFile.read(reference)))
        } catch let error as InsightMessageError {
            throw CommandError(.data, "Can't read the report “\(reference)”. \(error)")
        }
        guard let story = ReplayStory(report) else {
            throw CommandError(
                .data, "The report “\(reference)” has no action that failed, so there is nothing to test.")
        }
        return story
    }

    private func openRun() throws -> Run {
        do {
            return try folder.open(reference)
        } catch let error as CommandError where error.status == .data {
            throw CommandError(
                .data,
                "\(error.message) test-from reads a run or the JSON of a report: exported pages and archives of debug "
                    + "reports don't have the inputs.")
        }
    }

    private func story(of run: Run) throws -> ReplayStory {
        guard let story = ReplayStory(run) else {
            throw CommandError(
                .data,
                "No action of the run “\(reference)” failed or was in flight at a crash, so there is nothing to test.")
        }
        return story
    }
}
