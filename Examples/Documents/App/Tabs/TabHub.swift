import DocumentsCore
import Firesteel
import FiresteelHTTPServer
import HTTPTypes
import Logging

/// The open tabs.
///
/// A page opens its tab and a stream, and the tab is closed five seconds after its last stream has ended by default:
/// long enough for a reload of the page, short enough for closed tabs not to accumulate.
actor TabHub {
    /// The maximum number of open tabs.
    static let most = 200

    private let runtime: FeatureRuntime
    private let grace: Duration
    private let clock: any Clock<Duration>
    private let log = Logger(label: "documents.tabs")
    private var tabs: [String: Tab] = [:]
    private var opened = 0
    /// The use count of each tab's last use; a higher one is more recent.
    private var uses: [String: Int] = [:]
    private var lastUse = 0
    private var stopped = false
    private var waiting: [(id: String, continuation: CheckedContinuation<Void, Never>)] = []

    /// - Parameters:
    ///   - runtime: The runtime that creates the tabs' sessions.
    ///   - grace: How long a tab stays open without a stream.
    ///   - clock: The clock for all intervals.
    init(runtime: FeatureRuntime, grace: Duration = .seconds(5), clock: any Clock<Duration> = ContinuousClock()) {
        self.runtime = runtime
        self.grace = grace
        self.clock = clock
    }

    /// Opens a tab, or returns the open one with this identifier.
    ///
    /// - Parameters:
    ///   - id: The tab's identifier.
    ///   - person: The identifier of the tab's user; by default the tab's own.
    /// - Throws: ``HTTPProblem`` if an identifier is invalid, too many tabs are open, or the program is stopping.
    func open(_ id: String, for person: String? = nil) throws -> Tab {
        guard Tab.isIdentifier(id), person.map(Tab.isIdentifier) ?? true else {
            throw HTTPProblem.badRequest("The identifiers of tabs and users must have 32 hexadecimal digits.")
        }
        if let tab = tabs[id] { return tab }
        guard !stopped else { throw HTTPProblem.stopping }
        guard tabs.count < Self.most else {
            throw HTTPProblem(
                status: .tooManyRequests, code: "too-many",
                message: "Too many tabs are open. Close some and reload this one.")
        }
        opened += 1
        let streams = TabStreams { [weak self] in
            Task { await self?.closeUnlessUsed(id) }
        }
        let tab = Tab(
            id: id, person: person ?? id, session: runtime.session("Tab \(opened)"), streams: streams)
        tabs[id] = tab
        recordUse(of: tab)
        log.info("\(tab.session.name) is open")
        // A page that opens a tab and never requests its stream was closed.
        Task { await closeUnlessUsed(id) }
        return tab
    }

    /// Returns the open tab with this identifier.
    ///
    /// - Throws: ``HTTPProblem`` if it isn't open; the page then opens it again unless the program is stopping.
    func tab(_ id: String) throws -> Tab {
        guard let tab = tabs[id] else {
            throw stopped ? .stopping : HTTPProblem(status: .notFound, code: "no-tab", message: "This tab isn’t open.")
        }
        return tab
    }

    /// Returns whether a tab is open that writes the drafts of this owner.
    func isOpen(_ owner: DraftOwner) -> Bool { tabs[owner.id] != nil }

    /// Records that a tab is used or shown.
    func recordUse(of tab: Tab) {
        lastUse += 1
        uses[tab.id] = lastUse
    }

    /// Returns the most recently used tab that has an open stream.
    func front() -> Tab? {
        tabs.values.filter { !$0.streams.isEmpty }.max { uses[$0.id, default: 0] < uses[$1.id, default: 0] }
    }

    /// Returns the tabs that have an open stream, in the order in which they were opened.
    func shown() -> [Tab] {
        tabs.values.filter { !$0.streams.isEmpty }.sorted { $0.session.identifier < $1.session.identifier }
    }

    /// Sends a message to all tabs.
    func send(_ message: PageMessage) {
        for tab in tabs.values { tab.streams.send(message) }
    }

    /// Sends each tab a message that depends on its user.
    func send(_ message: (_ tab: Tab) -> PageMessage) {
        for tab in tabs.values { tab.streams.send(message(tab)) }
    }

    /// Writes an empty line to every stream at an interval, so that closed connections are detected.
    ///
    /// Returns when the task is cancelled.
    func beat(every interval: Duration = .seconds(2)) async {
        while (try? await clock.sleep(for: interval)) != nil {
            for tab in tabs.values { tab.streams.beat() }
        }
    }

    /// Stops the imports of all tabs.
    func stopImports() {
        for tab in tabs.values { tab.stopImport() }
    }

    /// Closes all tabs and accepts no new ones.
    func stop() async {
        stopped = true
        for tab in tabs.values { await close(tab) }
    }

    /// Returns when the tab is closed, or immediately if it isn't open.
    func waitUntilClosed(_ id: String) async {
        guard tabs[id] != nil else { return }
        await withCheckedContinuation { waiting.append((id, $0)) }
    }

    private func closeUnlessUsed(_ id: String) async {
        try? await clock.sleep(for: grace)
        if let tab = tabs[id], tab.streams.isEmpty { await close(tab) }
    }

    private func close(_ tab: Tab) async {
        tabs[tab.id] = nil
        uses[tab.id] = nil
        await tab.close()
        log.info("\(tab.session.name) is closed")
        for waiter in waiting where waiter.id == tab.id { waiter.continuation.resume() }
        waiting.removeAll { $0.id == tab.id }
    }
}
