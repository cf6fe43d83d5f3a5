/// The texts of which one must occur in a name, and those that may not.
struct NameCondition: Hashable, Sendable {
    private let wanted: [TextNeedle]
    private let excluded: [TextNeedle]

    /// Creates a condition; `nil` without texts, which every name meets.
    init?(wanted: [String], excluded: [String]) {
        self.wanted = wanted.compactMap { TextNeedle($0) }
        self.excluded = excluded.compactMap { TextNeedle($0) }
        if self.wanted.isEmpty && self.excluded.isEmpty { return nil }
    }

    /// Returns whether the names of one thing meet the condition.
    func isMet(by names: [String]) -> Bool {
        if names.contains(where: { name in excluded.contains { $0.isIn(name) } }) { return false }
        return wanted.isEmpty || names.contains { name in wanted.contains { $0.isIn(name) } }
    }
}
