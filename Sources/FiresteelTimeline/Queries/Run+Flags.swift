/// What a run knows of one flag.
public struct RunFlag: Sendable {
    /// The flag's key.
    public let key: String
    /// Every value that the run saw it have, in the order in which each was first seen.
    public internal(set) var values: [Value]

    /// A value that a flag had.
    public struct Value: Sendable, Hashable {
        /// The value, as JSON writes it.
        public let value: String
        /// Which of the flag's variants it is.
        public let variant: String?
        /// The provider that gave it when it was last seen, or nil where the program's default held or nothing says so
        /// any more.
        public internal(set) var provider: String?
        /// Why it was so when it was last seen, in OpenFeature's words.
        public internal(set) var reason: String?
        /// When it is first known to have been so, or nil if the events that said so were overwritten.
        public internal(set) var first: UInt64?
        /// When an event last said so.
        public internal(set) var last: UInt64?
        /// The sessions that are known to have met it, in rising order.
        public internal(set) var sessions: [UInt32]
        /// The place of the last event that said so among all of them, 0 for none.
        var rank = 0
    }

    /// The value in effect when the run ended, or now, as far as the run knows: the one that was seen last.
    public var latest: Value? {
        values.enumerated().max { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }?.element
    }
}

extension Run {
    /// Every flag that was read or changed during the run, by key, with each value that it had.
    ///
    /// Values are known for as long as the run is kept; when, and in which sessions, only as long as the events are that
    /// said so.
    public func flags() -> [RunFlag] {
        let names = self.names
        var flags = RunFlagTable()
        for seen in names.flagValues {
            guard let key = names.flag(seen.flag) else { continue }
            _ = flags.index(of: key, seen.value, seen.variant)
        }
        forEachEvent { event in
            guard let record = FlagRecord(event, names: names), let key = record.key else { return true }
            if let old = record.old { _ = flags.index(of: key, old.value, old.variant) }
            flags.add(record, of: key)
            return true
        }
        return flags.all.sorted { $0.key < $1.key }
    }

    /// The exposures and changes of flags that are still there, in order of time.
    /// - Parameters:
    ///   - key: Only those of this flag.
    ///   - session: Only those in this session.
    ///   - perform: Only those during this perform.
    public func flagRecords(
        of key: String? = nil, session: UInt32? = nil, perform: UInt64? = nil
    ) -> [FlagRecord] {
        let names = self.names
        var records: [FlagRecord] = []
        forEachEvent { event in
            if let session, event.session != session { return true }
            if let perform, event.perform != perform { return true }
            guard let record = FlagRecord(event, names: names) else { return true }
            if let key, record.key != key { return true }
            records.append(record)
            return true
        }
        return records
    }

    /// The changes of availability that are still there, in order of time.
    /// - Parameter feature: Only those of the feature at this path and of those below it.
    public func availabilityRecords(of feature: String? = nil) -> [AvailabilityRecord] {
        let names = self.names
        var records: [AvailabilityRecord] = []
        forEachEvent { event in
            guard let record = AvailabilityRecord(event, names: names) else { return true }
            if let feature, record.feature?.isAtOrBelow(feature) != true { return true }
            records.append(record)
            return true
        }
        return records
    }
}

extension RunFlag {
    /// What is known of it as a line: `search.layout is "grid", was "list"`.
    var words: String {
        guard let latest else { return key }
        let others = values.filter { $0.value != latest.value }.map(\.value)
        return others.isEmpty
            ? "\(key) is \(latest.value)" : "\(key) is \(latest.value), was \(others.joined(separator: ", "))"
    }
}

/// Gathers what a run knows of its flags.
private struct RunFlagTable {
    private(set) var all: [RunFlag] = []
    private var indices: [String: Int] = [:]
    private var count = 0

    mutating func add(_ record: FlagRecord, of key: String) {
        let place = index(of: key, record.answer.value, record.answer.variant)
        var value = all[place.flag].values[place.value]
        value.provider = record.answer.provider
        value.reason = record.answer.reason
        value.first = value.first ?? record.time
        value.last = record.time
        count += 1
        value.rank = count
        if !record.isChange, record.session != 0, !value.sessions.contains(record.session) {
            let position = value.sessions.firstIndex { $0 > record.session } ?? value.sessions.endIndex
            value.sessions.insert(record.session, at: position)
        }
        all[place.flag].values[place.value] = value
    }

    /// Where a value stands, which is added where it isn't there.
    mutating func index(of key: String, _ value: String, _ variant: String?) -> (flag: Int, value: Int) {
        let flag = indices[key] ?? all.count
        if flag == all.count {
            all.append(RunFlag(key: key, values: []))
            indices[key] = flag
        }
        if let known = all[flag].values.firstIndex(where: { $0.value == value && $0.variant == variant }) {
            return (flag, known)
        }
        all[flag].values.append(
            RunFlag.Value(
                value: value, variant: variant, provider: nil, reason: nil, first: nil, last: nil, sessions: []))
        return (flag, all[flag].values.count - 1)
    }
}
