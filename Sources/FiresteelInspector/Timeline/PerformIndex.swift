import FiresteelTimeline

/// The entries of a run in the order in which they began, accessible by their places: performs, flag events,
/// availability changes and refused requests.
///
/// It retains the newest 200,000 with 56 bytes each. The oldest are dropped in blocks, and places never change: the
/// first retained entry has the place ``first``.
struct PerformIndex {
    /// The maximum number of entries.
    let capacity: Int
    /// The number of entries dropped at a time.
    private let block: Int
    /// The maximum numbers of errors and of changes, which are stored separately because few entries have one.
    private static let textLimit = 20_000

    private var entries: ContiguousArray<PerformEntry> = []
    /// The place of the first retained entry.
    private(set) var first = 0
    /// The places of performs in flight, by identifier.
    private var open: [UInt64: Int] = [:]
    /// The encoded errors, by identifier.
    private var errors: [UInt64: [UInt8]] = [:]
    private var errorOrder: [UInt64] = []
    /// The retained changes, by identifier.
    private var changes: [UInt64: TimelineEvent] = [:]
    private var changeOrder: [UInt64] = []
    /// The number of changes, dropped ones included.
    private var changeCount = 0
    /// The number of failures, dropped ones included.
    private(set) var failures = 0
    /// The time of the latest event, on the run's clock.
    private(set) var latest: UInt64 = 0
    /// Counts the changes of entries.
    private(set) var version = 0

    init(capacity: Int = 200_000, block: Int = 10_000) {
        self.capacity = capacity
        self.block = block
    }

    /// The places of retained entries.
    var places: Range<Int> { first..<(first + entries.count) }

    /// The number of performs, dropped ones included.
    var performs: Int { places.upperBound - changeCount }

    /// The number of performs in flight.
    var inFlight: Int { open.count }

    subscript(place: Int) -> PerformEntry { entries[place - first] }

    /// Returns the place of a perform.
    ///
    /// Searches all retained entries, newest first: under a millisecond for 200,000.
    func find(_ id: UInt64) -> Int? {
        if let place = open[id], place >= first { return place }
        return entries.lastIndex { $0.id == id }.map { $0 + first }
    }

    /// Returns the encoded error of a failed perform, while it is retained.
    func error(of id: UInt64) -> [UInt8]? { errors[id] }

    /// Returns a change, while it is retained.
    func change(of id: UInt64) -> TimelineEvent? { changes[id] }

    /// Returns the places of several performs, in one pass.
    func places(of performs: Set<UInt64>) -> [UInt64: Int] {
        var places: [UInt64: Int] = [:]
        for index in entries.indices.reversed() where performs.contains(entries[index].id) {
            guard !entries[index].isChange else { continue }
            places[entries[index].id] = first + index
            if places.count == performs.count { break }
        }
        return places
    }

    /// The retained changes, the newest first.
    var newestChanges: some Sequence<TimelineEvent> {
        changeOrder.lazy.reversed().compactMap { changes[$0] }
    }

    /// Returns the places of the last performs, the oldest of them first.
    func lastPerforms(_ count: Int) -> [Int] {
        places.lazy.reversed().filter { !self[$0].isChange }.prefix(count).reversed()
    }

    /// Calls `body` with every entry and its place, the oldest first.
    func forEach(_ body: (Int, PerformEntry) -> Void) {
        for index in entries.indices { body(first + index, entries[index]) }
    }

    /// The identifiers of performs in flight.
    var openIdentifiers: Set<UInt64> { Set(open.keys) }

    /// The places of retained performs in flight.
    var openPlaces: [Int] { open.values.filter { $0 >= first } }
}

// MARK: - Filling

extension PerformIndex {
    /// Adds an event.
    ///
    /// Events other than begins, completions, retained inputs and changes are ignored, and so is a feature's state at its registration.
    /// - Returns: The place of the perform that it changed, or of the change.
    @discardableResult
    mutating func add(_ event: TimelineEvent) -> Int? {
        version &+= 1
        switch event.kind {
        case .begin:
            // A perform from the run's table was added before its begin was read.
            if let known = open[event.perform] { return known }
            latest = max(latest, event.time)
            return append(PerformEntry(begin: event))
        case .completion:
            latest = max(latest, event.time)
            if event.outcome?.isFailure == true { failures += 1 }
            if !event.bytes.isEmpty { storeError(event) }
            guard let place = open.removeValue(forKey: event.perform) else {
                return append(PerformEntry(completion: event))
            }
            guard place >= first else { return nil }
            entries[place - first].complete(event)
            return place
        case .flagExposed, .flagChanged, .availabilityChanged, .requestRefused:
            if let state = event.newState, state == event.oldState { return nil }
            latest = max(latest, event.time)
            changeCount += 1
            storeChange(event)
            let above = open[event.perform].flatMap { $0 >= first ? self[$0].depth : nil }
            return append(PerformEntry(change: event, depth: above.map { $0 == .max ? $0 : $0 + 1 } ?? 0))
        case .inputKept:
            guard let input = event.keptInput, let place = open[event.perform], place >= first else { return nil }
            entries[place - first].retain(input)
            return nil
        default:
            return nil
        }
    }

    /// Adds begins from the run's table of performs in flight.
    ///
    /// A completion is written before its perform leaves the table, so a completed perform may still be in the table:
    /// completed performs aren't added again. Takes one pass over all retained entries if any begin is new.
    mutating func add(remembered begins: [TimelineEvent]) {
        var unknown = begins.filter { open[$0.perform] == nil }
        guard !unknown.isEmpty else { return }
        let sought = Set(unknown.map(\.perform))
        var ended: Set<UInt64> = []
        for entry in entries where sought.contains(entry.id) { ended.insert(entry.id) }
        unknown.removeAll { ended.contains($0.perform) }
        for event in unknown { add(event) }
    }

    /// Sorts the entries by their begin.
    ///
    /// Events arrive in chronological order, so the index is unsorted only if begins were lost. Called before any place
    /// is published.
    mutating func sort() {
        version &+= 1
        entries.sort { ($0.began, $0.id) < ($1.began, $1.id) }
        for (index, entry) in entries.enumerated() where entry.isInFlight { open[entry.id] = first + index }
    }

    /// Marks performs in flight that have ended, after events were overwritten unread.
    /// - Parameter isOpen: Returns whether a perform is still in flight.
    mutating func reconcile(isOpen: (UInt64) -> Bool) {
        version &+= 1
        for (id, place) in open where !isOpen(id) {
            open[id] = nil
            if place >= first { entries[place - first].completeWithUnknownOutcome() }
        }
    }

    private mutating func append(_ entry: PerformEntry) -> Int {
        if entries.count >= capacity + block {
            entries.removeFirst(block)
            first += block
        }
        entries.append(entry)
        let place = first + entries.count - 1
        if entry.isInFlight { open[entry.id] = place }
        return place
    }

    private mutating func storeError(_ event: TimelineEvent) {
        if errors.updateValue(event.bytes, forKey: event.perform) == nil { errorOrder.append(event.perform) }
        guard errorOrder.count > Self.textLimit * 2 else { return }
        for id in errorOrder.prefix(Self.textLimit) { errors[id] = nil }
        errorOrder.removeFirst(Self.textLimit)
    }

    private mutating func storeChange(_ change: TimelineEvent) {
        changes[change.sequence] = change
        changeOrder.append(change.sequence)
        guard changeOrder.count > Self.textLimit * 2 else { return }
        for id in changeOrder.prefix(Self.textLimit) { changes[id] = nil }
        changeOrder.removeFirst(Self.textLimit)
    }
}
