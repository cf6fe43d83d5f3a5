/// The next step of a rollout.
public enum GuardDecision: Sendable, Hashable {
    /// There are enough runs, and no sign of harm.
    case proceed
    /// It is not known yet.
    case wait(GuardWait)
    /// Exposed runs are harmed beyond the margin. The figures are those of the outcome with the stronger evidence.
    case harm(GuardFigures)

    /// Whether the decision is harm.
    public var isHarm: Bool {
        if case .harm = self { true } else { false }
    }
}

/// The reason why a rollout waits.
public enum GuardWait: Sendable, Hashable {
    /// Fewer runs than a decision needs, of those that can be compared.
    case notEnoughRuns(exposed: Int, unexposed: Int, needed: Int)
    /// No stratum has both exposed and unexposed runs, as at 0 % and at 100 %.
    case nothingToCompare
    /// Exposed runs are affected more often, though not certainly so.
    case suspicion(GuardFigures)
}
