import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

/// The code of a link, which is returned once.
struct CreatedCode: Codable, NamedSchema {
    static let schemaName = "Invitation"
    let code: String
}

/// Creates an invitation, whose code is returned once.
///
/// It is valid for seven days.
struct InvitePerson: ServerOperation {
    static let description = "Invite a person"
    static let endpoint = OperationEndpoint(
        .post, "/programs/{program}/invitations", "invitePerson",
        "Creates an invitation, whose code is returned once",
        request: Schema.object(Membership.schemas.merging(["email": Schema.string]) { $1 }), status: .created)
    private static let length: Int64 = 7 * 86_400_000
    let program, email: String
    let membership: Membership

    init(_ request: APIRequest) throws {
        let body = try request.object()
        program = request.parameter("program")
        email = try body.text("email")
        membership = try Membership(body)
    }

    func describe(to summary: inout InputSummary) {
        summary.hide("Email")
        summary.add("Role", membership.role.rawValue)
    }

    func perform(_ call: ServerCall) async throws -> CreatedCode {
        let author = try call.author()
        try call.rights(in: program)
        try call.requireConfirmation("invite a person")
        let code = Secret.random()
        let now = call.now
        try await call.server.database.write { database in
            try InvitationTable(database).add(
                Invitation(
                    hash: Secret.hash(code), program: program, membership: membership,
                    email: AccountTable.normalized(email), created: now, createdBy: author.name,
                    expires: now + Self.length))
            try call.log("invited", "\(email): \(membership.role.rawValue)", in: program, database)
        }
        return CreatedCode(code: code)
    }
}

/// Lists the invitations of a program that can still be used.
struct ListInvitations: ServerOperation, Decodable {
    static let description = "List invitations"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/invitations", "listInvitations", "Lists the invitations that can still be used")
    let program: String

    /// Invitations, without their codes.
    struct Invitations: Codable {
        struct Entry: Codable {
            let id, email: String
            let created: Int64
            let createdBy: String
            let expires: Int64
        }

        let invitations: [Merged<Entry, Membership>]
    }

    func perform(_ call: ServerCall) async throws -> Invitations {
        let now = call.now
        let invitations = try await call.server.database.read { try InvitationTable($0).all(of: program, at: now) }
        call.server.damage.report(invitations.damaged)
        return Invitations(
            invitations: invitations.values.map {
                Merged(
                    .init(
                        id: $0.id, email: $0.email, created: $0.created, createdBy: $0.createdBy, expires: $0.expires),
                    $0.membership)
            })
    }
}

/// Revokes an invitation: its link no longer works.
struct RevokeInvitation: ServerOperation, Decodable {
    static let description = "Revoke an invitation"
    static let endpoint = OperationEndpoint(
        .delete, "/programs/{program}/invitations/{invitation}", "revokeInvitation", "Revokes an invitation")
    let program, invitation: String

    func perform(_ call: ServerCall) async throws {
        try call.rights(in: program)
        try await call.server.database.write { database in
            let revoked = try InvitationTable(database).revoke(invitation, of: program, at: call.now)
            guard let revoked else {
                throw StoreError.notFound("There is no such invitation. It was used or revoked, or has expired.")
            }
            try call.log("invitationRevoked", revoked.email, in: program, database)
        }
    }
}
