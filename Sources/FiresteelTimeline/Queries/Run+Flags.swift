/// The recorded values of one flag in a run.
public struct RunFlag: Sendable {
    /// The flag's key.
    public let key: String
    /// The recorded values, in the order of first appearance.
    public internal(set) var values: [Value]

    /// A value of a flag.
    public struct Value: Sendable, Hashable {
        /// The value, as JSON writes it.
        public let value: String
        /// The name of the variant.
        public let variant: String?
        /// The provider of the value at the last event, or `nil` if the program's default applied or the event is no
        /// longer available.
        public internal(set) var provider: String?
        /// The resolution reason of the last event, as in OpenFeature.
        public internal(set) var reason: String?
        /// The time of the first available event with this value, or `nil` if those events were overwritten.
        public internal(set) var first: UInt64?
        /// The time of the last event with this value.
        public internal(set) var last: UInt64?
        /// The known sessions that were exposed to it, in ascending order.
        public internal(set) var sessions: [UInt32]
        /// The position of the last event with this value among all events, 0 for none.
        var rank = 0
    }

    /// The value in effect when the run ended, or the current one: the last recorded value.
    public var latest: Value? {
        values.enumerated().max { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }?.element
    }
}

extension Run {
    /// Returns every flag that was read or changed during the run, by key, with its recorded values.
    ///
    /// Values are available as long as the run is retained; times and sessions only as long as their events are.
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

    /// Returns the available exposures and changes of flags, in chronological order.
    /// - Parameters:
    ///   - key: The key of the flag, or `nil` for all flags.
    ///   - session: The session, or `nil` for all.
    ///   - perform: The perform, or `nil` for all.
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

    /// Returns the available availability changes, in chronological order.
    /// - Parameter feature: The path of a feature whose changes are returned, including those of its descendants, or
    ///   `nil` for all.
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
    /// The values on one line: `search.layout is "grid", was "list"`.
    var summary: String {
        guard let latest else { return key }
        let others = values.filter { $0.value != latest.value }.map(\.value)
        return others.isEmpty
            ? "\(key) is \(latest.value)" : "\(key) is \(latest.value), was \(others.joined(separator: ", "))"
    }
}

/// Collects the recorded values of flags.
private struct RunFlagTable {
    private(set) var all: [RunFlag] = []
    private var indices: [String: Int] = [:]
    private var count = 0

    mutating func add(_ record: FlagRecord, of key: String) {
        let found = index(of: key, record.answer.value, record.answer.variant)
        var value = all[found.flag].values[found.value]
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
        all[found.flag].values[found.value] = value
    }

    /// Returns the position of a value, which is added if it is missing.
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
