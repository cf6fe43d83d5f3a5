import DocumentsCore
import Firesteel
import FiresteelAutomation
import FiresteelFlags
import FiresteelPurchases
import Foundation

/// Documents without pages: the same features, flags and runs, for a command or an agent.
struct HeadlessDocuments {
    let runtime: FeatureRuntime
    let automation: Automation
    /// Retained, since inputs find them by the runtime.
    private let store: DocumentStore
    private let purchases: FilePurchaseStore

    /// Sets up the program as the options of the app say.
    ///
    /// - Parameters:
    ///   - app: The options.
    ///   - records: Whether the run is stored.
    init(_ app: DocumentsCommand, records: Bool = true) throws {
        let paths = try WorkingPaths(folder: app.folder, runs: app.runs, flags: app.flags)
        startLogging(in: paths, toConsole: false)
        purchases = FilePurchaseStore(URL(fileURLWithPath: paths.purchases))
        store = try DocumentStore(at: paths.documents)
        runtime = try app.setUp(
            paths, FlagsFile(paths.flags), [], purchases, storage: records ? .folder(paths.commandRuns) : .memory,
            runSize: 1 << 20)
        _ = try runtime.flags.register(DocumentsFlags.self)
        ServedFolder.set(store, purchases, of: runtime)
        app.beginRehearsal()
        automation = Automation(runtime, presenters: OutputPresenter.all)
    }
}
