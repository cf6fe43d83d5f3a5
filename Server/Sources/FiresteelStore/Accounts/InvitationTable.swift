package import FiresteelDatabase

/// An invitation of a person to a program.
package struct Invitation: Sendable {
    /// The identifier, with which it can be revoked.
    package let id: String
    package let hash: String
    package let program: String
    package let membership: Membership
    package let email: String
    package let created: Int64
    package let createdBy: String
    package let expires: Int64

    package init(
        id: String = Identifier.random(), hash: String, program: String, membership: Membership, email: String,
        created: Int64, createdBy: String, expires: Int64
    ) {
        self.id = id
        self.hash = hash
        self.program = program
        self.membership = membership
        self.email = email
        self.created = created
        self.createdBy = createdBy
        self.expires = expires
    }
}

/// Reads and writes invitations within a transaction.
package struct InvitationTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// Stores an invitation, and removes those that expired.
    package func add(_ invitation: Invitation) throws {
        _ = try database.execute("DELETE FROM invitations WHERE expires <= ?", [.int(invitation.created)])
        _ = try database.execute(
            """
            INSERT INTO invitations (hash, id, program, role, environments, email, created, created_by, expires)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(invitation.hash), .text(invitation.id), .text(invitation.program),
                .text(invitation.membership.role.rawValue), .text(invitation.membership.stored),
                .text(invitation.email), .int(invitation.created), .text(invitation.createdBy),
                .int(invitation.expires),
            ])
    }

    /// Removes and returns an invitation that is still valid: a code works once.
    package func claim(_ hash: String, at time: Int64) throws -> Invitation? {
        let invitation = try database.query("SELECT * FROM invitations WHERE hash = ?", [.text(hash)])
            .first.map(Self.invitation)
        guard let invitation, try remove(invitation) else { return nil }
        return invitation.expires > time ? invitation : nil
    }

    /// Whether an address has an invitation that is still valid.
    package func isInvited(_ email: String, at time: Int64) throws -> Bool {
        try !database.query(
            "SELECT id FROM invitations WHERE email = ? AND expires > ? LIMIT 1", [.text(email), .int(time)]
        ).isEmpty
    }

    /// Removes and returns all invitations of an address that are still valid.
    package func claim(email: String, at time: Int64) throws -> [Invitation] {
        try database.query(
            "SELECT * FROM invitations WHERE email = ? AND expires > ? ORDER BY created", [.text(email), .int(time)]
        ).map(Self.invitation).filter { try remove($0) }
    }

    /// Returns the invitations of a program that are still valid, the newest first; those that can't be read are left out and
    /// named.
    package func all(of program: String, at time: Int64) throws -> StoredRows<Invitation> {
        let rows = try database.query(
            "SELECT * FROM invitations WHERE program = ? AND expires > ? ORDER BY created DESC, id",
            [.text(program), .int(time)])
        return StoredTable.invitations.read(rows, Self.invitation)
    }

    /// Removes and returns an invitation of a program, or returns `nil` if it was used, was revoked or has expired.
    package func revoke(_ id: String, of program: String, at time: Int64) throws -> Invitation? {
        let invitation = try database.query(
            "SELECT * FROM invitations WHERE id = ? AND program = ?", [.text(id), .text(program)]
        ).first.map(Self.invitation)
        guard let invitation, try remove(invitation), invitation.expires > time else { return nil }
        return invitation
    }

    private func remove(_ invitation: Invitation) throws -> Bool {
        try database.execute("DELETE FROM invitations WHERE hash = ?", [.text(invitation.hash)]) == 1
    }

    static func invitation(_ row: DatabaseRow) throws -> Invitation {
        try Invitation(
            id: row.text("id"), hash: row.text("hash"), program: row.text("program"),
            membership: Membership(role: row.text("role"), environments: row.text("environments")),
            email: row.text("email"), created: row.int64("created"), createdBy: row.text("created_by"),
            expires: row.int64("expires"))
    }
}
