import Firesteel
import HTTPTypes
import Logging

/// The tabs that are open.
///
/// A tab is opened by its page, holds a stream open, and is closed a few seconds after its last stream has ended: long
/// enough for the page to be loaded again, short enough that a tab which was closed doesn't linger.
actor TabHub {
    /// The most tabs that may be open at once.
    static let most = 200

    private let runtime: FeatureRuntime
    private let grace: Duration
    private let clock: any Clock<Duration>
    private let log = Logger(label: "documents.tabs")
    private var tabs: [String: Tab] = [:]
    private var opened = 0
    /// When each tab was used last, as a number that grows.
    private var uses: [String: Int] = [:]
    private var lastUse = 0
    private var stopped = false
    private var waiting: [(id: String, continuation: CheckedContinuation<Void, Never>)] = []

    /// - Parameters:
    ///   - runtime: whose sessions the tabs are.
    ///   - grace: how long a tab lives without a stream.
    ///   - clock: what that is measured with.
    init(runtime: FeatureRuntime, grace: Duration = .seconds(5), clock: any Clock<Duration> = ContinuousClock()) {
        self.runtime = runtime
        self.grace = grace
        self.clock = clock
    }

    /// Opens a tab, or finds the one that is open under this identifier.
    ///
    /// - Parameters:
    ///   - id: the tab's identifier.
    ///   - person: who has it; the tab stands for itself where nobody is named.
    /// - Throws: ``RequestError`` where an identifier is none, too many tabs are open, or the program ends.
    func open(_ id: String, for person: String? = nil) throws -> Tab {
        guard Tab.isIdentifier(id), person.map(Tab.isIdentifier) ?? true else {
            throw RequestError(
                .badRequest, code: "bad-request", "The identifiers of tabs and users must have 32 hexadecimal digits.")
        }
        if let tab = tabs[id] { return tab }
        guard !stopped else { throw RequestError.stopping }
        guard tabs.count < Self.most else {
            throw RequestError(
                .tooManyRequests, code: "too-many", "Too many tabs are open. Close some and reload this one.")
        }
        opened += 1
        let streams = TabStreams { [weak self] in
            Task { await self?.closeUnlessUsed(id) }
        }
        let tab = Tab(
            id: id, person: person ?? id, session: runtime.session("Tab \(opened)"), streams: streams)
        tabs[id] = tab
        noteUse(of: tab)
        log.info("\(tab.session.name) is open")
        // A page that opens a tab and never asks for its stream has gone.
        Task { await closeUnlessUsed(id) }
        return tab
    }

    /// The open tab with this identifier.
    ///
    /// - Throws: ``RequestError`` where there is none, which the page then opens again unless the program ends.
    func tab(_ id: String) throws -> Tab {
        guard let tab = tabs[id] else {
            throw stopped ? .stopping : RequestError(.notFound, code: "no-tab", "This tab isn’t open.")
        }
        return tab
    }

    /// Notes that somebody does something in a tab, or looks at it.
    func noteUse(of tab: Tab) {
        lastUse += 1
        uses[tab.id] = lastUse
    }

    /// The tab that was used last, of those with a page that listens.
    func front() -> Tab? {
        tabs.values.filter { !$0.streams.isEmpty }.max { uses[$0.id, default: 0] < uses[$1.id, default: 0] }
    }

    /// Tells all tabs.
    func send(_ message: PageMessage) {
        for tab in tabs.values { tab.streams.send(message) }
    }

    /// Tells each tab what concerns the person who has it.
    func send(_ message: (_ person: String) -> PageMessage) {
        for tab in tabs.values { tab.streams.send(message(tab.person)) }
    }

    /// Lets every stream write something, so that connections which have gone are noticed.
    ///
    /// Runs until it is cancelled.
    func beat(every interval: Duration = .seconds(2)) async {
        while (try? await clock.sleep(for: interval)) != nil {
            for tab in tabs.values { tab.streams.beat() }
        }
    }

    /// Stops what is being imported in all tabs.
    func stopImports() {
        for tab in tabs.values { tab.stopImport() }
    }

    /// Closes all tabs, at the end of the program.
    func stop() async {
        stopped = true
        for tab in tabs.values { await close(tab) }
    }

    /// Returns when a tab is closed, at once where it is.
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
