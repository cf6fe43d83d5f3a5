/// Results for flags that a ``FlagDecision`` uses instead of computing them again.
///
/// They are what the same decision computes: they save time and have no influence on the result.
protocol KnownDecisions {
    /// Returns the result of a flag's own rules.
    func own(_ entry: FlagEntry) -> FlagVerdict?
    /// Returns whether a flag and all above it are on; see ``FlagDecision/isOn(_:drawing:in:_:)``.
    func isOn(_ entry: FlagEntry, drawing: Bool) -> Bool?
    /// Returns the flag of a group that stays on.
    func winner(of group: CompiledDecision.Group) -> ExclusionDraw.Winner?
    /// Stores the flag of a group that stays on.
    func store(_ winner: ExclusionDraw.Winner, of group: CompiledDecision.Group)
}

/// Every flag is decided anew, as for a context that is used once.
struct NoKnownDecisions: KnownDecisions {
    @inline(__always) func own(_ entry: FlagEntry) -> FlagVerdict? { nil }
    @inline(__always) func isOn(_ entry: FlagEntry, drawing: Bool) -> Bool? { nil }
    @inline(__always) func winner(of group: CompiledDecision.Group) -> ExclusionDraw.Winner? { nil }
    @inline(__always) func store(_ winner: ExclusionDraw.Winner, of group: CompiledDecision.Group) {}
}

/// The results in a stack's fixed context, while flags are decided again; used while holding the stack's lock.
///
/// Each flag's own rules are evaluated once, and each group is drawn once. Parents are decided before their children,
/// so that a flag above is looked up and not followed upwards.
final class FixedContextDecisions: KnownDecisions {
    private let graph: FlagGraph
    private var winners: [String: ExclusionDraw.Winner] = [:]

    init(_ graph: FlagGraph) { self.graph = graph }

    func own(_ entry: FlagEntry) -> FlagVerdict? { graph.records[entry.key]?.own?.verdict }

    func isOn(_ entry: FlagEntry, drawing: Bool) -> Bool? {
        guard let record = graph.records[entry.key] else { return nil }
        return drawing ? record.isOn : record.isOnByRules
    }

    func winner(of group: CompiledDecision.Group) -> ExclusionDraw.Winner? { winners[group.name] }
    func store(_ winner: ExclusionDraw.Winner, of group: CompiledDecision.Group) { winners[group.name] = winner }
}
