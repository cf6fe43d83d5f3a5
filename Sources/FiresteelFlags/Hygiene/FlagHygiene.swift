import Synchronization

/// What of a program's flags should be tidied up.
///
/// All of it is about this run: reads, and since when values hold, are kept in memory only.
public struct FlagHygiene: Sendable, Equatable {
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
        /// For how many days this run has seen it unchanged.
        public let days: Int
    }

    /// A key that a provider has and nobody declares.
    public struct Undeclared: Sendable, Hashable {
        /// The key.
        public let key: String
        /// The providers that have it, in the stack's order.
        public let providers: [String]
    }

    /// Keys that were asked for, that nobody declares and that no provider knows; at most 1,000.
    public let unknown: [String]
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
        var holders: [String: [String]] = [:]
        let sources = graph.withLock { graph in graph.sources }
        for source in sources {
            for key in source.provider.keys ?? [] where !declared.contains(key) {
                holders[key, default: []].append(source.name.text)
            }
        }
        let reads = diagnostics.filter { $0.kind == .undeclared }.compactMap(\.key)
        return FlagHygiene(
            unknown: unknownKeys.withLock { $0.filter { !declared.contains($0) && holders[$0] == nil }.sorted() },
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
}
