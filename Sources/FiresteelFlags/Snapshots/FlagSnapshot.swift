import Synchronization

/// The values of all declared flags at one moment.
public struct FlagSnapshot: Sendable, Equatable {
    /// A flag's value and its origin.
    public struct Entry: Sendable, Equatable {
        /// The value.
        public var value: JSONValue
        /// The name of the flag's variant.
        public var variant: String?
        /// The reason for the value.
        public var reason: FlagReason
        /// The provider that returned it; `nil` for the program itself.
        public var provider: String?

        /// Creates an entry.
        public init(_ value: JSONValue, variant: String? = nil, reason: FlagReason = .static, provider: String? = nil) {
            self.value = value
            self.variant = variant
            self.reason = reason
            self.provider = provider
        }

        /// Returns whether two entries are equal, apart from the notation of numbers.
        func matches(_ other: Entry) -> Bool {
            value.matches(other.value) && variant == other.variant && reason == other.reason
                && provider == other.provider
        }
    }

    /// The time of the snapshot, in seconds since 1970.
    public var taken: Double
    /// The environment of the stack.
    public var environment: FlagEnvironment
    /// The flags by key.
    public var entries: [String: Entry]

    /// Creates a snapshot.
    public init(taken: Double, environment: FlagEnvironment, entries: [String: Entry]) {
        self.taken = taken
        self.environment = environment
        self.entries = entries
    }

    /// The value of a flag.
    public subscript(key: String) -> JSONValue? { entries[key]?.value }

    /// Returns the snapshot of some of its flags.
    public func filter(_ isIncluded: (_ key: String, _ entry: Entry) -> Bool) -> FlagSnapshot {
        FlagSnapshot(
            taken: taken, environment: environment, entries: entries.filter { isIncluded($0.key, $0.value) })
    }

    /// Returns a provider with its values.
    public func provider(named name: String = "Snapshot") -> MemoryProvider {
        let provider = MemoryProvider(name)
        for (key, entry) in entries {
            provider.setRule(ConstantRule(entry.value, variant: entry.variant), for: key)
        }
        return provider
    }

    /// Returns the differences to another one, sorted by key.
    public func differences(to other: FlagSnapshot) -> [FlagDifference] {
        Set(entries.keys).union(other.entries.keys).sorted().compactMap { key in
            let (old, new) = (entries[key], other.entries[key])
            if let old, let new, old.matches(new) { return nil }
            return FlagDifference(key: key, old: old, new: new)
        }
    }
}

/// A flag that differs between two snapshots.
public struct FlagDifference: Sendable, Equatable {
    /// The flag's key.
    public let key: String
    /// The entry of the first; `nil` if it doesn't have the flag.
    public let old: FlagSnapshot.Entry?
    /// The entry of the second; `nil` if it doesn't have the flag.
    public let new: FlagSnapshot.Entry?

    /// Whether the value differs, and not only its origin.
    public var valueDiffers: Bool {
        guard let old, let new else { return true }
        return !old.value.matches(new.value)
    }
}

extension FlagStack {
    /// Returns the values of all declared flags in the fixed context at one moment.
    public func snapshot() -> FlagSnapshot {
        let taken = clock()
        let entries = graph.withLock { graph in
            graph.records.compactMapValues { record -> FlagSnapshot.Entry? in
                guard record.entry.declaration != nil else { return nil }
                let answer = record.answer
                return FlagSnapshot.Entry(
                    record.value, variant: answer.variant, reason: answer.reason, provider: answer.provider)
            }
        }
        return FlagSnapshot(taken: taken, environment: environment, entries: entries)
    }

    /// Overrides the flags whose values in a snapshot differ from the current ones.
    ///
    /// - Parameters:
    ///   - snapshot: The values.
    ///   - keys: The flags to override; `nil` for all of the snapshot.
    /// - Returns: The errors of flags that couldn't be overridden, by key.
    @discardableResult
    public func apply(_ snapshot: FlagSnapshot, only keys: Set<String>? = nil) -> [String: any Error] {
        var failed: [String: any Error] = [:]
        for (key, entry) in snapshot.entries.sorted(by: { $0.key < $1.key }) {
            guard keys?.contains(key) ?? true, !resolve(key: key).value.matches(entry.value) else { continue }
            do { try setOverride(entry.value, for: key) } catch { failed[key] = error }
        }
        return failed
    }
}
