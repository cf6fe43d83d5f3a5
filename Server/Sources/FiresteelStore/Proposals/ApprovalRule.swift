/// The requirements of protected environments for a change: a reason, an approval before it, or a review afterwards.
struct ApprovalRule {
    /// The environments in which another person has to approve it first.
    private(set) var needsApproval: Set<String> = []
    /// The environments in which it takes effect immediately and is reviewed afterwards: it only switches off.
    private(set) var isReviewed: Set<String> = []
    /// The environments that require a reason.
    private(set) var needsReason: Set<String> = []

    /// Decides what differences between two states require in the environments that they affect.
    init(
        _ differences: [ItemDifference], in environments: Set<String>, from state: ProgramState, to result: ProgramState
    ) {
        let (usesBefore, usesAfter) = (SegmentUse(state.items), SegmentUse(result.items))
        // What off means for a new flag is known from its definition in the same change.
        var before = state
        for difference in differences where difference.item.kind == .flag && difference.before == nil {
            before.items[difference.item] = result.items[difference.item]
        }
        for environment in state.program.environments where environments.contains(environment.id) {
            let effect = max(
                ChangeEffect.of(differences, in: environment.id, before, usesBefore),
                ChangeEffect.of(differences, in: environment.id, result, usesAfter))
            if environment.protection != .none, effect > .none { needsReason.insert(environment.id) }
            guard environment.protection == .approval else { continue }
            switch effect {
            case .none: break
            case .switchesOff: isReviewed.insert(environment.id)
            case .changes: needsApproval.insert(environment.id)
            }
        }
    }
}

extension ProposalPreview {
    /// Whether it changes a protected environment, so that another person decides about it or reviews it.
    package var isProtected: Bool { !needsApproval.isEmpty || !isReviewed.isEmpty }
}
