/// The numbers of changes in a runtime, for readers that poll.
public struct ChangeCounts: Sendable, Equatable {
    /// The number of closed sessions, opened stacks, and closed stacks.
    public let stacks: UInt64
    /// The number of registrations of features and changes of constraints.
    public let features: UInt64
    /// The number of changes of log levels and of the focus.
    public let logging: UInt64
    /// The number of erasures of the timeline.
    ///
    /// When it changes, discard all data that was read from the timeline.
    public let erasures: UInt64
}

extension FeatureRuntime {
    /// The numbers of changes so far.
    ///
    /// Costs four loads.
    public var changeCounts: ChangeCounts {
        let changes = dispatcher.changes
        return ChangeCounts(
            stacks: changes.stacks, features: changes.features, logging: changes.logging,
            erasures: changes.erasures)
    }
}
