import DocumentsCore
import Firesteel
import FiresteelPurchases
import Logging

/// The app while it runs: store, server and tabs, and what goes between them.
final class DocumentsApp: Sendable {
    /// What to serve, and how.
    struct Configuration: Sendable {
        /// The folder of the documents.
        var folder: String
        /// Where the app listens; 0 lets the system choose.
        var port: UInt16 = 0
        var pace = ImportPace()
        /// A folder that the import dialog proposes.
        var importSuggestion: String?
        /// Where it is written down what was bought.
        var purchases: FilePurchaseStore
        /// What can be continued; none where it isn't kept.
        var recent: RecentDocuments?
        /// Where usage figures are written, if they are.
        var usageFile: String?
        /// The file of flags, which is looked at while the app runs.
        var flags: FlagsFile?
        /// How long a tab lives without its page.
        var grace: Duration = .seconds(5)
        /// How often a stream is written to, so that a page which has gone is noticed.
        var beat: Duration = .seconds(2)
        /// What all of them are measured with.
        var clock: any Clock<Duration> = ContinuousClock()
    }

    let server: AppServer
    let hub: TabHub
    let store: DocumentStore
    let routes: Routes
    private let runtime: FeatureRuntime
    private let personal: PersonalFlags
    private let flags: FlagsFile?
    private let recent: RecentDocuments?
    private let patience: Patience
    private let beat: Duration
    private let clock: any Clock<Duration>
    private let log = Logger(label: "documents.app")

    /// - Parameters:
    ///   - runtime: where the actions are performed.
    ///   - configuration: what to serve.
    /// - Throws: ``DocumentError/noFolder(_:)``, `FlagSetupError`, and where the page can't be read.
    init(runtime: FeatureRuntime, _ configuration: Configuration) throws {
        self.runtime = runtime
        (flags, beat, clock) = (configuration.flags, configuration.beat, configuration.clock)
        store = try DocumentStore(at: configuration.folder)
        hub = TabHub(runtime: runtime, grace: configuration.grace, clock: configuration.clock)
        personal = try PersonalFlags(runtime)
        recent = configuration.recent
        patience = Patience(clock: configuration.clock)
        ServedFolder.set(store, configuration.purchases, of: runtime)
        routes = Routes(
            runtime: runtime, store: store, hub: hub,
            operations: Operations(
                store: store, pace: configuration.pace, personal: personal, purchases: configuration.purchases),
            personal: personal, links: LinkOpener(runtime: runtime, hub: hub, patience: patience), recent: recent,
            usageFile: configuration.usageFile,
            importSuggestion: configuration.importSuggestion)
        guard let pages = PageFiles.bundled else {
            throw CommandError("The page isn’t beside the program. Build it again.")
        }
        server = try AppServer(port: configuration.port, files: PageFiles(from: pages), routes: routes)
    }

    /// Shows what comes from outside in the tab that was used last.
    var router: TabRouter { TabRouter(hub: hub, patience: patience) }

    /// Starts to listen and answers where; `run` goes on with the rest.
    ///
    /// - Throws: ``ServerError``.
    func start() async throws -> UInt16 { try await server.start() }

    /// Tells the tabs what changes, until it is cancelled; then closes them and stops to listen.
    func run() async {
        let (changes, availability) = (await store.changes(), runtime.availabilityChanges())
        let values = personal.changes()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [hub, recent, store] in
                await recent?.removeMissing(in: store)
                for await change in changes {
                    await recent?.follow(change, in: store)
                    await hub.send(.folder(change))
                }
            }
            group.addTask { [hub, runtime, log] in
                for await change in availability {
                    do {
                        try UsageFigures.applyConsent(in: runtime)
                    } catch {
                        log.error("Usage figures that were written could not be removed: \(error)")
                    }
                    await hub.send(.features(FeatureStates.current(in: runtime)))
                    if change.new != .available, !runtime.availability(of: DocumentImport.self).isAvailable {
                        await hub.stopImports()
                    }
                }
            }
            group.addTask { [hub, personal] in
                for await _ in values { await hub.send { person in .editor(personal.editor(of: person)) } }
            }
            if let flags { group.addTask { [clock] in await flags.watch(clock: clock) } }
            group.addTask { [hub, beat] in await hub.beat(every: beat) }
        }
        await hub.stop()
        await server.stop()
    }
}
