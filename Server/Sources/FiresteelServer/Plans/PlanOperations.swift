import Firesteel
import FiresteelBase
import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

// Starting and editing a plan are changes of the targeting's member `plan`.

/// Lists the plans that have not ended.
struct ListPlans: ServerOperation, Decodable {
    static let description = "List rollout plans"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/plans", "listPlans",
        "Lists the rollout plans that are running or paused, with the time of the next step", response: "Plans")
    let program: String

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let state = try await call.state(of: program)
        let (seen, damaged) = try await call.server.database.read { try PlanGuardTable($0).states(of: program) }
        // Its plan is listed without what the guard has seen, which starts empty with the next read.
        call.server.damage.report(damaged)
        let plans = state.items.compactMap { key, item -> (key: ItemKey, plan: TargetingPlan)? in
            guard key.kind == .targeting, let plan = item.plan, plan.state == .running || plan.state == .paused else {
                return nil
            }
            return (key, plan)
        }.sorted { $0.key < $1.key }
        return [
            "plans": .array(
                plans.map { key, plan in
                    [
                        "flag": .string(key.name), "environment": .string(key.environment), "plan": plan.json,
                        "guard": seen[key]?.json(of: plan) ?? .null,
                        "due": plan.nextStepTime.map { .int($0) } ?? .null,
                    ]
                })
        ]
    }
}

extension GuardState {
    /// Returns what the guard has seen of a plan, `null` if that is an earlier one.
    fileprivate func json(of plan: TargetingPlan) -> JSONValue { self.plan == plan.id ? json : .null }
}

extension Item {
    /// The rollout plan of a targeting; `nil` without one that can be read.
    fileprivate var plan: TargetingPlan? {
        guard case .object(let members) = value, let plan = members["plan"] else { return nil }
        return try? TargetingPlan(json: plan)
    }
}

/// Shows the guard of a plan, and what it has seen.
struct ShowPlanGuard: ServerOperation, Decodable {
    static let description = "Show the guard of a rollout plan"
    static let endpoint = OperationEndpoint(
        .get, "\(ControlPlan.path)/guard", "getPlanGuard",
        "Returns the guard of a rollout plan, and what it has seen", response: "PlanGuard")
    let program, flag, environment: String

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let key = ItemKey(.targeting, flag, environment: environment)
        guard let plan = try await call.server.changes.state(of: program)?.items[key]?.plan,
            let settings = plan.harmGuard
        else { throw HTTPProblem.notFound("The plan of the \(key) has no guard.") }
        let seen = try await call.server.database.read { try PlanGuardTable($0).state(of: key, in: program) }
        return ["guard": settings.json, "state": seen?.json(of: plan) ?? .null]
    }
}

/// An operation of a person or script on a plan that was started.
enum PlanOperation: String, Decodable, CaseIterable, Sendable {
    /// Takes no further step until it is resumed.
    case pause
    /// Continues; the wait for the next step begins again.
    case resume
    /// Ends the plan; the rollout remains as it is.
    case stop
    /// Takes the next step now.
    case proceed

    /// Returns the plan after the operation.
    ///
    /// - Throws: If the state of the plan doesn't permit it.
    func applied(to plan: TargetingPlan) throws(HTTPProblem) -> TargetingPlan {
        let permitted: Set<TargetingPlan.State> =
            switch self {
            case .pause, .proceed: [.running]
            case .resume: [.paused, .stopped]
            case .stop: [.running, .paused]
            }
        guard permitted.contains(plan.state) else {
            throw HTTPProblem(
                status: .conflict, code: "plan-state",
                message: "The plan is \(plan.state.rawValue), so it can’t \(rawValue). Nothing was changed.")
        }
        var plan = plan
        switch self {
        case .pause: plan.state = .paused
        case .resume: plan.state = .running
        case .stop: plan.state = .stopped
        case .proceed: plan.stepsTaken += 1
        }
        return plan
    }
}

/// Pauses, resumes or stops a plan, or takes its next step, as a change of its targeting.
struct ControlPlan: ServerOperation, Decodable {
    static let description = "Pause, resume, stop or advance a rollout plan"
    static let endpoint = OperationEndpoint(
        .post, path, "controlPlan", "Pauses, resumes or stops a rollout plan, or takes its next step now",
        body: [
            "operation": Schema.word(PlanOperation.allCases.map(\.rawValue)), "reason": Schema.optional(Schema.text),
        ],
        response: "ProposalResult")
    fileprivate static let path = "/programs/{program}/flags/{flag}/environments/{environment}/plan"
    let program, flag, environment, id: String
    let reason: String?
    let operation: PlanOperation

    func describe(to summary: inout InputSummary) { summary.add("Operation", operation.rawValue) }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let key = ItemKey(.targeting, flag, environment: environment)
        let fingerprint = ProposalFingerprint(["plan", key.kind.rawValue, environment, flag, operation.rawValue])
        if let earlier = try await call.server.changes.earlierResult(of: id, fingerprint, in: program) {
            return try await earlier.json(naming: call.segmentNames(of: program))
        }
        guard let item = try await call.server.changes.state(of: program)?.items[key], let plan = item.plan else {
            throw HTTPProblem.notFound("The \(key) has no plan.")
        }
        let edit = Edit(key, base: item.change, .set(["plan": try operation.applied(to: plan).json]))
        let proposal = try call.proposal(id, [edit], reason, of: program, fingerprint: fingerprint)
        return try await call.propose(proposal, of: program).json(naming: call.segmentNames(of: program))
    }
}
