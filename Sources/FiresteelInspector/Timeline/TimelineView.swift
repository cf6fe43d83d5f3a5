import FiresteelTimeline

/// A run for the timeline page: this process's own, updated continuously, or an earlier one.
actor TimelineView {
    let run: Run
    /// The cursor, or `nil` for an ended run.
    private var cursor: TimelineCursor?
    /// The live timeline.
    private let timeline: Timeline?
    /// The time of the last event that was read, on the run's clock.
    private var lastRead: UInt64 = 0
    private(set) var index: PerformIndex
    private(set) var texts: PerformTexts
    /// The number of lost slots.
    private(set) var lost = 0
    /// The number of slots that were incomplete when the run ended.
    let torn: Int
    /// The number of damaged slots, and of damaged names.
    let damaged: (slots: Int, names: Int)
    /// The log lines that the run's file has: warnings and errors.
    let lines: [PageData.Line]
    /// The opening of each stack, by its identifier.
    private var stacks: [UInt32: StackOpening] = [:]
    private var selections: [PerformSelection] = []
    /// The last folds, each with the version of the index that it is of.
    private var folds: [(filter: PerformFilter, version: Int, fold: PerformFold)] = []
    /// The time of the last event of an ended run, on its clock.
    let lastEvent: UInt64
    private var changes = ChangedPlaces()
    /// Whether a live run was read up to the first request.
    private var hasBegun = false
    /// Whether events were overwritten before they were read, and the outcome of their performs isn't known yet.
    private var hasMissed = false
    /// The performs that began while the table is being reconciled.
    private var begunSince: [UInt64]?
    /// The number of performs beyond the table of performs in flight at the last reconciliation.
    private var refusedBefore: UInt64 = 0
    /// The performs whose state the table can't determine.
    private var unreported: Set<UInt64> = []

    /// The maximum number of filters with selections: one for each open page, and the previous one.
    private static let selectionLimit = 8
    /// The maximum number of remembered stacks.
    private static let stackLimit = 20_000

    struct StackOpening {
        let feature: NameID
        let opened: UInt64
    }

    /// Creates a view of this process's own run.
    init(live timeline: Timeline, capacity: Int = 200_000, block: Int = 10_000) {
        run = timeline.run
        self.timeline = timeline
        cursor = timeline.cursor(from: .beginning)
        index = PerformIndex(capacity: capacity, block: block)
        texts = PerformTexts(names: run.names, inputs: .live(timeline))
        lines = []
        lastEvent = 0
        torn = 0
        damaged = (0, 0)
    }

    /// Creates a run from its file, read as a whole.
    init(recorded run: Run) {
        self.run = run
        timeline = nil
        var index = PerformIndex(capacity: .max, block: 0)
        var inputs = PackedInputs()
        var lines: [PageData.Line] = []
        var stacks: [UInt32: StackOpening] = [:]
        var principals = SessionPrincipals()
        let names = run.names
        for event in run.inFlightEvents() {
            index.add(event)
            inputs.add(event.bytes, of: event.perform)
        }
        var lastEvent: UInt64 = 0
        let condition = run.forEachEvent { event in
            index.add(event)
            principals.add(event)
            lastEvent = max(lastEvent, event.time)
            switch event.kind {
            case .begin: inputs.add(event.bytes, of: event.perform)
            case .stackOpened: stacks[event.stack] = StackOpening(feature: event.subject, opened: event.time)
            case .log:
                if let line = LogRecord(event, names: names) {
                    lines.append(PageData.Line(line, number: lines.count, at: run.header.microseconds(of: line.time)))
                }
            default: break
            }
            return true
        }
        index.sort()
        let unknown = Set(run.counts().unknown.map(\.id))
        index.reconcile { !unknown.contains($0) }
        self.index = index
        texts = PerformTexts(names: names, principals: principals, inputs: .recorded(inputs))
        lost = Int(clamping: condition.lost)
        torn = condition.torn
        damaged = (condition.damaged, run.damagedNames)
        self.lines = lines
        self.lastEvent = lastEvent
        self.stacks = stacks
    }

    // MARK: Following

    /// Reads all that was recorded so far.
    func refresh() {
        guard !begin() else { return }
        readUpToNow()
        if hasMissed { catchUp() }
    }

    /// Reads the events recorded before this call.
    ///
    /// A program may record faster than they can be read, which would never end.
    private func readUpToNow() {
        guard let now = timeline?.now else { return }
        while readOn(), lastRead <= now {}
    }

    /// Reads the existing events, and sorts them before any place is published.
    /// - Returns: Whether this was the first call.
    private func begin() -> Bool {
        guard isLive, !hasBegun else { return false }
        hasBegun = true
        index.add(remembered: run.inFlightEvents())
        readUpToNow()
        index.sort()
        // No client has seen an earlier state.
        changes = ChangedPlaces()
        return true
    }

    /// Reads new events up to a limit, and returns the performs that changed since the last call.
    func refreshSome() -> ChangedPlaces {
        if !begin() { readTurn() }
        defer { changes = ChangedPlaces() }
        return changes
    }

    /// Reads the cursor once, which bounds the cost for a busy program.
    ///
    /// Events that are overwritten meanwhile are counted as lost.
    private func readTurn() {
        if !readOn(), hasMissed { catchUp() }
    }

    /// Determines the performs in flight, after events were overwritten unread.
    ///
    /// A completion is written before its perform leaves the run's table of performs in flight. So a perform that began
    /// before the table was read, isn't in it, and doesn't complete in the events read afterwards, completed in the
    /// missed events.
    private func catchUp() {
        hasMissed = false
        // Read first: later refusals are counted the next time, and began too late to be missed this time.
        let refused = run.refused.performs
        let remembered = run.inFlightEvents()
        var known = Set(remembered.map(\.perform))
        index.add(remembered: remembered)
        begunSince = []
        readUpToNow()
        known.formUnion(begunSince ?? [])
        begunSince = nil
        if refused != refusedBefore {
            // Performs beyond the table are in flight without an entry, and any open one may be one of them: until
            // their completions are read they count as in flight. Later ones can be determined again.
            refusedBefore = refused
            unreported = index.openIdentifiers.subtracting(remembered.map(\.perform))
        } else {
            unreported.formIntersection(index.openIdentifiers)
        }
        known.formUnion(unreported)
        index.reconcile { known.contains($0) }
        changes.overflow()
    }

    /// Reads some events.
    ///
    /// - Returns: `false` if there were no more.
    private func readOn() -> Bool {
        // A cursor retains events beyond a limit, which would accumulate for a busy program.
        guard let batch = cursor?.next(limit: .max) else { return false }
        if batch.isEmpty { return false }
        lastRead = batch.events.last?.time ?? lastRead
        if batch.lost > 0 {
            lost += Int(clamping: batch.lost)
            hasMissed = true
        }
        var needsNames = false
        for event in batch.events {
            if event.kind == .stackOpened { remember(event) }
            texts.principals.add(event)
            if event.kind == .begin { begunSince?.append(event.perform) }
            guard let place = index.add(event) else { continue }
            changes.add(place)
            if !texts.names.knows(event) { needsNames = true }
        }
        if needsNames { texts.names = run.names }
        return true
    }

    private func remember(_ event: TimelineEvent) {
        if stacks.count >= Self.stackLimit {
            let oldest = stacks.keys.sorted().prefix(Self.stackLimit / 2)
            for stack in oldest { stacks[stack] = nil }
        }
        stacks[event.stack] = StackOpening(feature: event.subject, opened: event.time)
    }

    // MARK: Access

    /// Whether it is this process's own run.
    var isLive: Bool { cursor != nil }

    /// The numbers of performs, failures and performs in flight.
    var counts: (performs: Int, failures: Int, inFlight: Int) {
        (index.performs, index.failures, index.inFlight)
    }

    func microseconds(of time: UInt64) -> Int64 { run.header.microseconds(of: time) }

    func stack(_ identifier: UInt32) -> StackOpening? { stacks[identifier] }

    /// Returns the places that match a filter, or `nil` if all match.
    func select(_ filter: PerformFilter) -> [Int]? {
        guard !filter.isEmpty else { return nil }
        var selection: PerformSelection
        if let known = selections.firstIndex(where: { $0.filter == filter }) {
            selection = selections.remove(at: known)
        } else {
            selection = PerformSelection(filter)
        }
        let header = run.header
        selection.update(index, texts) { header.microseconds(of: $0) }
        selections.append(selection)
        if selections.count > Self.selectionLimit { selections.removeFirst() }
        return selection.places
    }

    /// Returns the entries that match a filter with equal neighbors folded.
    ///
    /// Reads all of them again after a change.
    func fold(_ filter: PerformFilter) -> PerformFold {
        let known = folds.firstIndex { $0.filter == filter }.map { folds.remove(at: $0) }
        let isCurrent = known?.version == index.version
        let fold = isCurrent ? known?.fold : nil
        let current = fold ?? PerformFold(index, select(filter), after: known?.fold)
        folds.append((filter, index.version, current))
        if folds.count > Self.selectionLimit { folds.removeFirst() }
        return current
    }
}

/// The places of changed performs, limited to a number that can be sent individually.
struct ChangedPlaces: Sendable {
    /// The maximum number of changed performs that are sent individually.
    static let limit = 200

    private(set) var places: Set<Int> = []
    /// Whether there are more than the listed ones.
    private(set) var isTooMany = false

    var isEmpty: Bool { places.isEmpty && !isTooMany }

    mutating func add(_ place: Int) {
        guard !isTooMany else { return }
        places.insert(place)
        if places.count > Self.limit { overflow() }
    }

    mutating func overflow() {
        isTooMany = true
        places = []
    }

    mutating func merge(_ other: ChangedPlaces) {
        if other.isTooMany { return overflow() }
        for place in other.places { add(place) }
    }
}
