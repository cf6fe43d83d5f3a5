package import FiresteelDatabase

/// Reads and writes accounts and roles within a transaction.
package struct AccountTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// Whether there is an account.
    package func isEmpty() throws -> Bool { try database.query("SELECT id FROM accounts LIMIT 1").isEmpty }

    /// Returns all accounts that can be read, by name.
    package func all() throws -> [Account] { try stored().values }

    /// Returns all accounts, by name, and the damage of those that can't be read.
    package func stored() throws -> StoredRows<Account> {
        StoredTable.accounts.read(try database.query("SELECT * FROM accounts ORDER BY name, email"), Self.account)
    }

    /// Returns an account by its identifier.
    package func account(_ id: String) throws -> Account? {
        try database.query("SELECT * FROM accounts WHERE id = ?", [.text(id)]).first.map(Self.named)
    }

    /// Returns an account by its identifier, or the damage of its row.
    package func stored(_ id: String) throws -> StoredRows<Account> {
        StoredTable.accounts.read(
            try database.query("SELECT * FROM accounts WHERE id = ?", [.text(id)]), Self.account)
    }

    /// Returns an account by its address.
    package func account(email: String) throws -> Account? {
        try database.query("SELECT * FROM accounts WHERE email = ?", [.text(Self.normalized(email))])
            .first.map(Self.named)
    }

    /// Returns an account by its address, or the damage of its row.
    package func stored(email: String) throws -> StoredRows<Account> {
        StoredTable.accounts.read(
            try database.query("SELECT * FROM accounts WHERE email = ?", [.text(Self.normalized(email))]), Self.account)
    }

    /// Returns an account by its identity at the OpenID Connect provider.
    package func account(subject: String) throws -> Account? {
        try database.query("SELECT * FROM accounts WHERE subject = ?", [.text(subject)]).first.map(Self.named)
    }

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

    /// Removes an account, with its roles, sessions, second factor and password link.
    package func remove(_ id: String) throws {
        for table in ["roles", "sign_ins", "recovery_codes", "second_factors", "password_resets"] {
            _ = try database.execute("DELETE FROM \(table) WHERE account = ?", [.text(id)])
        }
        _ = try database.execute("DELETE FROM accounts WHERE id = ?", [.text(id)])
    }

    /// Whether an administrator other than an account can sign in, which one whose row is damaged can't.
    package func hasAdministrator(besides account: String) throws -> Bool {
        try database.query(
            "SELECT * FROM accounts WHERE is_administrator = 1 AND is_disabled = 0 AND id <> ?", [.text(account)]
        ).contains { (try? Self.account($0)) != nil }
    }

    /// Returns the rights of an account by program.
    ///
    /// A role that can't be read gives no rights.
    package func memberships(of account: String) throws -> [String: Membership] {
        try storedMemberships(of: account).readable
    }

    /// Returns the rights of an account by program, and the roles that can't be read, which give none.
    package func storedMemberships(
        of account: String
    ) throws -> (readable: [String: Membership], damaged: [DamagedRow]) {
        Self.memberships(try database.query("SELECT * FROM roles WHERE account = ?", [.text(account)]), by: "program")
    }

    /// Returns the rights of all accounts in a program, and the roles that can't be read, which give none.
    package func storedMembers(
        of program: String
    ) throws -> (readable: [String: Membership], damaged: [DamagedRow]) {
        Self.memberships(try database.query("SELECT * FROM roles WHERE program = ?", [.text(program)]), by: "account")
    }

    private static func memberships(
        _ rows: [DatabaseRow], by column: String
    ) -> (readable: [String: Membership], damaged: [DamagedRow]) {
        let stored = StoredTable.roles.read(rows) { row in (try row.text(column), try Self.membership(row)) }
        return (Dictionary(stored.values, uniquingKeysWith: { first, _ in first }), stored.damaged)
    }

    /// Whether an account has a role in a program, also one that can't be read.
    package func hasRole(_ account: String, in program: String) throws -> Bool {
        try !database.query(
            "SELECT account FROM roles WHERE account = ? AND program = ?", [.text(account), .text(program)]
        ).isEmpty
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

    private static func named(_ row: DatabaseRow) throws -> Account { try StoredTable.accounts.read(row, Self.account) }

    static func account(_ row: DatabaseRow) throws -> Account {
        // Any other number than 0 and 1 is damage, which must not make an administrator.
        try Account(
            id: row.text("id"), email: row.text("email"), name: row.text("name"), password: row.text("password"),
            subject: row.textIfPresent("subject"), isAdministrator: row.bool("is_administrator"),
            isDisabled: row.bool("is_disabled"), created: row.int64("created"), lastSeen: row.int64("last_seen"))
    }

    static func membership(_ row: DatabaseRow) throws -> Membership {
        try Membership(role: row.text("role"), environments: row.text("environments"))
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
