import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    /// Proposing, previewing, listing and reverting changes.
    var changeEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/changes", id: "listChanges",
                summary: "Lists changes, the newest first", access: .role(.viewer),
                query: [
                    .init(name: "before", description: "Only changes before this number", schema: Schema.integer),
                    .init(
                        name: "limit", description: "The most changes to return, 50 by default",
                        schema: ["type": "integer", "minimum": 1, "maximum": 200]),
                    .init(name: "environment", description: "Only changes of this environment"),
                    .init(name: "item", description: "Only changes of this flag or segment"),
                    .init(name: "text", description: "Only changes whose author, reason or items contain this text"),
                ], response: "Changes"
            ) { request in
                let page: ListChanges.Page = try await perform(
                    FlagReading.listChanges,
                    ChangesPayload(
                        program: request.parameter("program"),
                        before: Int64(request.int("before", in: 0...Int.max, default: .max)),
                        limit: request.int("limit", in: 1...200, default: 50),
                        environment: request.query["environment"], item: request.query["item"],
                        text: request.query["text"]), for: request)
                return APIResponse(
                    json: ["changes": .array(page.changes.map(\.json)), "next": .int(Int(page.next))])
            },
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/changes/{number}", id: "getChange",
                summary: "Returns a change", access: .role(.viewer), response: "Change"
            ) { request in
                let change: Change = try await perform(
                    FlagReading.showChange,
                    ChangePayload(program: request.parameter("program"), number: number(request)), for: request)
                return APIResponse(json: change.json)
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/changes", id: "proposeChange",
                summary: "Changes flags and segments, or requests the change where it needs an approval",
                access: .role(.viewer), request: Schema.named("Proposal"), response: "ProposalResult",
                bodyLimit: 8 << 20
            ) { request in
                let result: ProposalResult = try await perform(
                    FlagEditing.propose, proposal(request), for: request)
                return APIResponse(json: result.json)
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/changes/preview", id: "previewChange",
                summary: "Returns what a change would do, and writes nothing", access: .role(.viewer),
                request: Schema.named("Proposal"), response: "Preview", bodyLimit: 8 << 20
            ) { request in
                let preview: ProposalPreview = try await perform(
                    FlagReading.previewChange, proposal(request), for: request)
                return APIResponse(json: preview.json)
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/changes/{number}/reversal", id: "revertChange",
                summary: "Restores the values before a change, as a new change", access: .role(.viewer),
                request: Schema.object([
                    "id": Schema.string, "reason": Schema.optional(Schema.text),
                    "overridesLater": Schema.optional(Schema.boolean), "preview": Schema.optional(Schema.boolean),
                ]), response: "Reversal"
            ) { request in
                let body = try request.object()
                let result: RevertChange.Result = try await perform(
                    FlagEditing.revert,
                    ReversalPayload(
                        program: request.parameter("program"), number: number(request), id: body.text("id"),
                        reason: body.textIfPresent("reason") ?? "", overridesLater: body["overridesLater"] == true,
                        isPreview: body["preview"] == true), for: request)
                return APIResponse(
                    json: [
                        "preview": result.preview?.json ?? .null, "later": .array(result.later.map(\.json)),
                        "result": result.result?.json ?? .null,
                    ])
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/imports", id: "importFlags",
                summary: "Imports flags from a file into one environment, as one change", access: .role(.viewer),
                query: [
                    .init(name: "environment", description: "The environment that gets the file's rules"),
                    .init(name: "format", description: "flagd or firesteel"),
                    .init(name: "id", description: "The identifier of the change"),
                    .init(name: "reason", description: "The reason"),
                    .init(name: "preview", description: "1 to write nothing"),
                ], request: ["type": "object"], response: "Import", bodyLimit: 8 << 20
            ) { request in
                let result: ImportFlags.Result = try await perform(
                    FlagEditing.importFlags,
                    ImportPayload(
                        program: request.parameter("program"), environment: request.query["environment"] ?? "",
                        format: request.query["format"] ?? "flagd", bytes: request.body,
                        id: request.query["id"] ?? Identifier.random(), reason: request.query["reason"] ?? "",
                        isPreview: request.query["preview"] == "1"), for: request)
                return APIResponse(
                    json: [
                        "preview": result.preview?.json ?? .null, "notes": .array(result.notes.map { .string($0) }),
                        "result": result.result?.json ?? .null,
                    ])
            },
        ]
    }

    private func number(_ request: APIRequest) throws(APIError) -> Int64 {
        guard let number = Int64(request.parameter("number")), number > 0 else {
            throw .notFound("There is no change “\(request.parameter("number").prefix(50))”.")
        }
        return number
    }

    private func proposal(_ request: APIRequest) throws -> ProposalPayload {
        let body = try request.object()
        guard case .array(let list)? = body["edits"] else {
            throw APIError.malformed("“edits” is missing, or isn't a list.")
        }
        return try ProposalPayload(
            program: request.parameter("program"), id: body.text("id"), edits: list.map { try Edit(json: $0) },
            reason: body.textIfPresent("reason") ?? "", due: body.timeIfPresent("due"))
    }

    /// Approving, declining and withdrawing.
    var requestEndpoints: [Endpoint] {
        let decision = Schema.object([
            "comment": Schema.optional(Schema.text), "change": Schema.optional(Schema.integer),
        ])
        return [
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/requests", id: "listRequests",
                summary: "Lists requests and schedules, the pending ones first", access: .role(.viewer),
                response: "Requests"
            ) { request in
                let requests: [ChangeRequest] = try await perform(
                    FlagReading.listRequests, ProgramPayload(program: request.parameter("program")), for: request)
                return APIResponse(json: ["requests": .array(requests.map(\.json))])
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/requests/{request}/approval",
                id: "approveRequest", summary: "Approves a request, or marks a change as reviewed",
                access: .role(.viewer), request: decision, response: "ProposalResult"
            ) { request in
                let result: ProposalResult = try await perform(
                    Approving.approve, decisionPayload(request), for: request)
                return APIResponse(json: result.json)
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
                summary: "Withdraws one's own request, or removes a schedule", access: .role(.viewer),
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

    private func decisionPayload(_ request: APIRequest) throws -> DecisionPayload {
        let body = request.body.isEmpty ? [:] : try request.object()
        return try DecisionPayload(
            program: request.parameter("program"), request: request.parameter("request"),
            comment: body.textIfPresent("comment") ?? "", seen: body.timeIfPresent("change"))
    }
}
