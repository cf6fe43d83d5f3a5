import FiresteelBase
import FiresteelDatabase
import FiresteelFlagAuthoring

/// The evidence that a guard read about a plan, and its assessment.
///
/// It is read without the lock that all changes of the program wait for, so it applies only while the plan and the stored
/// state are still those that it began with.
struct GuardFindings: Sendable {
    /// The earlier state.
    let known: GuardState?
    /// The present state.
    let seen: GuardState
    let assessment: GuardAssessment

    /// Reads the evidence of a plan; `nil` before its first step.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - key: The targeting that has the plan.
    ///   - program: The program.
    ///   - onlyFeature: The path of the only feature that needs the flag, empty if there is none or several.
    ///   - database: The transaction.
    ///   - now: The time.
    init?(
        of plan: TargetingPlan, _ key: ItemKey, in program: String, feature onlyFeature: String,
        _ database: any DatabaseConnection, now: Int64
    ) throws {
        guard let attempt = plan.started, let since = plan.since, plan.stepsTaken > 0 else { return nil }
        let known = try PlanGuardTable(database).state(of: key, in: program)
        let about = known.flatMap { $0.plan == plan.id && $0.attempt == Int64(attempt) ? $0 : nil }
        let evidence = GuardEvidence(
            database: database,
            scope: try ScopeTable(database).number(of: InsightScope(program: program, environment: key.environment)),
            flag: key.name, plan: plan, feature: about?.feature ?? plan.harmGuard?.feature ?? onlyFeature)
        var seen =
            try about
            ?? GuardState(
                plan: plan, attempt: Int64(attempt), since: Int64(since), feature: evidence.feature, evidence.counts)
        if seen.step != plan.stepsTaken, plan.state == .running || plan.state == .finished {
            try seen.begin(step: plan.stepsTaken, since: Int64(since), evidence.counts)
        }
        try seen.read(now: now, evidence.counts)
        let assessment = try Self.assessment(seen, plan, evidence)
        seen.decision = assessment.decision
        seen.reason = assessment.reason
        seen.metrics = assessment.metrics
        seen.checked = now
        self.known = known
        self.seen = seen
        self.assessment = assessment
    }

    /// Returns the assessment of the evidence; harm also has to affect several people, until the guard acted.
    private static func assessment(
        _ state: GuardState, _ plan: TargetingPlan, _ evidence: GuardEvidence
    ) throws -> GuardAssessment {
        let assessment = try GuardAssessment(state, state.strata, of: plan)
        guard assessment.decision == .harm, state.acted == nil else { return assessment }
        let limited = try evidence.limitedToPeople(state.strata, since: state.begun)
        guard limited != state.strata else { return assessment }
        var people = try GuardAssessment(state, limited, of: plan)
        people.waitForPeople()
        return people
    }
}
