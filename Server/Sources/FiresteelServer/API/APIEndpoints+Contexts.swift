import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    /// What catalogues and recent contexts say, and the comparison of unsaved edits.
    var contextEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/catalogue", id: "getCatalogue",
                summary:
                    "Returns the attributes that catalogues declare or recent contexts have, the features of the newest catalogue, and where a flag is declared",
                access: .role(.viewer),
                query: [.init(name: "flag", description: "The flag whose declarations to return")],
                response: "Catalogue"
            ) { request in
                let known: KnownNames = try await perform(
                    FlagReading.showCatalogue, ProgramPayload(program: request.parameter("program")), for: request)
                let declarations = request.query["flag"].map { known.summary.declarations(of: $0) } ?? []
                return APIResponse(
                    json: [
                        "versions": .array(
                            known.summary.versions.map {
                                ["version": .string($0.name), "received": .int(Int($0.received))]
                            }),
                        "attributes": .array(known.attributes.map(\.json)),
                        "features": .array(
                            known.summary.features.map { ["feature": .string($0.feature), "name": .string($0.name)] }),
                        "declarations": .array(
                            declarations.map {
                                [
                                    "version": .string($0.version), "file": $0.file.map { .string($0) } ?? .null,
                                    "line": $0.line.map { .int($0) } ?? .null,
                                ]
                            }),
                    ])
            },
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/cleanup", id: "findCleanup",
                summary:
                    "Lists flags that expired, that had the same value for everyone or that no session reported in the last 30 days, and those that only the program or only the server knows",
                access: .role(.viewer), response: "Cleanup"
            ) { request in
                let cleanup: Cleanup = try await perform(
                    FlagReading.findCleanup, ProgramPayload(program: request.parameter("program")), for: request)
                return APIResponse(json: cleanup.json)
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/environments/{environment}/comparisons",
                id: "compareContexts",
                summary: "Counts the recent contexts for which unsaved edits would change the result of a flag",
                access: .role(.viewer), request: Schema.object(["edits": Schema.list(Schema.named("Edit"))]),
                response: "Comparison", bodyLimit: 8 << 20
            ) { request in
                let body = try request.object()
                guard case .array(let list)? = body["edits"] else {
                    throw APIError.malformed("“edits” is missing, or isn't a list.")
                }
                let comparison: ContextComparison = try await perform(
                    FlagReading.compareContexts,
                    ComparisonPayload(
                        program: request.parameter("program"), environment: request.parameter("environment"),
                        edits: list.map { try Edit(json: $0) }), for: request)
                return APIResponse(json: comparison.json)
            },
        ]
    }
}
