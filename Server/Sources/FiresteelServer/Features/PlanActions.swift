import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

/// Lists the plans that have not ended.
enum ListPlans: ReplyAction {
    static let description = "List rollout plans"

    /// A plan with the targeting that has it.
    struct Found: Sendable {
        let key: ItemKey
        let plan: TargetingPlan
        /// What its guard has seen, `nil` without a guard and before its first look.
        let seen: GuardState?
    }

    static func reply(to context: ActionContext<ServerCall<ProgramPayload>>) async throws -> [Found] {
        let call = context.input
        guard let state = try await call.server.changes.state(of: call.payload.program) else {
            throw APIError.notFound("There is no program “\(call.payload.program)”.")
        }
        let program = call.payload.program
        let (seen, damaged) = try await call.server.database.read { try PlanGuardTable($0).states(of: program) }
        // Its plan is listed without what the guard has seen, which starts empty with the next read.
        call.server.damage.report(damaged)
        return state.items.compactMap { key, item in
            guard key.kind == .targeting, let plan = item.plan, plan.state == .running || plan.state == .paused else {
                return nil
            }
            return Found(key: key, plan: plan, seen: seen[key].flatMap { $0.plan == plan.id ? $0 : nil })
        }.sorted { $0.key < $1.key }
    }
}

/// A targeting whose plan is read.
struct TargetingPayload: Sendable, TimelineDescribable {
    let program: String
    let key: ItemKey

    func describe(to summary: inout InputSummary) {
        summary.add("Flag", key.name)
        summary.add("Environment", key.environment)
    }
}

/// Shows the guard of a plan, and what it has seen.
enum ShowPlanGuard: ReplyAction {
    static let description = "Show the guard of a rollout plan"

    /// A guard with what it has seen, `nil` before its first look.
    struct Found: Sendable {
        let settings: TargetingPlanGuard
        let seen: GuardState?
    }

    static func reply(to context: ActionContext<ServerCall<TargetingPayload>>) async throws -> Found {
        let (call, payload) = (context.input, context.input.payload)
        guard let plan = try await call.server.changes.state(of: payload.program)?.items[payload.key]?.plan,
            let settings = plan.harmGuard
        else { throw APIError.notFound("The plan of the \(payload.key) has no guard.") }
        let seen = try await call.server.database.read {
            try PlanGuardTable($0).state(of: payload.key, in: payload.program)
        }
        // What was seen of an earlier plan is replaced by the first look.
        return Found(settings: settings, seen: seen.flatMap { $0.plan == plan.id ? $0 : nil })
    }
}

extension Item {
    /// The rollout plan of a targeting; `nil` without one that can be read.
    var plan: TargetingPlan? {
        guard case .object(let members) = value, let plan = members["plan"] else { return nil }
        return try? TargetingPlan(json: plan)
    }
}

/// What a person or script does with a plan that was started.
enum PlanOperation: String, CaseIterable {
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
    func applied(to plan: TargetingPlan) throws(APIError) -> TargetingPlan {
        let permitted: Set<TargetingPlan.State> =
            switch self {
            case .pause, .proceed: [.running]
            case .resume: [.paused, .stopped]
            case .stop: [.running, .paused]
            }
        guard permitted.contains(plan.state) else {
            throw APIError(
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

/// An operation on the plan of a targeting.
struct PlanPayload: Sendable, TimelineDescribable {
    let program: String
    let key: ItemKey
    let operation: PlanOperation
    let id: String
    let reason: String

    func describe(to summary: inout InputSummary) {
        summary.add("Flag", key.name)
        summary.add("Environment", key.environment)
        summary.add("Operation", operation.rawValue)
    }

    var fingerprint: ProposalFingerprint {
        ProposalFingerprint(["plan", key.kind.rawValue, key.environment, key.name, operation.rawValue])
    }
}

/// Pauses, resumes or stops a plan, or takes its next step, as a change of its targeting.
enum ControlPlan: ReplyAction {
    static let description = "Pause, resume, stop or advance a rollout plan"

    static func reply(to context: ActionContext<ServerCall<PlanPayload>>) async throws -> ProposalResult {
        let call = context.input
        let payload = call.payload
        let server = call.server
        if let earlier = try await server.changes.earlierResult(
            of: payload.id, payload.fingerprint, in: payload.program)
        {
            return earlier
        }
        guard let item = try await server.changes.state(of: payload.program)?.items[payload.key],
            let plan = item.plan
        else { throw APIError.notFound("The \(payload.key) has no plan.") }
        let changed = try payload.operation.applied(to: plan)
        let proposal = ServerCall<ProposalPayload>(
            server: server, caller: call.caller,
            payload: ProposalPayload(
                program: payload.program, id: payload.id,
                edits: [Edit(payload.key, base: item.change, .set(["plan": changed.json]))], reason: payload.reason,
                due: nil, fingerprint: payload.fingerprint))
        let author = try call.author()
        try await proposal.requireConfirmation()
        let result = try await server.changes.propose(
            proposal.proposal(author, perform: context.performIdentifier), of: payload.program, now: server.clock.now())
        try await server.snapshots.refresh()
        return result
    }
}
