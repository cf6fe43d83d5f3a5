import FiresteelTimeline

extension TimelineView {
    /// Returns the row of an entry, or `nil` if it is no longer available.
    func row(at place: Int) -> PageData.Row? {
        guard index.places.contains(place) else { return nil }
        let entry = index[place]
        if entry.isChange { return changeRow(entry, at: place) }
        let action = texts.names.action(entry.action)
        let feature = action?.feature
        return PageData.Row(
            n: place, id: entry.id, at: microseconds(of: entry.began),
            took: entry.duration.map { Int64(clamping: $0 / 1_000) }, outcome: entry.outcomeWord,
            feature: PageData.Name(path: feature?.path ?? "", name: feature?.name ?? "Unknown feature"),
            action: PageData.ActionName(
                identifier: action?.identifier ?? "", name: action?.name ?? "Unknown action"),
            input: texts.input(of: entry.id), session: session(of: entry), source: entry.source.identifier,
            user: entry.isUserInitiated, parent: entry.parent == 0 ? nil : entry.parent, depth: Int(entry.depth),
            error: index.error(of: entry.id).map { RecordedError($0).message })
    }

    func rows(at places: some Sequence<Int>) -> [PageData.Row] { places.compactMap { row(at: $0) } }

    func session(of entry: PerformEntry) -> PageData.SessionName? {
        guard entry.session != 0 else { return nil }
        return PageData.SessionName(id: entry.session, name: texts.names.session(entry.sessionName) ?? "")
    }

    /// Returns a part of the timeline.
    func page(_ filter: PerformFilter, offset: Int, limit: Int) -> PageData.Rows {
        let window = LinePage.Window(offset: offset, limit: limit)
        let selected = select(filter)
        let kept = selected?.indices ?? index.places
        let wanted = window.places(first: kept.lowerBound, total: kept.upperBound)
        return PageData.Rows(
            first: kept.lowerBound, total: kept.upperBound, changes: changes(filter), lost: lost,
            failures: index.failures, inFlight: index.inFlight, performs: index.performs,
            rows: rows(at: wanted.map { selected?[$0] ?? $0 }))
    }

    /// Returns the identifiers of the performs that match a filter; with a filter for flags, of those during which a
    /// matching change occurred.
    func performs(_ filter: PerformFilter) -> Set<UInt64> {
        var performs: Set<UInt64> = []
        for place in select(filter) ?? Array(index.places) {
            let entry = index[place]
            if !entry.isChange {
                performs.insert(entry.id)
            } else if filter.flags != nil, entry.parent != 0 {
                performs.insert(entry.parent)
            }
        }
        return performs
    }

    /// Returns an overview in bars of equal time, from the first retained entry to the latest event.
    func overview(_ filter: PerformFilter, bars count: Int) -> PageData.Overview {
        guard !index.places.isEmpty else { return PageData.Overview(from: 0, to: 0) }
        let (from, span) = extent
        var bars = [[Int]](repeating: [0, 0], count: count)
        func add(_ entry: PerformEntry) {
            let bar = bar(of: entry, of: count)
            bars[bar][0] += 1
            if entry.isFailure { bars[bar][1] += 1 }
        }
        if let selected = select(filter) {
            for place in selected { add(index[place]) }
        } else {
            index.forEach { add($1) }
        }
        return PageData.Overview(
            from: microseconds(of: from), to: microseconds(of: from &+ span), bars: bars)
    }

    /// The begin of the first retained entry, and the time from it to the latest event.
    private var extent: (from: UInt64, span: UInt64) {
        let from = index[index.places.lowerBound].began
        // A forged run may have any times.
        let span = max(index.latest, from) - from
        return (from, span == .max ? span : span + 1)
    }

    /// Returns the bar of an overview that an entry begins in.
    func bar(of entry: PerformEntry, of count: Int) -> Int {
        let (from, span) = extent
        let offset = entry.began > from ? entry.began - from : 0
        return Int(min(Double(count - 1), Double(offset) / Double(span) * Double(count)))
    }

    /// Returns the sessions with the most performs, among retained ones.
    func sessions(limit: Int) -> PageData.Sessions {
        var counts: [UInt32: (performs: Int, name: NameID)] = [:]
        index.forEach { _, entry in
            guard entry.session != 0, !entry.isChange else { return }
            counts[entry.session, default: (0, entry.sessionName)].performs += 1
        }
        let busiest = counts.sorted { ($1.value.performs, $0.key) < ($0.value.performs, $1.key) }.prefix(limit)
        return PageData.Sessions(
            sessions: busiest.map {
                PageData.SessionItem(
                    id: $0.key, name: texts.names.session($0.value.name) ?? "", performs: $0.value.performs)
            })
    }

    /// Returns the usage of each action in the retained performs.
    func usage() -> [ActionKey: ActionUsage] {
        refresh()
        var counts: [NameID: (performs: Int, failures: Int, duration: [UInt64])] = [:]
        index.forEach { _, entry in
            guard !entry.isChange else { return }
            counts[entry.action, default: (0, 0, [])].performs += 1
            if entry.isFailure { counts[entry.action]?.failures += 1 }
            if let duration = entry.duration { counts[entry.action]?.duration.append(duration) }
        }
        var usage: [ActionKey: ActionUsage] = [:]
        for (id, count) in counts {
            guard let action = texts.names.action(id), let feature = action.feature else { continue }
            let sorted = count.duration.sorted()
            usage[ActionKey(feature: feature.path, action: action.identifier)] = ActionUsage(
                name: action.name, performs: count.performs, failures: count.failures,
                took: sorted.isEmpty ? nil : Int64(clamping: sorted[sorted.count / 2] / 1_000))
        }
        return usage
    }
}

struct RecordedError {
    let message: String
    let type: String?

    /// - Parameter bytes: The error as a completion has it: the message without a label, and `Type`.
    init(_ bytes: [UInt8]) {
        let fields = InputField.decode(bytes)
        message = fields.filter { $0.label == nil }.line
        type = fields.first { $0.label == "Type" }.flatMap { field in
            if case .shown(let type) = field.value { type } else { nil }
        }
    }
}

/// An action of a feature on the timeline.
struct ActionKey: Hashable, Sendable {
    let feature: String
    let action: String
}

/// The usage of an action in the available performs.
struct ActionUsage: Sendable, Equatable {
    /// The display name of the action.
    var name: String
    var performs = 0
    var failures = 0
    /// The median of those that ended, in microseconds.
    var took: Int64?
}
