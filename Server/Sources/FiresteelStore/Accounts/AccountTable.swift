package import FiresteelDatabase

/// Reads and writes accounts and roles within a transaction.
package struct AccountTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// Whether there is an account.
    package func isEmpty() throws -> Bool { try database.query("SELECT id FROM accounts LIMIT 1").isEmpty }

    /// Returns all accounts, by name.
    package func all() throws -> [Account] {
        try database.query("SELECT * FROM accounts ORDER BY name, email").map(Self.account)
    }

    /// Returns an account by its identifier.
    package func account(_ id: String) throws -> Account? {
        try database.query("SELECT * FROM accounts WHERE id = ?", [.text(id)]).first.map(Self.account)
    }

    /// Returns an account by its address.
    package func account(email: String) throws -> Account? {
        try database.query("SELECT * FROM accounts WHERE email = ?", [.text(Self.normalized(email))])
            .first.map(Self.account)
    }

    /// Returns an account by its identity at the OpenID Connect provider.
    package func account(subject: String) throws -> Account? {
        try database.query("SELECT * FROM accounts WHERE subject = ?", [.text(subject)]).first.map(Self.account)
    }

    /// Creates an account.
    package func create(
        email: String, name: String, password: String, subject: String? = nil, isAdministrator: Bool, time: Int64
    ) throws -> Account {
        let email = Self.normalized(email)
        guard Self.isAddress(email) else {
            throw StoreError.invalid("“\(email)” is not an email address. Enter one such as mara@example.com.")
        }
        let name = name.trimmed
        guard (1...100).contains(name.count) else { throw StoreError.invalid("Enter a name of 1 to 100 characters.") }
        guard try account(email: email) == nil else {
            throw StoreError.exists("There is an account with this address already.")
        }
        let account = Account(
            id: Identifier.random(), email: email, name: name, password: password, subject: subject,
            isAdministrator: isAdministrator, isDisabled: false, created: time, lastSeen: 0)
        _ = try database.execute(
            """
            INSERT INTO accounts
            (id, email, name, password, subject, is_administrator, is_disabled, created, last_seen)
            VALUES (?, ?, ?, ?, ?, ?, 0, ?, 0)
            """,
            [
                .text(account.id), .text(email), .text(name), .text(password), subject.map { .text($0) } ?? .null,
                .int(isAdministrator ? 1 : 0), .int(time),
            ])
        return account
    }

    /// Stores an account's changeable values.
    package func update(_ account: Account) throws {
        _ = try database.execute(
            """
            UPDATE accounts SET email = ?, name = ?, password = ?, subject = ?, is_administrator = ?, is_disabled = ?
            WHERE id = ?
            """,
            [
                .text(account.email), .text(account.name), .text(account.password),
                account.subject.map { .text($0) } ?? .null, .int(account.isAdministrator ? 1 : 0),
                .int(account.isDisabled ? 1 : 0), .text(account.id),
            ])
    }

    /// Whether an administrator other than an account can sign in.
    package func hasAdministrator(besides account: String) throws -> Bool {
        try !database.query(
            "SELECT id FROM accounts WHERE is_administrator = 1 AND is_disabled = 0 AND id <> ? LIMIT 1",
            [.text(account)]
        ).isEmpty
    }

    /// Returns the rights of an account by program.
    package func memberships(of account: String) throws -> [String: Membership] {
        var memberships: [String: Membership] = [:]
        for row in try database.query("SELECT * FROM roles WHERE account = ?", [.text(account)]) {
            memberships[try row.text("program")] = try Membership(
                role: row.text("role"), environments: row.text("environments"))
        }
        return memberships
    }

    /// Returns the rights of all accounts in a program.
    package func members(of program: String) throws -> [String: Membership] {
        var members: [String: Membership] = [:]
        for row in try database.query("SELECT * FROM roles WHERE program = ?", [.text(program)]) {
            members[try row.text("account")] = try Membership(
                role: row.text("role"), environments: row.text("environments"))
        }
        return members
    }

    /// Sets the rights of an account in a program, or removes them.
    package func set(_ membership: Membership?, of account: String, in program: String) throws {
        guard let membership else {
            _ = try database.execute(
                "DELETE FROM roles WHERE account = ? AND program = ?", [.text(account), .text(program)])
            return
        }
        _ = try database.execute(
            """
            INSERT INTO roles (account, program, role, environments) VALUES (?, ?, ?, ?)
            ON CONFLICT (account, program) DO UPDATE SET role = excluded.role, environments = excluded.environments
            """,
            [.text(account), .text(program), .text(membership.role.rawValue), .text(membership.stored)])
    }

    /// Returns an address as it is stored and compared.
    package static func normalized(_ email: String) -> String { email.trimmed.lowercased() }

    private static func isAddress(_ email: String) -> Bool {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty && email.utf8.count <= 254
            && email.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    }

    private static func account(_ row: DatabaseRow) throws -> Account {
        try Account(
            id: row.text("id"), email: row.text("email"), name: row.text("name"), password: row.text("password"),
            subject: row.textIfPresent("subject"), isAdministrator: row.int64("is_administrator") != 0,
            isDisabled: row.int64("is_disabled") != 0, created: row.int64("created"), lastSeen: row.int64("last_seen"))
    }
}

extension String {
    /// The text without spaces and line feeds at its ends.
    var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
