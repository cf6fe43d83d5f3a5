import FiresteelTimeline

/// The performs of a run, one after another as they began, so that any part of them is found by its place; among them the
/// changes of flags and of availability.
///
/// It keeps the newest 200,000 in 56 bytes each. The oldest go in blocks, and places don't change: the first perform that
/// is kept then stands at ``first``.
struct PerformIndex {
    /// How many performs are kept before the oldest go.
    let capacity: Int
    /// How many go at a time.
    private let block: Int
    /// Errors and what changed are kept apart, since few entries have one; so many of each at most, the newest.
    private static let textLimit = 20_000

    private var entries: ContiguousArray<PerformEntry> = []
    /// The place of the first perform that is kept.
    private(set) var first = 0
    /// The places of performs in flight, by identifier.
    private var open: [UInt64: Int] = [:]
    /// What went wrong, encoded, by identifier.
    private var errors: [UInt64: [UInt8]] = [:]
    private var errorOrder: [UInt64] = []
    /// What changed, by identifier, as far as it is kept.
    private var changes: [UInt64: TimelineEvent] = [:]
    private var changeOrder: [UInt64] = []
    /// How many of the places are changes, those no longer kept included.
    private var changeCount = 0
    /// How many failed, those no longer kept included.
    private(set) var failures = 0
    /// When the last thing happened, on the run's clock.
    private(set) var latest: UInt64 = 0

    init(capacity: Int = 200_000, block: Int = 10_000) {
        self.capacity = capacity
        self.block = block
    }

    /// The places of the performs that are kept.
    var places: Range<Int> { first..<(first + entries.count) }

    /// How many performs there were, those no longer kept included.
    var performs: Int { places.upperBound - changeCount }

    /// How many began and haven't ended.
    var inFlight: Int { open.count }

    subscript(place: Int) -> PerformEntry { entries[place - first] }

    /// The place of a perform.
    ///
    /// A pass over all that is kept, from the newest on: under a millisecond for 200,000.
    func find(_ id: UInt64) -> Int? {
        if let place = open[id], place >= first { return place }
        return entries.lastIndex { $0.id == id }.map { $0 + first }
    }

    /// What went wrong in a failed perform, encoded, while it is kept.
    func error(of id: UInt64) -> [UInt8]? { errors[id] }

    /// What changed, while it is kept.
    func change(of id: UInt64) -> TimelineEvent? { changes[id] }

    /// The places of the last performs, the oldest of them first.
    func lastPerforms(_ count: Int) -> [Int] {
        places.lazy.reversed().filter { !self[$0].isChange }.prefix(count).reversed()
    }

    /// Calls `body` with every entry and its place, the oldest first.
    func forEach(_ body: (Int, PerformEntry) -> Void) {
        for index in entries.indices { body(first + index, entries[index]) }
    }

    /// The identifiers of performs in flight.
    var openIdentifiers: Set<UInt64> { Set(open.keys) }

    /// The places of performs in flight that are kept.
    var openPlaces: [Int] { open.values.filter { $0 >= first } }
}

// MARK: - Filling

extension PerformIndex {
    /// Takes an event.
    ///
    /// Others than begins, completions and changes are passed over, and so is the state that a feature is registered in.
    /// - Returns: The place of the perform that it changed, or of the change.
    @discardableResult
    mutating func add(_ event: TimelineEvent) -> Int? {
        switch event.kind {
        case .begin:
            // A perform that the run remembered was there before its begin was read.
            if let known = open[event.perform] { return known }
            latest = max(latest, event.time)
            return append(PerformEntry(begin: event))
        case .completion:
            latest = max(latest, event.time)
            if event.outcome?.isFailure == true { failures += 1 }
            if !event.bytes.isEmpty { keepError(event) }
            guard let place = open.removeValue(forKey: event.perform) else {
                return append(PerformEntry(completion: event))
            }
            guard place >= first else { return nil }
            entries[place - first].complete(event)
            return place
        case .flagExposed, .flagChanged, .availabilityChanged:
            if let state = event.newState, state == event.oldState { return nil }
            latest = max(latest, event.time)
            changeCount += 1
            keep(event)
            let above = open[event.perform].flatMap { $0 >= first ? self[$0].depth : nil }
            return append(PerformEntry(change: event, depth: above.map { $0 == .max ? $0 : $0 + 1 } ?? 0))
        default:
            return nil
        }
    }

    /// Takes begins that the run's table of performs in flight remembered.
    ///
    /// A completion is written before its perform leaves the table, so one that was read already may still stand there:
    /// what is known to have ended isn't begun again. One pass over all that is kept, where any of them is new.
    mutating func add(remembered begins: [TimelineEvent]) {
        var unknown = begins.filter { open[$0.perform] == nil }
        guard !unknown.isEmpty else { return }
        let sought = Set(unknown.map(\.perform))
        var ended: Set<UInt64> = []
        for entry in entries where sought.contains(entry.id) { ended.insert(entry.id) }
        unknown.removeAll { ended.contains($0.perform) }
        for event in unknown { add(event) }
    }

    /// Puts the performs in the order in which they began.
    ///
    /// Events come in order of time, so it is out of order only where begins were lost; done before anybody has seen a
    /// place.
    mutating func sort() {
        entries.sort { ($0.began, $0.id) < ($1.began, $1.id) }
        for (index, entry) in entries.enumerated() where entry.isInFlight { open[entry.id] = first + index }
    }

    /// Notes which performs in flight are so no longer, after events were overwritten unread.
    /// - Parameter isOpen: Whether a perform is still in flight.
    mutating func reconcile(isOpen: (UInt64) -> Bool) {
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

    private mutating func keepError(_ event: TimelineEvent) {
        if errors.updateValue(event.bytes, forKey: event.perform) == nil { errorOrder.append(event.perform) }
        guard errorOrder.count > Self.textLimit * 2 else { return }
        for id in errorOrder.prefix(Self.textLimit) { errors[id] = nil }
        errorOrder.removeFirst(Self.textLimit)
    }

    private mutating func keep(_ change: TimelineEvent) {
        changes[change.sequence] = change
        changeOrder.append(change.sequence)
        guard changeOrder.count > Self.textLimit * 2 else { return }
        for id in changeOrder.prefix(Self.textLimit) { changes[id] = nil }
        changeOrder.removeFirst(Self.textLimit)
    }
}
