import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

/// Evaluates a flag for a context, now or at an earlier moment, and explains the result.
struct TryFlag: ServerOperation, Decodable {
    static let description = "Evaluate a flag for a context and explain the result"
    static let endpoint = OperationEndpoint(
        .post, "/programs/{program}/environments/{environment}/trials", "tryFlag",
        "Evaluates a flag for a context, now or at an earlier moment, and explains the result",
        body: ["context": ["type": "object"], "edits": Schema.optional(Schema.list(Schema.named("Edit")))],
        response: "Trial", bodyLimit: 1 << 20)
    let program, environment, flag: String
    let context: ContextInput?
    /// The moment whose flags apply, now without it.
    let time: RequestTime?
    /// Edits that aren't saved, which apply as well.
    let edits: [Edit]?

    /// A context in a request.
    struct ContextInput: Decodable, Sendable {
        let value: EvaluationContext

        init(from decoder: any Decoder) throws {
            do {
                value = try EvaluationContext(decoder.singleValueContainer().decode(JSONValue.self))
            } catch let error as FlagError {
                throw HTTPProblem.badRequest(error.message)
            }
        }
    }

    func describe(to summary: inout InputSummary) {
        summary.add("Flag", flag)
        summary.hide("Context")
    }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let (server, context) = (call.server, self.context?.value ?? EvaluationContext())
        var state = try await call.state(of: program)
        if let time { state = try await past(state, at: time.milliseconds, server.database) }
        if let edits, !edits.isEmpty { state = try server.changes.applying(edits, to: state) }
        guard let environment = state.program.environments.first(where: { $0.id == self.environment }) else {
            throw HTTPProblem.notFound("There is no environment “\(self.environment)”.")
        }
        let now = (time?.milliseconds ?? call.now) / 1_000
        let key = EnvironmentKey(program: program, environment: environment.id)
        if time == nil, edits?.isEmpty ?? true, let snapshot = server.snapshots.snapshot(key),
            let trial = Trial(of: flag, context, state, environment, snapshot, now: now)
        {
            return trial.json
        }
        let result = state
        return try await Offload.run { () -> Result<JSONValue, HTTPProblem> in
            let snapshot: EnvironmentSnapshot
            do {
                snapshot = try EnvironmentSnapshot(result, environment: environment)
            } catch {
                return .failure(.invalid("The flags of \(environment.name) can't be compiled: \(error)"))
            }
            guard let trial = Trial(of: flag, context, result, environment, snapshot, now: now) else {
                return .failure(.notFound("There was no flag “\(flag)” in \(environment.name)."))
            }
            return .success(trial.json)
        }.get()
    }

    /// Returns the items as they were at a time.
    private func past(_ state: ProgramState, at time: Int64, _ database: any Database) async throws -> ProgramState {
        let program = state.program
        return try await database.read { database in
            let change = try ChangeTable(database, program: program.id).lastChange(at: time)
            var past = program
            past.changes = change
            return try ProgramState(program: past, ItemTable(database, program: program.id).all(after: change))
        }
    }
}

/// The result of trying a flag.
private struct Trial {
    let evaluation: FlagEvaluation
    /// How its definition was evaluated, in detail.
    private(set) var steps: [ExplanationStep] = []
    /// Its switch, parent, exclusion group and rules, in the order in which they apply.
    let rules: [TrialSteps.Step]
    /// The change whose flags applied.
    let change: Int64

    /// Evaluates a flag, or returns `nil` if there is none.
    init?(
        of flag: String, _ context: EvaluationContext, _ state: ProgramState, _ environment: ProgramEnvironment,
        _ snapshot: EnvironmentSnapshot, now: Int64
    ) {
        guard let rule = snapshot.entry(flag)?.rule else { return nil }
        evaluation = rule.evaluate(context, now: now, explaining: &steps)
        change = snapshot.change
        rules =
            TrialSteps(
                of: flag, in: state, environment, context, now: now, reason: evaluation.reason,
                variant: evaluation.variant
            ) { key in
                guard case .value(let value)? = snapshot.entry(key)?.rule.evaluate(context, now: now).outcome else {
                    return false
                }
                return value == true
            }.steps
    }

    /// Whether another flag, a parent or one of the exclusion group, decided: the definition alone has another result.
    private var isOfAnotherFlag: Bool {
        rules.contains { $0.outcome == .won && ($0.kind == .parent || $0.kind == .exclusion) }
            || evaluation.reason == .parentOff || evaluation.reason == .excluded
    }

    /// The result, as programs receive it, with the steps that lead to it.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "reason": .string(evaluation.reason.rawValue), "change": .int(Int(change)),
            "isOfAnotherFlag": .bool(isOfAnotherFlag), "variant": evaluation.variant.map { .string($0) } ?? .null,
            "steps": .array(
                steps.map { step in
                    [
                        "text": .string(step.text), "result": .string(step.result), "depth": .int(step.depth),
                        "path": step.path.map { .string($0) } ?? .null,
                    ]
                }), "rules": .array(rules.map(\.json)),
        ]
        switch evaluation.outcome {
        case .value(let value): members["value"] = value
        case .programDefault: members["value"] = .null
        case .failed(let error):
            members["errorCode"] = .string(error.code.rawValue)
            members["errorDetails"] = .string(error.message)
        }
        return .object(members)
    }
}
