import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    /// Listing rollout plans, and pausing, resuming, stopping and advancing one.
    ///
    /// Starting and editing a plan are changes of the targeting's member `plan`.
    var planEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/plans", id: "listPlans",
                summary: "Lists the rollout plans that are running or paused, with the time of the next step",
                access: .role(.viewer), response: "Plans"
            ) { request in
                let plans: [ListPlans.Found] = try await perform(
                    FlagReading.listPlans, ProgramPayload(program: request.parameter("program")), for: request)
                return APIResponse(
                    json: [
                        "plans": .array(
                            plans.map { found in
                                [
                                    "flag": .string(found.key.name), "environment": .string(found.key.environment),
                                    "plan": found.plan.json, "guard": found.seen?.json ?? .null,
                                    "due": found.plan.nextStepTime.map { .int($0) } ?? .null,
                                ]
                            })
                    ])
            },
            Endpoint(
                method: .get,
                path: "\(Self.root)/programs/{program}/flags/{flag}/environments/{environment}/plan/guard",
                id: "getPlanGuard", summary: "Returns the guard of a rollout plan, and what it has seen",
                access: .role(.viewer), response: "PlanGuard"
            ) { request in
                let found: ShowPlanGuard.Found = try await perform(
                    FlagReading.showPlanGuard,
                    TargetingPayload(
                        program: request.parameter("program"),
                        key: ItemKey(
                            .targeting, request.parameter("flag"), environment: request.parameter("environment"))),
                    for: request)
                return APIResponse(json: ["guard": found.settings.json, "state": found.seen?.json ?? .null])
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/flags/{flag}/environments/{environment}/plan",
                id: "controlPlan",
                summary: "Pauses, resumes or stops a rollout plan, or takes its next step now", access: .role(.viewer),
                request: Schema.object([
                    "id": Schema.string, "operation": Schema.word(PlanOperation.allCases.map(\.rawValue)),
                    "reason": Schema.optional(Schema.text),
                ]), response: "ProposalResult"
            ) { request in
                let body = try request.object()
                guard let operation = PlanOperation(rawValue: try body.text("operation")) else {
                    throw APIError.malformed(
                        "“operation” has to be \(PlanOperation.allCases.map(\.rawValue).joined(separator: ", ")).")
                }
                let result: ProposalResult = try await perform(
                    FlagEditing.controlPlan,
                    PlanPayload(
                        program: request.parameter("program"),
                        key: ItemKey(
                            .targeting, request.parameter("flag"), environment: request.parameter("environment")),
                        operation: operation, id: body.text("id"), reason: body.textIfPresent("reason") ?? ""),
                    for: request)
                return try await APIResponse(json: result.json(naming: segmentNames(for: request)))
            },
        ]
    }
}
