package import FiresteelDatabase

/// An invitation of a person to a program.
package struct Invitation: Sendable {
    package let hash: String
    package let program: String
    package let membership: Membership
    package let email: String
    package let created: Int64
    package let createdBy: String
    package let expires: Int64

    package init(
        hash: String, program: String, membership: Membership, email: String, created: Int64, createdBy: String,
        expires: Int64
    ) {
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

    /// Stores an invitation.
    package func add(_ invitation: Invitation) throws {
        _ = try database.execute(
            """
            INSERT INTO invitations (hash, program, role, environments, email, created, created_by, expires)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(invitation.hash), .text(invitation.program), .text(invitation.membership.role.rawValue),
                .text(invitation.membership.stored), .text(invitation.email), .int(invitation.created),
                .text(invitation.createdBy), .int(invitation.expires),
            ])
    }

    /// Removes and returns an invitation that is still valid: a code works once.
    package func take(_ hash: String, at time: Int64) throws -> Invitation? {
        guard let row = try database.query("SELECT * FROM invitations WHERE hash = ?", [.text(hash)]).first else {
            return nil
        }
        guard try database.execute("DELETE FROM invitations WHERE hash = ?", [.text(hash)]) == 1 else { return nil }
        let invitation = try Invitation(
            hash: row.text("hash"), program: row.text("program"),
            membership: Membership(role: row.text("role"), environments: row.text("environments")),
            email: row.text("email"), created: row.int64("created"), createdBy: row.text("created_by"),
            expires: row.int64("expires"))
        return invitation.expires > time ? invitation : nil
    }

    /// Returns the invitations of a program that are still valid.
    package func all(of program: String, at time: Int64) throws -> [Invitation] {
        try database.query(
            "SELECT * FROM invitations WHERE program = ? AND expires > ? ORDER BY created DESC",
            [.text(program), .int(time)]
        ).map { row in
            try Invitation(
                hash: row.text("hash"), program: row.text("program"),
                membership: Membership(role: row.text("role"), environments: row.text("environments")),
                email: row.text("email"), created: row.int64("created"), createdBy: row.text("created_by"),
                expires: row.int64("expires"))
        }
    }
}
