/// An action of a feature on the timeline.
struct ActionKey: Hashable, Sendable {
    let feature: String
    let action: String
}

/// The usage of an action in the available performs.
struct ActionUsage: Sendable, Equatable {
    /// The display name of the action.
    var name: String
    var performs = 0
    var failures = 0
    /// The median of those that ended, in microseconds.
    var took: Int64?
}
