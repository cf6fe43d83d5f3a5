import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    /// Reading flags and segments, and evaluating them.
    var itemEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/items", id: "listItems",
                summary: "Returns all flags, targetings and segments of a program, with a validator",
                access: .role(.viewer), response: "Items"
            ) { request in
                let state: ProgramState = try await perform(
                    FlagReading.list, ProgramPayload(program: request.parameter("program")), for: request)
                let document = try await server.documents.document(
                    of: state, server.snapshots.diagnostics(of: state),
                    weekAgo: lastChange(of: state.program.id, daysAgo: 7))
                let fields: HTTPFields = [.eTag: document.tag]
                if EntityTags.contain(document.tag, in: request.fields[.ifNoneMatch]) {
                    return APIResponse(status: .notModified, fields: fields)
                }
                return APIResponse(json: document.bytes, fields: fields)
            },
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/flags/{flag}", id: "getFlag",
                summary: "Returns a flag, its targetings, and the segments of the program", access: .role(.viewer),
                response: "Items"
            ) { request in
                let state: ProgramState = try await perform(
                    FlagReading.list, ProgramPayload(program: request.parameter("program")), for: request)
                let flag = request.parameter("flag")
                guard state.items[ItemKey(.flag, flag)] != nil else {
                    throw APIError.notFound("There is no flag “\(flag)”.")
                }
                let diagnostics = server.snapshots.diagnostics(of: state)
                return APIResponse(json: state.itemsJSON(diagnostics) { $0.kind == .segment || $0.name == flag })
            },
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/flags/{flag}/definition", id: "getFlagDefinition",
                summary: "Returns a flag in flagd's format, with the segments that it needs", access: .role(.viewer),
                query: [.init(name: "environment", description: "The environment")], response: "Object"
            ) { request in
                let state: ProgramState = try await perform(
                    FlagReading.list, ProgramPayload(program: request.parameter("program")), for: request)
                return try APIResponse(json: definition(request, state))
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/environments/{environment}/trials", id: "tryFlag",
                summary: "Evaluates a flag for a context, now or at an earlier moment, and explains the result",
                access: .role(.viewer),
                request: Schema.object([
                    "flag": Schema.string, "context": ["type": "object"], "time": Schema.optional(Schema.integer),
                    "edits": Schema.optional(Schema.list(Schema.named("Edit"))),
                ]), response: "Trial", bodyLimit: 1 << 20
            ) { request in
                let result: TryResult = try await perform(FlagReading.tryFlag, tryPayload(request), for: request)
                return APIResponse(json: result.json)
            },
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/export", id: "exportFlags",
                summary: "Exports all flags, targetings and segments as a file", access: .role(.viewer),
                response: "Export"
            ) { request in
                let state: ProgramState = try await perform(
                    FlagReading.exportFlags, ProgramPayload(program: request.parameter("program")), for: request)
                var response = APIResponse(json: FlagFile(state).json)
                response.fields[.contentDisposition] = "attachment; filename=\"\(state.program.id)-flags.json\""
                return response
            },
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/connections", id: "listConnections",
                summary: "Counts the running programs by environment, version and revision", access: .role(.viewer),
                response: "Connections"
            ) { request in
                let counts: [ConnectedCount] = try await perform(
                    FlagReading.listConnections, ProgramPayload(program: request.parameter("program")), for: request)
                return APIResponse(json: ["connections": .array(counts.map(\.json))])
            },
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/events", id: "followProgram",
                summary:
                    "Sends a line of JSON when a change takes effect, or requests or connections change, until the client leaves",
                access: .role(.viewer), response: "Lines"
            ) { request in
                let events: ProgramEvents = try await perform(
                    FlagReading.follow, ProgramPayload(program: request.parameter("program")), for: request)
                return APIResponse(
                    fields: [.contentType: "application/jsonl", .accelBuffering: "no"], body: .stream(events))
            },
        ]
    }

    /// Returns the number of the last change that is at least some days old, 0 without any.
    private func lastChange(of program: String, daysAgo days: Int64) async throws -> Int64 {
        let time = server.clock.now() - days * 86_400_000
        return try await server.database.read { try ChangeTable($0, program: program).lastChange(at: time) }
    }

    private func definition(_ request: APIRequest, _ state: ProgramState) throws -> FlagValue {
        let flag = request.parameter("flag")
        let environment = request.query["environment"] ?? ""
        guard state.items[ItemKey(.flag, flag)] != nil else { throw APIError.notFound("There is no flag “\(flag)”.") }
        guard state.program.environments.contains(where: { $0.id == environment }) else {
            throw APIError.invalid("Name an environment of the program.")
        }
        do {
            return try StateValidation.definition(of: flag, in: state, environment: environment)
        } catch let error as FlagDocumentError {
            throw APIError.invalid("\(error)")
        }
    }

    private func tryPayload(_ request: APIRequest) throws -> TryPayload {
        let body = try request.object()
        let context: EvaluationContext
        do {
            context = try EvaluationContext(body["context"] ?? [:])
        } catch {
            throw APIError.malformed(error.message)
        }
        var edits: [Edit] = []
        if case .array(let list)? = body["edits"] { edits = try list.map { try Edit(json: $0) } }
        return try TryPayload(
            program: request.parameter("program"), environment: request.parameter("environment"),
            flag: body.text("flag"), context: context, time: body.timeIfPresent("time"), edits: edits)
    }
}

extension TryResult {
    /// The result, as programs receive it, with the steps that lead to it.
    var json: FlagValue {
        var members: [String: FlagValue] = [
            "reason": .string(evaluation.reason.rawValue), "change": .int(Int(change)),
            "isOfAnotherFlag": .bool(isOfAnotherFlag),
            "variant": evaluation.variant.map { .string($0) } ?? .null,
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
