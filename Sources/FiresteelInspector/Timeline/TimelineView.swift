import FiresteelTimeline
import FiresteelWeb

/// A run as the timeline's page shows it: this process's own, read on as it goes, or an earlier one.
actor TimelineView {
    let run: Run
    /// What is read on, nil for a run that is over.
    private var cursor: TimelineCursor?
    /// The timeline that goes on.
    private let timeline: Timeline?
    /// When the event happened that was read last, on the run's clock.
    private var lastRead: UInt64 = 0
    private(set) var index: PerformIndex
    private(set) var texts: PerformTexts
    /// How many slots of events are no longer there.
    private(set) var lost = 0
    /// How many slots were half written when the run ended.
    let torn: Int
    /// The log lines that the run's file has: warnings and errors.
    let lines: [PageData.Line]
    /// When each stack was opened, by its identifier.
    private var stacks: [UInt32: StackOpening] = [:]
    private var selections: [PerformSelection] = []
    private var changes = ChangedPlaces()
    /// Whether a run that goes on was read up to when somebody first looked.
    private var hasBegun = false
    /// Whether events were overwritten before they were read, and what became of their performs isn't known yet.
    private var hasMissed = false
    /// What began while that is being found out.
    private var begunSince: [UInt64]?
    /// How many performs had found the run's table of those in flight full when that was found out last.
    private var refusedBefore: UInt64 = 0
    /// Performs in flight of which the table can't tell whether they still are.
    private var unreported: Set<UInt64> = []

    /// How many filters are kept up at a time: one for each open page, and the one before.
    private static let selectionLimit = 8
    /// How many stacks are remembered.
    private static let stackLimit = 20_000

    struct StackOpening {
        let feature: NameID
        let opened: UInt64
    }

    /// This process's own run.
    init(live timeline: Timeline, capacity: Int = 200_000, block: Int = 10_000) {
        run = timeline.run
        self.timeline = timeline
        cursor = timeline.cursor(from: .beginning)
        index = PerformIndex(capacity: capacity, block: block)
        texts = PerformTexts(names: run.names, inputs: .live(timeline))
        lines = []
        torn = 0
    }

    /// A run from its file, read as a whole.
    init(recorded run: Run) {
        self.run = run
        timeline = nil
        var index = PerformIndex(capacity: .max, block: 0)
        var inputs = PackedInputs()
        var lines: [PageData.Line] = []
        var stacks: [UInt32: StackOpening] = [:]
        let names = run.names
        for event in run.inFlightEvents() {
            index.add(event)
            inputs.add(event.bytes, of: event.perform)
        }
        let condition = run.forEachEvent { event in
            index.add(event)
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
        self.index = index
        texts = PerformTexts(names: names, inputs: .recorded(inputs))
        lost = Int(clamping: condition.lost)
        torn = condition.torn
        self.lines = lines
        self.stacks = stacks
    }

    // MARK: Reading on

    /// Reads all that was recorded so far.
    func refresh() {
        guard !begin() else { return }
        readUpToNow()
        if hasMissed { catchUp() }
    }

    /// Reads what was recorded before this call.
    ///
    /// A program may record faster than anybody reads, and would be read forever.
    private func readUpToNow() {
        guard let now = timeline?.now else { return }
        while readOn(), lastRead <= now {}
    }

    /// Reads what was there before anybody looked, and puts it in order before anybody sees a place.
    /// - Returns: Whether that was done now.
    private func begin() -> Bool {
        guard isLive, !hasBegun else { return false }
        hasBegun = true
        index.add(remembered: run.inFlightEvents())
        readUpToNow()
        index.sort()
        // Nobody was told of anything yet that could have changed since.
        changes = ChangedPlaces()
        return true
    }

    /// Reads some of what was recorded, and says which performs changed since the last time this was asked.
    func refreshSome() -> ChangedPlaces {
        if !begin() { readTurn() }
        defer { changes = ChangedPlaces() }
        return changes
    }

    /// Looks at the cursor once, which bounds what an open inspector costs a busy program.
    ///
    /// What is overwritten meanwhile is counted as lost.
    private func readTurn() {
        if !readOn(), hasMissed { catchUp() }
    }

    /// Finds out, after events were overwritten unread, which performs are in flight.
    ///
    /// A completion is written before its perform leaves the run's table of those in flight. So whatever was begun before
    /// the table was read, isn't in it, and hasn't completed in what is read after, completed in what was missed.
    private func catchUp() {
        hasMissed = false
        // Read first: whoever is refused from here on is counted the next time, and began too late to be missed this time.
        let refused = run.refused.performs
        let remembered = run.inFlightEvents()
        var known = Set(remembered.map(\.perform))
        index.add(remembered: remembered)
        begunSince = []
        readUpToNow()
        known.formUnion(begunSince ?? [])
        begunSince = nil
        if refused != refusedBefore {
            // Those that found the table full are in flight without standing in it, and any of what is open may be one of
            // them: until their completions are read they count as in flight. What begins later can be told again.
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
    /// False when there were no more.
    private func readOn() -> Bool {
        // A cursor keeps what it read and wasn't asked for: with a limit it would keep more and more of a busy program.
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

    // MARK: Looking things up

    /// Whether it is this process's own run.
    var isLive: Bool { cursor != nil }

    /// How many performs there were, how many of them failed, and how many are in flight.
    var counts: (performs: Int, failures: Int, inFlight: Int) {
        (index.performs, index.failures, index.inFlight)
    }

    func microseconds(of time: UInt64) -> Int64 { run.header.microseconds(of: time) }

    func stack(_ identifier: UInt32) -> StackOpening? { stacks[identifier] }

    /// The places that a filter wants, nil where it wants all.
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
}

/// The places of performs that changed, up to so many that sending each makes sense.
struct ChangedPlaces: Sendable {
    /// How many changed performs are sent one by one.
    static let limit = 200

    private(set) var places: Set<Int> = []
    /// Whether there are more than are listed.
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
