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
                    NewProgramPayload(program: body.text("id"), name: body.text("name")), for: request)
                return APIResponse(status: .created, json: program.json)
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

    private func environment(
        _ request: APIRequest, _ body: [String: FlagValue], id: String
    ) throws(APIError) -> EnvironmentPayload {
        let name = try body.text("name")
        guard (1...100).contains(name.count) else { throw .invalid("Enter a name of 1 to 100 characters.") }
        guard let protection = ProgramEnvironment.Protection(rawValue: try body.text("protection")) else {
            throw .malformed("“protection” has to be none, reason or approval.")
        }
        return EnvironmentPayload(
            program: request.parameter("program"), environment: id, name: name, protection: protection)
    }
}
