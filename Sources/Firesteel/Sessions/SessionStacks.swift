import FiresteelTimeline

/// The action stacks of one session: at most one open stack for each feature, each hanging from the one that led to it.
///
/// A plain value; the session guards it.
struct SessionStacks {
    /// The open stacks, in the order in which they were opened: a parent precedes its children.
    private(set) var open: [OpenStack] = []
    /// Stacks that closed last, the newest first.
    private(set) var closed: [OpenStack] = []
    /// The open stack in which an action began last.
    private(set) var current: UInt32 = 0

    /// The number of closed stacks that are retained for inspection.
    static let closedLimit = 8

    /// Finds the open stack of a feature.
    func find(_ feature: RegisteredFeature) -> Int? {
        // By index, here and in the following: copying a stack counts references to its contents.
        open.indices.last { open[$0].feature.index == feature.index }
    }

    /// Returns the parent of a stack about to open: the stack of the causing action if it belongs to this session,
    /// otherwise the one in which an action began last.
    func leading(from performer: UInt32) -> UInt32 {
        if performer != 0, open.contains(where: { $0.identifier == performer }) { return performer }
        return current
    }

    mutating func open(_ feature: RegisteredFeature, identifier: UInt32, parent: UInt32, at time: UInt64) -> Int {
        open.append(OpenStack(identifier: identifier, parent: parent, feature: feature, opened: time))
        if let index = open.firstIndex(where: { $0.identifier == parent }) {
            open[index].append(.init(kind: .stack(identifier), began: time))
        }
        return open.count - 1
    }

    mutating func push(_ perform: UInt64, _ action: RegisteredAction, at index: Int, time: UInt64) {
        current = open[index].identifier
        open[index].append(.init(kind: .perform(perform, Unmanaged.passUnretained(action)), began: time))
    }

    /// Records the completion of a perform and closes the affected stacks.
    ///
    /// - Returns: The closed stacks, innermost first.
    mutating func complete(_ perform: UInt64, in stack: UInt32, outcome: Outcome, at time: UInt64) -> [OpenStack] {
        guard let index = open.indices.last(where: { open[$0].identifier == stack }) else {
            // The stack was closed while the perform was in flight.
            if let index = closed.firstIndex(where: { $0.identifier == stack }) {
                closed[index].complete(perform, outcome: outcome, at: time)
            }
            return []
        }
        open[index].complete(perform, outcome: outcome, at: time)
        return outcome.closesStack ? close(from: index, at: time) : []
    }

    /// Closes everything, as at the end of a session.
    mutating func closeAll(at time: UInt64) -> [OpenStack] {
        var all: [OpenStack] = []
        while !open.isEmpty { all += close(from: 0, at: time) }
        return all
    }

    private mutating func close(from index: Int, at time: UInt64) -> [OpenStack] {
        let parent = open[index].parent
        var closing: Set<UInt32> = [open[index].identifier]
        // A parent always precedes its children, so one pass finds all descendants.
        for stack in open[index...] where closing.contains(stack.parent) { closing.insert(stack.identifier) }
        var gone: [OpenStack] = []
        open.removeAll { stack in
            guard closing.contains(stack.identifier) else { return false }
            gone.append(stack)
            return true
        }
        for position in gone.indices { gone[position].closed = time }
        gone.reverse()
        closed = Array((gone.reversed() + closed).prefix(Self.closedLimit))
        if closing.contains(current) {
            current = open.contains { $0.identifier == parent } ? parent : (open.last?.identifier ?? 0)
        }
        return gone
    }
}

/// A retained action stack.
struct OpenStack {
    let identifier: UInt32
    /// The stack that led to it, 0 for none.
    let parent: UInt32
    let feature: RegisteredFeature
    let opened: UInt64
    var closed: UInt64?
    private(set) var entries = RecentEntries()

    init(identifier: UInt32, parent: UInt32, feature: RegisteredFeature, opened: UInt64) {
        self.identifier = identifier
        self.parent = parent
        self.feature = feature
        self.opened = opened
    }

    mutating func append(_ entry: Entry) { entries.append(entry) }

    mutating func complete(_ perform: UInt64, outcome: Outcome, at time: UInt64) {
        entries.updateLast { entry in
            guard case .perform(perform, _) = entry.kind else { return false }
            entry.duration = time &- entry.began
            entry.outcome = outcome
            return true
        }
    }

    /// An entry of a stack: an action, or a child stack.
    struct Entry {
        enum Kind {
            /// The action lives as long as the runtime's tables, which every holder of the session retains.
            case perform(UInt64, Unmanaged<RegisteredAction>)
            case stack(UInt32)
        }

        let kind: Kind
        let began: UInt64
        var duration: UInt64 = 0
        /// The outcome, or `nil` while the action is in flight.
        var outcome: Outcome?
    }
}

/// The newest entries of a stack, in order; older ones are only counted.
struct RecentEntries {
    /// The maximum number of entries.
    static let limit = 64

    private var storage: [OpenStack.Entry] = []
    private var oldest = 0
    /// The number of dropped entries.
    private(set) var dropped = 0

    var count: Int { storage.count }

    mutating func append(_ entry: OpenStack.Entry) {
        if storage.count < Self.limit {
            storage.append(entry)
        } else {
            storage[oldest] = entry
            oldest = (oldest + 1) % Self.limit
            dropped += 1
        }
    }

    /// Offers the entries, the newest first, until one is taken.
    mutating func updateLast(_ take: (inout OpenStack.Entry) -> Bool) {
        var index = oldest
        for _ in storage.indices {
            // Without a division, which takes longer than the rest.
            index = (index == 0 ? storage.count : index) - 1
            if take(&storage[index]) { return }
        }
    }

    /// The oldest first.
    var ordered: [OpenStack.Entry] { Array(storage[oldest...] + storage[..<oldest]) }
}
