import FiresteelBase
import FiresteelDatabase
import FiresteelStore

extension ServerParts {
    /// Looks at the evidence of plans whose guards are due, if this node is the one that does.
    func lookAtGuardedPlans() async throws -> [GuardLook] {
        let now = clock.now()
        let isDue = try await database.read { try !PlanGuardTable($0).due(at: now, limit: 1).isEmpty }
        guard isDue, try await insight.holds("guards") else { return [] }
        let catalogues = catalogues
        return try await changes.runGuards(now: now) { program, flag in
            try await catalogues.summary(of: program).needs.feature(of: flag)
        }
    }
}

extension GuardState {
    /// The state of a guard in the API's format.
    var json: JSONValue {
        let runs = stepRuns
        return [
            "checked": .int(Int(checked)), "step": .int(step), "begun": .int(Int(begun)), "feature": .string(feature),
            "decision": .string(decision.rawValue), "reason": .string(reason),
            "acted": acted.map { .int(Int($0)) } ?? .null,
            "stepRuns": ["exposed": .int(Int(runs.exposed)), "unexposed": .int(Int(runs.unexposed))],
            "metrics": .array(metrics),
        ]
    }
}
