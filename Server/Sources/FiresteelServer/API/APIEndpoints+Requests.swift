import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    /// Listing, approving, declining, withdrawing and moving to another time.
    var requestEndpoints: [Endpoint] {
        let approval = Schema.object(["comment": Schema.optional(Schema.text), "change": Schema.integer])
        let rejection = Schema.object(["comment": Schema.optional(Schema.text)])
        return [
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/requests", id: "listRequests",
                summary: "Lists requests and schedules, the pending ones first; large ones without their edits",
                access: .role(.viewer),
                query: [
                    .init(
                        name: "state", description: "Only pending ones", schema: Schema.word([Self.pendingState])),
                    .init(
                        name: "item",
                        description: "Only those that edit the flag or segment with this key, together with `state`"),
                    .init(name: "after", description: "The place after which to continue, `next` of the list before"),
                    .init(
                        name: "limit", description: "The most requests to return, 50 by default",
                        schema: ["type": "integer", "minimum": 1, "maximum": 200]),
                ], response: "Requests"
            ) { request in
                let found: ListRequests.Found = try await perform(
                    FlagReading.listRequests,
                    RequestsPayload(
                        program: request.parameter("program"), filter: requestFilter(request),
                        after: position(request),
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
                id: "approveRequest",
                summary: "Approves a request as it was read at a change, or marks a change as reviewed",
                access: .role(.viewer), request: approval, response: "ProposalResult"
            ) { request in
                let result: ProposalResult = try await perform(
                    Approving.approve, decisionPayload(request, isApproval: true), for: request)
                return try await APIResponse(json: result.json(naming: segmentNames(for: request)))
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/requests/{request}/rejection",
                id: "declineRequest", summary: "Declines a request", access: .role(.viewer), request: rejection,
                response: "Request"
            ) { request in
                let result: ChangeRequest = try await perform(
                    Approving.decline, decisionPayload(request, isApproval: false), for: request)
                return APIResponse(json: result.json)
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/requests/{request}/time",
                id: "rescheduleRequest",
                summary: "Moves a schedule to another time: withdraws it and proposes its change again",
                access: .role(.viewer),
                request: Schema.object([
                    "id": ["type": "string", "minLength": 1, "maxLength": 200], "due": Schema.integer,
                ]), response: "ProposalResult"
            ) { request in
                let body = try request.object()
                guard let due = try body.timeIfPresent("due") else {
                    throw APIError.malformed("“due” is missing: the new time, in milliseconds since 1970.")
                }
                let result: ProposalResult = try await perform(
                    FlagEditing.reschedule,
                    ReschedulePayload(
                        program: request.parameter("program"), request: request.parameter("request"),
                        id: body.text("id"), due: due), for: request)
                return try await APIResponse(json: result.json(naming: segmentNames(for: request)))
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

    /// The state that lists of requests can be limited to.
    private static let pendingState = ChangeRequest.State.pending.rawValue

    private func requestFilter(_ request: APIRequest) throws(APIError) -> RequestFilter {
        let (state, item) = (request.query["state"], request.query["item"])
        if let state, state != Self.pendingState {
            throw .malformed("“state” has to be “\(Self.pendingState)”, not “\(state.prefix(50))”.")
        }
        guard let item else { return RequestFilter(isPending: state != nil) }
        // Ended ones are many, and may be large.
        guard state != nil else {
            throw .malformed("“item” is for pending requests: add “state=\(Self.pendingState)”.")
        }
        guard item.utf8.count <= 200 else { throw .malformed("“item” is longer than keys are.") }
        return RequestFilter(isPending: true, item: item)
    }

    private func position(_ request: APIRequest) throws(APIError) -> RequestPosition? {
        guard let text = request.query["after"] else { return nil }
        guard let position = RequestPosition(text) else {
            throw .malformed("“after” has to be “next” of the list before, not “\(text.prefix(50))”.")
        }
        return position
    }

    private func decisionPayload(_ request: APIRequest, isApproval: Bool) throws -> DecisionPayload {
        let body = request.body.isEmpty ? [:] : try request.object()
        return try DecisionPayload(
            program: request.parameter("program"), request: request.parameter("request"),
            comment: body.textIfPresent("comment") ?? "", seen: isApproval ? seen(body) : nil)
    }

    /// Returns the change at which an approver read the request: an approval covers no later one.
    private func seen(_ body: [String: FlagValue]) throws(APIError) -> Int64 {
        switch body["change"] {
        case .int(let number)? where number >= 0: return Int64(number)
        case nil, .null?:
            throw .malformed(
                "“change” is missing. Send the number of the program's last change when the request was read, such as “change” of its preview: the approval is refused if the program changed since."
            )
        default: throw .malformed("“change” isn't the number of a change.")
        }
    }
}
