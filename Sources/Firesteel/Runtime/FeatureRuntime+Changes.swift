/// How often something changed in a runtime, for those who look now and then what to read again.
public struct ChangeCounts: Sendable, Equatable {
    /// Sessions closed, stacks opened and closed.
    public let stacks: UInt64
    /// Features were registered, or conditions changed.
    public let features: UInt64
    /// Levels or the focus of log lines changed.
    public let logging: UInt64
    /// The timeline was erased: whoever keeps something of it must forget it.
    public let erasures: UInt64
}

extension FeatureRuntime {
    /// How often something changed so far.
    ///
    /// Four loads.
    public var changeCounts: ChangeCounts {
        let changes = dispatcher.changes
        return ChangeCounts(
            stacks: changes.stacks, features: changes.features, logging: changes.logging,
            erasures: changes.erasures)
    }
}
