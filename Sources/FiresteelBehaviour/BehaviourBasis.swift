/// The data that figures of behaviour are computed from.
public struct BehaviourBasis: Sendable, Hashable {
    /// The number of earlier runs that were read.
    public internal(set) var runs = 0
    /// The number of earlier runs that are still to be read.
    public internal(set) var remainingRuns = 0
    /// The earlier runs that can't be read, with the reasons: the first 100.
    public internal(set) var unreadableRuns: [String] = []
    /// The number of events, at most, that were overwritten before they were read, or are damaged.
    public internal(set) var lostEvents: UInt64 = 0
    /// The number of completed performs of actions that aren't counted: beyond the first 1,000, or without a readable name.
    public internal(set) var uncountedPerforms = 0
    /// The number of sessions in which a user started an action, of the last 10,000 sessions.
    public internal(set) var sessions = 0

    /// Whether the earlier runs that can be read were read.
    public internal(set) var isComplete = false

    mutating func add(unreadable run: String) {
        if unreadableRuns.count < BehaviourLimits.unreadableRuns { unreadableRuns.append(run) }
    }
}
