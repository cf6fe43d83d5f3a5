import DocumentsCore
import Firesteel
import FiresteelPurchases
import Logging

/// The running app: its store, server and tabs, and the events between them.
final class DocumentsApp: Sendable {
    /// The configuration of the app.
    struct Configuration: Sendable {
        /// The folder of the documents.
        var folder: String
        /// The app's port; 0 lets the system choose.
        var port: UInt16 = 0
        /// The secret of its pages.
        var secret = Secret()
        /// The crash of the last run.
        var lastCrash: LastCrash?
        var pace = ImportPace()
        /// The folder suggested by the import dialog.
        var importSuggestion: String?
        /// The store of purchases.
        var purchases: FilePurchaseStore
        /// The recent activities, or `nil` if they aren't stored.
        var recent: RecentDocuments?
        /// The path of the usage figures, if they are written.
        var usageFile: String?
        /// The flags file, which is checked while the app runs.
        var flags: FlagsFile?
        /// The time that a tab stays open without its page.
        var grace: Duration = .seconds(5)
        /// The interval of empty lines in streams, which detect closed connections.
        var beat: Duration = .seconds(2)
        /// The clock for all intervals.
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

    /// Creates the app.
    ///
    /// - Parameters:
    ///   - runtime: The runtime of the actions.
    ///   - configuration: The configuration.
    /// - Throws: ``DocumentError/noFolder(_:)``, `FlagSetupError`, and errors of reading the page.
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
                store: store, hub: hub, pace: configuration.pace, personal: personal,
                purchases: configuration.purchases),
            personal: personal, links: LinkOpener(runtime: runtime, hub: hub, patience: patience), recent: recent,
            usageFile: configuration.usageFile,
            importSuggestion: configuration.importSuggestion, lastCrash: configuration.lastCrash)
        guard let pages = PageFiles.bundled else {
            throw CommandError("The resources of the program are missing. Build it again.")
        }
        server = try AppServer(
            port: configuration.port, files: PageFiles(from: pages), routes: routes, secret: configuration.secret)
    }

    /// The router of externally requested actions, which presents them in the most recently used tab.
    var router: TabRouter { TabRouter(hub: hub, patience: patience) }

    /// Sets the address of the inspector, `nil` without one, which pages link when they report a crash.
    func setInspector(_ address: String?) { routes.inspector.set(address) }

    /// Starts to listen and returns the port; `run` continues.
    ///
    /// - Throws: ``ServerError``.
    func start() async throws -> UInt16 { try await server.start() }

    /// Sends changes to the tabs until the task is cancelled, then closes the tabs and stops the server.
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
                        log.error("Can’t remove the written usage figures: \(error)")
                    }
                    await hub.send(.features(FeatureStates.current(in: runtime)))
                    if change.new != .available, !runtime.availability(of: DocumentImport.self).isAvailable {
                        await hub.stopImports()
                    }
                }
            }
            group.addTask { [hub, personal] in
                for await _ in values {
                    await hub.send { tab in .editor(personal.editor(of: tab)) }
                    if let origin = personal.origin { await hub.send(.flags(origin)) }
                }
            }
            if let flags { group.addTask { [clock] in await flags.watch(clock: clock) } }
            group.addTask { [hub, beat] in await hub.beat(every: beat) }
        }
        await hub.stop()
        await server.stop()
    }
}
