import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    /// Invitations that were not used yet, and the access log.
    var accessEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/invitations", id: "listInvitations",
                summary: "Lists the invitations that can still be used", access: .role(.viewer),
                response: "Invitations"
            ) { request in
                let invitations: [Invitation] = try await perform(
                    Administration.listInvitations, ProgramPayload(program: request.parameter("program")),
                    for: request)
                return APIResponse(json: ["invitations": .array(invitations.map(\.json))])
            },
            Endpoint(
                method: .delete, path: "\(Self.root)/programs/{program}/invitations/{invitation}",
                id: "revokeInvitation", summary: "Revokes an invitation", access: .role(.viewer), response: nil,
                status: .noContent
            ) { request in
                let _: Void = try await perform(
                    Administration.revokeInvitation,
                    InvitationRevocationPayload(
                        program: request.parameter("program"), invitation: request.parameter("invitation")),
                    for: request)
                return .empty
            },
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/access-log", id: "readAccessLog",
                summary: "Lists the events of access to a program, the newest first", access: .role(.viewer),
                query: Self.accessLogQuery, response: "AccessLog"
            ) { request in
                let page: AccessLogPage = try await perform(
                    Administration.readAccessLog, accessLogPayload(request), for: request)
                return APIResponse(json: page.json)
            },
            Endpoint(
                method: .get, path: "\(Self.root)/access-log", id: "readWholeAccessLog",
                summary: "Lists the events of access to all programs, and of signing in, the newest first",
                access: .administrator, query: Self.accessLogQuery, response: "AccessLog"
            ) { request in
                let page: AccessLogPage = try await perform(
                    Installation.readWholeAccessLog, accessLogPayload(request), for: request)
                return APIResponse(json: page.json)
            },
        ]
    }

    private static let accessLogQuery: [Endpoint.Parameter] = [
        .init(name: "before", description: "Only entries before this number", schema: Schema.integer),
        .init(
            name: "limit", description: "The most entries to return, 50 by default",
            schema: ["type": "integer", "minimum": 1, "maximum": 200]),
    ]

    private func accessLogPayload(_ request: APIRequest) throws(APIError) -> AccessLogPayload {
        AccessLogPayload(
            program: request.parameter("program"),
            before: Int64(try request.int("before", in: 0...Int.max, default: .max)),
            limit: try request.int("limit", in: 1...200, default: 50))
    }
}

extension Invitation {
    /// The invitation, without its code.
    var json: FlagValue {
        [
            "id": .string(id), "email": .string(email), "role": .string(membership.role.rawValue),
            "environments": membership.environments.map { .array($0.sorted().map { .string($0) }) } ?? .null,
            "created": .int(Int(created)), "createdBy": .string(createdBy), "expires": .int(Int(expires)),
        ]
    }
}

extension AccessLogPage {
    /// The page.
    var json: FlagValue { ["entries": .array(entries.map(\.json)), "next": .int(Int(next))] }
}

extension AccessLogEntry {
    /// The entry.
    var json: FlagValue {
        [
            "number": .int(Int(number)), "time": .int(Int(time)), "program": .string(program),
            "event": .string(event), "actor": .string(actor), "actorName": .string(actorName),
            "details": .string(details),
        ]
    }
}
