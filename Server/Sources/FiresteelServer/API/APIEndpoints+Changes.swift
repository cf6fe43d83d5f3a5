import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    /// Proposing, previewing, listing and reverting changes.
    var changeEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/changes", id: "listChanges",
                summary: "Lists changes, the newest first; large ones without the values of their items",
                access: .role(.viewer),
                query: [
                    .init(name: "before", description: "Only changes before this number", schema: Schema.integer),
                    .init(
                        name: "limit", description: "The most changes to return, 50 by default",
                        schema: ["type": "integer", "minimum": 1, "maximum": 200]),
                    .init(name: "environment", description: "Only changes of this environment"),
                    .init(name: "item", description: "Only changes of this flag or segment"),
                    .init(name: "text", description: "Only changes whose author, reason or items contain this text"),
                    .init(name: "author", description: "Only changes of the person or token with this name"),
                    .init(
                        name: "source", description: "Only changes that were made this way",
                        schema: ["type": "string", "enum": .array(Author.Source.allCases.map { .string($0.rawValue) })]),
                    .init(
                        name: "since", description: "Only changes from this time on, in milliseconds since 1970",
                        schema: Schema.integer),
                ], response: "Changes"
            ) { request in
                let page: ListChanges.Page = try await perform(
                    FlagReading.listChanges,
                    ChangesPayload(
                        program: request.parameter("program"),
                        before: Int64(request.int("before", in: 0...Int.max, default: .max)),
                        limit: request.int("limit", in: 1...200, default: 50),
                        filter: ChangeFilter(
                            environment: request.query["environment"], item: request.query["item"],
                            text: request.query["text"], author: request.query["author"], source: source(request),
                            since: Int64(request.int("since", in: 0...Int.max, default: 0)))), for: request)
                let segments = try await segmentNames(for: request)
                return APIResponse(
                    json: [
                        "changes": .array(page.changes.map { $0.json(naming: segments) }),
                        "damaged": .array(page.damaged.map { .int(Int($0)) }), "next": .int(Int(page.next)),
                    ])
            },
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/changes/{number}", id: "getChange",
                summary: "Returns a change", access: .role(.viewer), response: "Change"
            ) { request in
                let entry: ListChanges.Entry = try await perform(
                    FlagReading.showChange,
                    ChangePayload(program: request.parameter("program"), number: number(request)), for: request)
                return try await APIResponse(json: entry.json(naming: segmentNames(for: request)))
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/changes", id: "proposeChange",
                summary: "Changes flags and segments, or requests the change where it needs an approval",
                access: .role(.viewer), request: Schema.named("Proposal"), response: "ProposalResult",
                bodyLimit: 8 << 20
            ) { request in
                let result: ProposalResult = try await perform(
                    FlagEditing.propose, proposal(request), for: request)
                return try await APIResponse(json: result.json(naming: segmentNames(for: request)))
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/changes/preview", id: "previewChange",
                summary: "Returns what a change would do, and writes nothing", access: .role(.viewer),
                request: Schema.named("Proposal"), response: "Preview", bodyLimit: 8 << 20
            ) { request in
                let preview: ProposalPreview = try await perform(
                    FlagReading.previewChange, proposal(request), for: request)
                return try await APIResponse(json: preview.json(naming: segmentNames(for: request)))
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
                let segments = try await segmentNames(for: request)
                return APIResponse(
                    json: [
                        "preview": result.preview?.json(naming: segments) ?? .null,
                        "later": .array(result.later.map(\.json)),
                        "result": result.result?.json(naming: segments) ?? .null,
                    ])
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/imports", id: "importFlags",
                summary: "Imports flags from a file into one environment, as one change; the format is detected",
                access: .role(.viewer),
                query: [
                    .init(name: "environment", description: "The environment that gets the file's rules"),
                    .init(
                        name: "format", description: "The format, instead of the detected one",
                        schema: Schema.word(ImportFormat.allCases.map(\.rawValue))),
                    .init(
                        name: "source",
                        description: "The environment of the file, if it has several (Unleash)"),
                    .init(name: "id", description: "The identifier of the change"),
                    .init(name: "reason", description: "The reason"),
                    .init(name: "preview", description: "1 to write nothing"),
                    .init(
                        name: "exact",
                        description: "1 to remove what an export lacks, or archive the flags that another file lacks"),
                ], request: ["type": "object"], response: "Import", bodyLimit: 8 << 20
            ) { request in
                let result: ImportFlags.Result = try await perform(
                    FlagEditing.importFlags,
                    ImportPayload(
                        program: request.parameter("program"),
                        file: ImportFile(
                            bytes: request.body, format: try request.query["format"].map(ImportFormat.named),
                            environment: request.query["environment"] ?? "", source: request.query["source"],
                            isExact: request.query["exact"] == "1"),
                        id: request.query["id"] ?? Identifier.random(), reason: request.query["reason"] ?? "",
                        isPreview: request.query["preview"] == "1"), for: request)
                let segments = try await segmentNames(for: request)
                return APIResponse(
                    json: [
                        "format": result.format.map { .string($0.rawValue) } ?? .null,
                        "preview": result.preview?.json(naming: segments) ?? .null,
                        "diagnostics": .array(result.diagnostics.map(\.json)),
                        "result": result.result?.json(naming: segments) ?? .null,
                    ])
            },
        ]
    }

    /// Returns the names of the segments of a request's program.
    func segmentNames(for request: APIRequest) async throws -> [String: FlagSegment] {
        try await server.changes.state(of: request.parameter("program"))?.segmentNames ?? [:]
    }

    private func source(_ request: APIRequest) throws(APIError) -> Author.Source? {
        guard let text = request.query["source"] else { return nil }
        guard let source = Author.Source(rawValue: text) else {
            let known = Author.Source.allCases.map(\.rawValue).joined(separator: ", ")
            throw .malformed("“\(text.prefix(50))” isn't a source of changes. Use one of \(known).")
        }
        return source
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
}
