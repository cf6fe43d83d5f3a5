import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    /// Programs and environments.
    var programEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .post, path: "\(Self.root)/programs", id: "createProgram", summary: "Creates a program",
                access: .administrator, request: Schema.object(["id": Schema.string, "name": Schema.string]),
                response: "Program", status: .created
            ) { request in
                let body = try request.object()
                let program: Program = try await perform(
                    Installation.createProgram,
                    ProgramNamePayload(program: body.text("id"), name: name(in: body)), for: request)
                return APIResponse(status: .created, json: program.json)
            },
            Endpoint(
                method: .put, path: "\(Self.root)/programs/{program}", id: "renameProgram",
                summary: "Changes the name of a program", access: .role(.viewer),
                request: Schema.object(["name": Schema.string]), response: nil, status: .noContent
            ) { request in
                let _: Void = try await perform(
                    Administration.renameProgram,
                    ProgramNamePayload(program: request.parameter("program"), name: name(in: request.object())),
                    for: request)
                return .empty
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/environments", id: "addEnvironment",
                summary: "Adds an environment", access: .role(.viewer), request: Self.environmentSchema(withID: true),
                response: nil, status: .noContent
            ) { request in
                let body = try request.object()
                let _: Void = try await perform(
                    Administration.addEnvironment, environment(request, body, id: body.text("id")), for: request)
                return .empty
            },
            Endpoint(
                method: .put, path: "\(Self.root)/programs/{program}/environments/{environment}",
                id: "updateEnvironment", summary: "Changes name and protection of an environment",
                access: .role(.viewer), request: Self.environmentSchema(withID: false), response: nil,
                status: .noContent
            ) { request in
                let body = try request.object()
                let _: Void = try await perform(
                    Administration.updateEnvironment,
                    environment(request, body, id: request.parameter("environment")), for: request)
                return .empty
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/environments/{environment}/removal",
                id: "removeEnvironment",
                summary: "Removes an environment with its rules and tokens; “name” is its name, as a confirmation",
                access: .role(.viewer), request: Schema.object(["name": Schema.string]), response: nil,
                status: .noContent
            ) { request in
                let _: Void = try await perform(
                    Administration.removeEnvironment,
                    EnvironmentRemovalPayload(
                        program: request.parameter("program"), environment: request.parameter("environment"),
                        name: request.object().text("name")), for: request)
                return .empty
            },
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/retention", id: "getRetention",
                summary: "Returns for how many days the server stores what programs send, and how much of it",
                access: .role(.viewer), response: "Retention"
            ) { request in
                let retention: InsightRetention = try await perform(
                    InsightReading.showRetention, ProgramPayload(program: request.parameter("program")), for: request)
                return APIResponse(json: retention.json)
            },
        ]
    }

    private static func environmentSchema(withID: Bool) -> FlagValue {
        var properties: [String: FlagValue] = [
            "name": Schema.string,
            "protection": Schema.word(ProgramEnvironment.Protection.allCases.map(\.rawValue)),
        ]
        if withID { properties["id"] = Schema.string }
        return Schema.object(properties)
    }

    /// Returns the name of a program or environment.
    private func name(in body: [String: FlagValue]) throws(APIError) -> String {
        try ShownName.checked(body.text("name"))
    }

    private func environment(
        _ request: APIRequest, _ body: [String: FlagValue], id: String
    ) throws(APIError) -> EnvironmentPayload {
        let name = try name(in: body)
        guard let protection = ProgramEnvironment.Protection(rawValue: try body.text("protection")) else {
            throw .malformed("“protection” has to be none, reason or approval.")
        }
        return EnvironmentPayload(
            program: request.parameter("program"), environment: id, name: name, protection: protection)
    }
}
