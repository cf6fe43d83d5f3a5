import Synchronization

/// What of a program's flags should be tidied up.
///
/// All of it is about this run, with one exception: since when values hold is kept from run to run where the stack was made
/// with a `hygieneFile`.
///
/// ## What counts as a read
///
/// A read of a flag's value, or of its ``FlagStack/resolution(of:in:)``, in the program's code, and asking for a feature
/// that the flag decides. Declaring a flag, registering a feature, checking its conditions, subscribing to changes,
/// look-ups by key, and pages that show flags don't count.
public struct FlagHygiene: Sendable, Equatable {
    /// A place in the program's code.
    public struct Place: Sendable, Hashable, CustomStringConvertible {
        /// Module and file.
        public let file: String
        /// The line in the file.
        public let line: UInt

        /// File and line, with a colon between them.
        public var description: String { "\(file):\(line)" }
    }

    /// A key that was asked for, that nobody declares and that no provider knows.
    public struct Unknown: Sendable, Hashable {
        /// So many places are kept of each key.
        public static var maximumLocations: Int { 8 }

        /// The key.
        public let key: String
        /// Where in the code it was asked for, in the order in which that happened first, at most ``maximumLocations``.
        public let places: [Place]
    }

    /// A flag that is past its day.
    public struct Expired: Sendable, Equatable {
        /// The flag.
        public let flag: FlagDescription
        /// The day.
        public let expires: FlagDate
    }

    /// A flag whose value has been the same for long.
    public struct Constant: Sendable, Equatable {
        /// The flag.
        public let flag: FlagDescription
        /// For how many days nobody has seen it change: in this run, or in those that the stack's `hygieneFile` knows.
        public let days: Int
    }

    /// A key that a provider has and nobody declares.
    public struct Undeclared: Sendable, Hashable {
        /// The key.
        public let key: String
        /// The providers that have it, in the stack's order.
        public let providers: [String]
    }

    /// Keys that were asked for, that nobody declares and that no provider knows; at most 1,000, in their order.
    public let unknown: [Unknown]
    /// Flags that were declared by their first read only.
    public let undeclaredReads: [String]
    /// Flags that nobody has read.
    public let unread: [FlagDescription]
    /// Flags that are past their day.
    public let expired: [Expired]
    /// Flags that could be constants: no rule looks at context or time, and the value has been the same for long.
    public let constant: [Constant]
    /// Keys that providers have and nobody declares.
    public let undeclared: [Undeclared]

    /// Whether there is nothing to do.
    public var isTidy: Bool {
        unknown.isEmpty && undeclaredReads.isEmpty && unread.isEmpty && expired.isEmpty && constant.isEmpty
            && undeclared.isEmpty
    }
}

extension FlagStack {
    /// What should be tidied up.
    /// - Parameter days: From how many days on an unchanged value is worth a look.
    public func hygiene(constantForDays days: Int = 30) -> FlagHygiene {
        let descriptions = descriptions()
        let time = clock()
        let declared = Set(descriptions.map(\.key))
        let holders = holders(besides: declared)
        let reads = diagnostics.filter { $0.kind == .undeclared }.compactMap(\.key)
        return FlagHygiene(
            unknown: unknownKeys.withLock { $0 }.filter { !declared.contains($0.key) && holders[$0.key] == nil }
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
            undeclared: holders.map { FlagHygiene.Undeclared(key: $0.key, providers: $0.value) }
                .sorted { $0.key < $1.key })
    }

    /// Keys that nobody declares, with the providers that have them.
    private func holders(besides declared: Set<String>) -> [String: [String]] {
        var holders: [String: [String]] = [:]
        for source in graph.withLock({ $0.sources }) {
            for key in source.provider.keys ?? [] where !declared.contains(key) {
                holders[key, default: []].append(source.name.text)
            }
        }
        return holders
    }

    /// Notes that a key was asked for that nobody knows, and where.
    func noteUnknown(_ key: String, at place: FlagHygiene.Place) {
        log.report(
            .unknownKey, key: key, at: place, nil,
            "“\(key)” was asked for, and nobody declares it or has a value for it.")
        unknownKeys.withLock { keys in
            guard let known = keys[key] else {
                // Bounded as the diagnostics are, against callers that invent keys.
                if keys.count < 1000 { keys[key] = [place] }
                return
            }
            guard known.count < FlagHygiene.Unknown.maximumLocations, !known.contains(place) else { return }
            keys[key, default: []].append(place)
        }
        notify()
    }
}
