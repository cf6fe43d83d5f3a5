import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    /// Listing, approving, declining and withdrawing.
    var requestEndpoints: [Endpoint] {
        let decision = Schema.object([
            "comment": Schema.optional(Schema.text), "change": Schema.optional(Schema.integer),
        ])
        return [
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/requests", id: "listRequests",
                summary: "Lists requests and schedules, the pending ones first; large ones without their edits",
                access: .role(.viewer),
                query: [
                    .init(name: "after", description: "The place after which to continue, `next` of the list before"),
                    .init(
                        name: "limit", description: "The most requests to return, 50 by default",
                        schema: ["type": "integer", "minimum": 1, "maximum": 200]),
                ], response: "Requests"
            ) { request in
                let found: ListRequests.Found = try await perform(
                    FlagReading.listRequests,
                    RequestsPayload(
                        program: request.parameter("program"), after: position(request),
                        limit: request.int("limit", in: 1...200, default: 50)), for: request)
                return APIResponse(json: found.json)
            },
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/requests/{request}", id: "getRequest",
                summary: "Returns a request or schedule", access: .role(.viewer), response: "Request"
            ) { request in
                let found: ChangeRequest = try await perform(
                    FlagReading.showRequest,
                    RequestPayload(program: request.parameter("program"), request: request.parameter("request")),
                    for: request)
                return APIResponse(json: found.json)
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/requests/{request}/approval",
                id: "approveRequest", summary: "Approves a request, or marks a change as reviewed",
                access: .role(.viewer), request: decision, response: "ProposalResult"
            ) { request in
                let result: ProposalResult = try await perform(
                    Approving.approve, decisionPayload(request), for: request)
                return try await APIResponse(json: result.json(naming: segmentNames(for: request)))
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/requests/{request}/rejection",
                id: "declineRequest", summary: "Declines a request", access: .role(.viewer), request: decision,
                response: "Request"
            ) { request in
                let result: ChangeRequest = try await perform(Approving.decline, decisionPayload(request), for: request)
                return APIResponse(json: result.json)
            },
            Endpoint(
                method: .delete, path: "\(Self.root)/programs/{program}/requests/{request}", id: "withdrawRequest",
                summary: "Withdraws one’s own request; approvers remove schedules of others", access: .role(.viewer),
                response: "Request"
            ) { request in
                let result: ChangeRequest = try await perform(
                    FlagEditing.withdraw,
                    DecisionPayload(
                        program: request.parameter("program"), request: request.parameter("request"), comment: ""),
                    for: request)
                return APIResponse(json: result.json)
            },
        ]
    }

    private func position(_ request: APIRequest) throws(APIError) -> RequestPosition? {
        guard let text = request.query["after"] else { return nil }
        guard let position = RequestPosition(text) else {
            throw .malformed("“after” has to be “next” of the list before, not “\(text.prefix(50))”.")
        }
        return position
    }

    private func decisionPayload(_ request: APIRequest) throws -> DecisionPayload {
        let body = request.body.isEmpty ? [:] : try request.object()
        return try DecisionPayload(
            program: request.parameter("program"), request: request.parameter("request"),
            comment: body.textIfPresent("comment") ?? "", seen: body.timeIfPresent("change"))
    }
}
