public import FiresteelTimeline

/// A session with its action stacks, as data: for pages, reports and tools.
public struct SessionDescription: Sendable {
    /// Unique among the sessions of one run.
    public let identifier: UInt32
    /// The name; names may repeat.
    public let name: String
    /// The time at which it was opened, in microseconds since 1970-01-01T00:00:00Z.
    public let opened: Int64
    /// Whether performs in it are user-initiated unless specified otherwise.
    public let isUserInitiated: Bool
    /// The number of actions that began in it.
    public let performs: UInt64
    /// The open stacks without a parent, with their children, in the order in which they were opened.
    public let open: [StackDescription]
    /// Stacks that closed last and hang from no open one, the newest first.
    public let closed: [StackDescription]
}

/// An action stack, as data.
public struct StackDescription: Sendable {
    /// Unique among the stacks of one run.
    public let identifier: UInt32
    /// The feature of the stack.
    public let feature: FeaturePath
    /// The display name of the feature.
    public let featureName: String
    /// The time at which it was opened, in microseconds since 1970-01-01T00:00:00Z.
    public let opened: Int64
    /// The time at which it closed, or `nil` while it is open.
    public let closed: Int64?
    /// The number of dropped entries.
    public let dropped: Int
    /// The entries, oldest first.
    public let entries: [Entry]

    /// An entry of a stack.
    public enum Entry: Sendable {
        /// An action was performed.
        case perform(Perform)
        /// A child stack.
        case stack(StackDescription)
    }

    /// An action that was performed in a stack.
    public struct Perform: Sendable {
        /// The perform's identifier, unique in its run.
        public let identifier: UInt64
        /// The action's identifier.
        public let action: String
        /// The display name of the action.
        public let actionName: String
        /// The start time, in microseconds since 1970-01-01T00:00:00Z.
        public let began: Int64
        /// The duration in microseconds, or `nil` while it is in flight.
        public let duration: Int64?
        /// The outcome, or `nil` while it is in flight.
        public let outcome: Outcome?
    }
}

extension FeatureRuntime {
    /// Returns the open sessions with their current stacks, the last used first.
    ///
    /// Each session is locked while a few references are copied. Ten thousand sessions take some milliseconds on the
    /// caller's thread.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of sessions.
    ///   - session: The identifier of a single session, or `nil` for all.
    /// - Returns: The number of matching open sessions, and the first of them.
    public func describeStacks(limit: Int = 50, session: UInt32? = nil) -> (total: Int, sessions: [SessionDescription])
    {
        let directory = dispatcher.sessions
        let wanted = session.map { [directory.find($0)].compactMap { $0 } } ?? directory.open
        let states = wanted.map { (session: $0, state: $0.snapshot()) }
        let newest = states.sorted {
            ($0.state.lastUsed, $0.session.identifier) > ($1.state.lastUsed, $1.session.identifier)
        }
        return (wanted.count, newest.prefix(max(0, limit)).map { describe($0.session, $0.state) })
    }

    /// The number of open sessions.
    public var openSessionCount: Int { dispatcher.sessions.count }

    /// The number of open stacks in all sessions.
    public var openStackCount: Int {
        dispatcher.sessions.open.reduce(0) { $0 + $1.snapshot().stacks.open.count }
    }

    private func describe(_ session: SessionRecord, _ state: SessionRecord.State) -> SessionDescription {
        var forest = StackForest(state.stacks) { self.microseconds(of: $0) }
        return SessionDescription(
            identifier: session.identifier, name: session.name, opened: microseconds(of: session.opened),
            isUserInitiated: session.isUserInitiated, performs: state.performs, open: forest.open(),
            closed: forest.closed())
    }

    private func microseconds(of time: UInt64) -> Int64 {
        if let timeline = dispatcher.timeline { return timeline.microseconds(of: time) }
        let now = Int64(clamping: dispatcher.clock.wall / 1_000)
        return now - (Int64(clamping: dispatcher.clock.now) - Int64(clamping: time)) / 1_000
    }
}

/// Hangs the stacks of a session from those that led to them.
private struct StackForest {
    private let stacks: SessionStacks
    private let microseconds: (UInt64) -> Int64
    private let byIdentifier: [UInt32: OpenStack]
    private let openChildren: [UInt32: [UInt32]]
    private var described: Set<UInt32> = []

    init(_ stacks: SessionStacks, microseconds: @escaping (UInt64) -> Int64) {
        self.stacks = stacks
        self.microseconds = microseconds
        let all = stacks.open + stacks.closed
        byIdentifier = Dictionary(all.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        openChildren = Dictionary(grouping: stacks.open.filter { $0.parent != 0 }, by: \.parent).mapValues {
            $0.map(\.identifier)
        }
    }

    /// Returns the open stacks without an open parent.
    mutating func open() -> [StackDescription] {
        let identifiers = Set(stacks.open.map(\.identifier))
        return stacks.open.filter { !identifiers.contains($0.parent) }.map { describe($0) }
    }

    /// Returns the closed stacks that aren't children of those already described.
    mutating func closed() -> [StackDescription] {
        let roots = stacks.closed.filter { stack in
            !described.contains(stack.identifier) && !stacks.closed.contains { $0.identifier == stack.parent }
        }
        return roots.map { describe($0) }
    }

    private mutating func describe(_ stack: OpenStack) -> StackDescription {
        described.insert(stack.identifier)
        var entries: [StackDescription.Entry] = []
        var dropped = stack.entries.dropped
        var referenced: Set<UInt32> = []
        for entry in stack.entries.ordered {
            switch entry.kind {
            case .perform(let identifier, let action):
                entries.append(.perform(describe(entry, identifier, action.takeUnretainedValue())))
            case .stack(let identifier):
                referenced.insert(identifier)
                if let below = byIdentifier[identifier], !described.contains(identifier) {
                    entries.append(.stack(describe(below)))
                } else {
                    // It closed earlier and is no longer retained.
                    dropped += 1
                }
            }
        }
        // An open stack is included even if its entry in the parent was dropped.
        let older = (openChildren[stack.identifier] ?? []).filter {
            !referenced.contains($0) && !described.contains($0)
        }
        let first = older.compactMap { byIdentifier[$0] }.map { StackDescription.Entry.stack(describe($0)) }
        return StackDescription(
            identifier: stack.identifier, feature: stack.feature.path, featureName: stack.feature.name,
            opened: microseconds(stack.opened), closed: stack.closed.map(microseconds), dropped: dropped,
            entries: first + entries)
    }

    private func describe(
        _ entry: OpenStack.Entry, _ identifier: UInt64, _ action: RegisteredAction
    ) -> StackDescription.Perform {
        StackDescription.Perform(
            identifier: identifier, action: action.identifier, actionName: action.name,
            began: microseconds(entry.began),
            duration: entry.outcome.map { _ in Int64(clamping: entry.duration / 1_000) },
            outcome: entry.outcome)
    }
}
