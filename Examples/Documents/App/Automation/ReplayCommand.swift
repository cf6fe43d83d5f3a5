import ArgumentParser
import DocumentsCore
import Firesteel
import FiresteelAutomation
import FiresteelFlags
import FiresteelPurchases
import FiresteelReplay
import Foundation

/// Replays a report or a run in a copy of the documents.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Perform the steps of a recorded failure again: documents replay report.json",
        discussion: """
            The options of the app come before it: documents --folder Notes replay report.json. It works in a copy of the \
            folder. documents replay --help shows what can be changed.
            """)

    @Argument(parsing: .captureForPassthrough, help: "The report and the options.")
    var arguments: [String] = []

    /// The parent command, with the folders.
    @ParentCommand var app: DocumentsCommand

    func run() async throws {
        let paths = try WorkingPaths(folder: app.folder, runs: app.runs, flags: app.flags)
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("documents-replay-\(UUID())")
        defer { try? FileManager.default.removeItem(at: copy) }
        if arguments.contains(where: { !$0.hasPrefix("-") }), !arguments.contains("--bisect") {
            try FileManager.default.copyItem(at: URL(fileURLWithPath: paths.documents), to: copy)
        } else {
            try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: false)
        }
        let (store, purchases) = try (
            DocumentStore(at: copy.path), FilePurchaseStore(copy.appendingPathComponent(".purchases.json"))
        )
        app.beginRehearsal()
        let status = await RunReplayer.runCommand(arguments, program: "documents replay") {
            replayer, flags, hidden, observe in
            try await replayer.replay(
                AppFeatures.self, flags: flags, hidden: hidden, presentedBy: UnseenPresentation(),
                prepare: { runtime in
                    _ = try runtime.flags.register(DocumentsFlags.self)
                    ServedFolder.set(store, purchases, of: runtime)
                }, observe: observe)
        }
        throw ExitCode(status)
    }
}

/// Presents actions nowhere.
private struct UnseenPresentation: PresentationRouter {
    func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter> {
        guard let presenter = OutputPresenter(output: ActionOutput()) as? Presented.Presenter else {
            return .declined("it is shown on a page")
        }
        return .ready(presenter)
    }
}
