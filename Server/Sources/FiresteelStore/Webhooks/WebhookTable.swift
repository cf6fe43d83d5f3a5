package import FiresteelDatabase

/// Reads and writes webhooks within a transaction.
package struct WebhookTable {
    private let database: any DatabaseConnection

    /// The time for which the secret before a rotation signs as well, in milliseconds: 24 hours.
    package static let overlap: Int64 = 86_400_000
    /// The most webhooks of a program.
    package static let limit = 20

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// The settings of a webhook that a person makes.
    package struct Draft: Sendable {
        package var name: String
        package var address: String
        package var events: Set<WebhookEventType>
        package var environments: Set<String>?

        package init(name: String, address: String, events: Set<WebhookEventType>, environments: Set<String>?) {
            self.name = name
            self.address = address
            self.events = events
            self.environments = environments
        }
    }

    /// Creates a webhook with a new secret.
    package func create(_ draft: Draft, of program: String, by author: String, time: Int64) throws -> Webhook {
        let count = try database.query("SELECT COUNT(*) AS n FROM webhooks WHERE program = ?", [.text(program)])
            .first?.int("n")
        guard count ?? 0 < Self.limit else {
            throw StoreError.invalid("A program has at most \(Self.limit) webhooks. Delete one first.")
        }
        let webhook = Webhook(
            id: Identifier.random(), program: program, name: draft.name, address: draft.address, events: draft.events,
            environments: draft.environments, state: .enabled, secret: WebhookSecret(), previousSecret: nil,
            previousUntil: 0, created: time, createdBy: author)
        _ = try database.execute(
            """
            INSERT INTO webhooks
            (id, program, name, address, events, environments, state, secret, previous_secret, previous_until, created,
             created_by)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', 0, ?, ?)
            """,
            [
                .text(webhook.id), .text(program), .text(webhook.name), .text(webhook.address),
                .text(Self.text(draft.events)), .text(Self.text(draft.environments)),
                .text(webhook.state.rawValue), .text(webhook.secret.text), .int(time), .text(author),
            ])
        _ = try database.execute(
            "INSERT INTO webhook_health (webhook, failing_since, paused_until, last_success) VALUES (?, NULL, 0, NULL)",
            [.text(webhook.id)])
        return webhook
    }

    /// Returns a webhook of a program.
    package func webhook(_ id: String, of program: String) throws -> Webhook? {
        try database.query("SELECT * FROM webhooks WHERE id = ? AND program = ?", [.text(id), .text(program)])
            .first.map(Self.webhook)
    }

    package func webhook(_ id: String) throws -> Webhook? {
        try database.query("SELECT * FROM webhooks WHERE id = ?", [.text(id)]).first.map(Self.webhook)
    }

    /// Returns the webhooks of a program with the results of their attempts, by name.
    ///
    /// One that can't be read is left out, so that the others can be managed.
    package func all(of program: String) throws -> [(webhook: Webhook, health: WebhookHealth)] {
        var pending: [String: Int64] = [:]
        for row in try database.query(
            """
            SELECT d.webhook AS webhook, COUNT(*) AS n FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook
            WHERE w.program = ? AND d.state = 'pending' GROUP BY d.webhook
            """, [.text(program)])
        {
            pending[try row.text("webhook")] = try row.int64("n")
        }
        let rows = try database.query(
            """
            SELECT w.*, h.failing_since, h.paused_until, h.last_success
            FROM webhooks w LEFT JOIN webhook_health h ON h.webhook = w.id
            WHERE w.program = ? ORDER BY w.name, w.id
            """, [.text(program)])
        return try rows.compactMap { row in
            guard let webhook = try? Self.webhook(row) else { return nil }
            let health = try WebhookHealth(
                failingSince: row.int64IfPresent("failing_since"),
                pausedUntil: row.int64IfPresent("paused_until") ?? 0,
                lastSuccess: row.int64IfPresent("last_success"), pending: pending[webhook.id] ?? 0)
            return (webhook, health)
        }
    }

    /// Stores a person's settings.
    package func update(_ id: String, to draft: Draft) throws {
        _ = try database.execute(
            "UPDATE webhooks SET name = ?, address = ?, events = ?, environments = ? WHERE id = ?",
            [
                .text(draft.name), .text(draft.address), .text(Self.text(draft.events)),
                .text(Self.text(draft.environments)), .text(id),
            ])
    }

    /// Creates another secret and returns it; the earlier one signs as well for 24 hours.
    package func rotateSecret(of webhook: Webhook, time: Int64) throws -> WebhookSecret {
        let secret = WebhookSecret()
        _ = try database.execute(
            "UPDATE webhooks SET secret = ?, previous_secret = ?, previous_until = ? WHERE id = ?",
            [.text(secret.text), .text(webhook.secret.text), .int(time + Self.overlap), .text(webhook.id)])
        return secret
    }

    /// Sets whether events are sent, and returns whether that differs from before.
    ///
    /// Enabling forgets earlier failures, so that a webhook that was disabled for them isn't disabled again by the next one.
    package func set(_ state: Webhook.State, of id: String) throws -> Bool {
        let rows = try database.execute(
            "UPDATE webhooks SET state = ? WHERE id = ? AND state <> ?",
            [.text(state.rawValue), .text(id), .text(state.rawValue)])
        if rows == 1, state == .enabled {
            _ = try database.execute(
                "UPDATE webhook_health SET failing_since = NULL, paused_until = 0 WHERE webhook = ?", [.text(id)])
        }
        return rows == 1
    }

    /// Disables a webhook whose receiver doesn't accept messages, and returns whether it was enabled.
    package func disable(_ id: String, as state: Webhook.State) throws -> Bool {
        try database.execute(
            "UPDATE webhooks SET state = ? WHERE id = ? AND state = 'enabled'", [.text(state.rawValue), .text(id)]) == 1
    }

    /// Deletes a webhook with its deliveries.
    package func delete(_ id: String) throws {
        for statement in [
            "DELETE FROM webhook_deliveries WHERE webhook = ?", "DELETE FROM webhook_health WHERE webhook = ?",
            "DELETE FROM webhooks WHERE id = ?",
        ] {
            _ = try database.execute(statement, [.text(id)])
        }
    }

    private static func text(_ events: Set<WebhookEventType>) -> String {
        events.map(\.rawValue).sorted().joined(separator: " ")
    }

    private static func text(_ environments: Set<String>?) -> String {
        environments?.sorted().joined(separator: " ") ?? ""
    }

    private static func webhook(_ row: DatabaseRow) throws -> Webhook {
        guard let state = Webhook.State(rawValue: try row.text("state")),
            let secret = WebhookSecret(try row.text("secret"))
        else { throw StoreError.damaged("The webhook \(try row.text("id")) can't be read.") }
        let environments = try row.text("environments").split(separator: " ").map(String.init)
        return try Webhook(
            id: row.text("id"), program: row.text("program"), name: row.text("name"), address: row.text("address"),
            // Types of a later version are left out.
            events: Set(row.text("events").split(separator: " ").compactMap { WebhookEventType(rawValue: String($0)) }),
            environments: environments.isEmpty ? nil : Set(environments), state: state, secret: secret,
            previousSecret: WebhookSecret(row.text("previous_secret")), previousUntil: row.int64("previous_until"),
            created: row.int64("created"), createdBy: row.text("created_by"))
    }
}
