import Synchronization

/// The flags of a program that need maintenance.
///
/// All of it concerns this run, with one exception: a stack with a `hygieneFile` stores over many runs when each
/// value last changed.
///
/// ## What counts as a read
///
/// A read of a flag's value, or of its ``FlagStack/resolution(of:in:)``, in the program's code, and requesting a
/// feature that the flag decides. Declaring a flag, registering a feature, checking its constraints, subscribing to
/// changes, lookups by key, and pages that show flags don't count.
public struct FlagHygiene: Sendable, Equatable {
    /// A location in the program's code.
    public struct Place: Sendable, Hashable, CustomStringConvertible {
        /// Module and file.
        public let file: String
        /// The line in the file.
        public let line: UInt

        /// File and line, with a colon between them.
        public var description: String { "\(file):\(line)" }
    }

    /// A key that was evaluated, is not declared, and is defined by no provider.
    public struct Unknown: Sendable, Hashable {
        /// The limit on stored locations of each key.
        public static var maximumLocations: Int { 8 }

        /// The key.
        public let key: String
        /// The locations that evaluated it, in the order of the first evaluations, at most ``maximumLocations``.
        public let places: [Place]
    }

    /// An expired flag.
    public struct Expired: Sendable, Equatable {
        /// The flag.
        public let flag: FlagDescription
        /// Its last day.
        public let expires: FlagDate
    }

    /// A flag whose value has been the same for a long time.
    public struct Constant: Sendable, Equatable {
        /// The flag.
        public let flag: FlagDescription
        /// The days without a change, in this run or in those that the stack's `hygieneFile` covers.
        public let days: Int
    }

    /// An undeclared key that a provider defines.
    public struct Undeclared: Sendable, Hashable {
        /// The key.
        public let key: String
        /// The providers that define it, in the stack's order.
        public let providers: [String]
    }

    /// Keys that were evaluated, are not declared, and are defined by no provider; at most 1,000, sorted.
    public let unknown: [Unknown]
    /// Flags that were declared by their first read.
    public let undeclaredReads: [String]
    /// Flags that were not read.
    public let unread: [FlagDescription]
    /// Expired flags.
    public let expired: [Expired]
    /// Flags that could be constants: no rule depends on context or time, and the value has been the same for a long
    /// time.
    public let constant: [Constant]
    /// Undeclared keys that providers define.
    public let undeclared: [Undeclared]

    /// Whether no flag needs maintenance.
    public var isTidy: Bool {
        unknown.isEmpty && undeclaredReads.isEmpty && unread.isEmpty && expired.isEmpty && constant.isEmpty
            && undeclared.isEmpty
    }
}

extension FlagStack {
    /// Returns the flags that need maintenance.
    ///
    /// - Parameter days: The days without a change from which on a flag counts as constant.
    public func hygiene(constantForDays days: Int = 30) -> FlagHygiene {
        let descriptions = descriptions()
        let time = clock()
        let declared = Set(descriptions.map(\.key))
        let providersByKey = providersByKey(besides: declared)
        let reads = diagnostics.filter { $0.kind == .undeclared }.compactMap(\.key)
        return FlagHygiene(
            unknown: unknownKeys.withLock { $0 }.filter { !declared.contains($0.key) && providersByKey[$0.key] == nil }
                .map { FlagHygiene.Unknown(key: $0.key, places: $0.value) }.sorted { $0.key < $1.key },
            undeclaredReads: reads.sorted(),
            unread: descriptions.filter { !$0.wasRead },
            expired: descriptions.compactMap { flag in
                flag.isExpired ? flag.expires.map { FlagHygiene.Expired(flag: flag, expires: $0) } : nil
            },
            constant: descriptions.compactMap { flag in
                guard let since = flag.since, !flag.dependsOnContext, !flag.dependsOnTime,
                    flag.kind == .release || flag.kind == .experiment
                else { return nil }
                let held = Int(clamping: Int64(clamping: (time - since) / 86_400))
                return held >= days ? FlagHygiene.Constant(flag: flag, days: held) : nil
            },
            undeclared: providersByKey.map { FlagHygiene.Undeclared(key: $0.key, providers: $0.value) }
                .sorted { $0.key < $1.key })
    }

    /// Returns the undeclared keys, with the providers that define them.
    private func providersByKey(besides declared: Set<String>) -> [String: [String]] {
        var providersByKey: [String: [String]] = [:]
        for source in graph.withLock({ $0.sources }) {
            for key in source.provider.keys ?? [] where !declared.contains(key) {
                providersByKey[key, default: []].append(source.name)
            }
        }
        return providersByKey
    }

    /// Records the evaluation of an unknown key, with its location.
    func recordUnknown(_ key: String, at place: FlagHygiene.Place) {
        log.report(
            .unknownKey, key: key, at: place, nil,
            "“\(key)” was evaluated, but it is not declared, and no provider defines it. Check the key, or declare the flag."
        )
        unknownKeys.withLock { keys in
            guard let known = keys[key] else {
                // Bounded as the diagnostics are, against callers that generate keys.
                if keys.count < 1000 { keys[key] = [place] }
                return
            }
            guard known.count < FlagHygiene.Unknown.maximumLocations, !known.contains(place) else { return }
            keys[key, default: []].append(place)
        }
        notify()
    }
}
