import FiresteelBase
package import FiresteelDatabase

/// Stores events within the transaction that they tell of, for the webhooks that want them.
///
/// An event is sent if and only if the transaction is committed. Without a webhook that wants it, nothing is stored.
package struct Outbox {
    private let database: any DatabaseConnection

    /// The largest data of an event, in bytes of JSON.
    private static let dataLimit = 16 << 10

    /// Creates the outbox of a transaction that writes.
    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// Stores an event for each enabled webhook that wants it, and returns their number.
    @discardableResult
    package func add(_ event: OutboxEvent) throws -> Int {
        // Only these columns. A webhook whose row is damaged receives nothing, as a verification reports, and doesn't keep a
        // change from being stored.
        let rows = try database.query(
            "SELECT id, events, environments FROM webhooks WHERE program = ? AND state = 'enabled' ORDER BY id",
            [.text(event.program)])
        let webhooks = rows.compactMap { row -> String? in
            guard let id = try? row.text("id"), let events = try? row.text("events"),
                let names = try? row.text("environments"),
                events.split(separator: " ").contains(event.type.rawValue[...])
            else { return nil }
            let environments = names.split(separator: " ").map(String.init)
            let isWanted =
                environments.isEmpty || event.environments.isEmpty
                || !Set(environments).isDisjoint(with: event.environments)
            return isWanted ? id : nil
        }
        guard !webhooks.isEmpty else { return 0 }
        let id = try store(event)
        for webhook in webhooks { _ = try deliver(id, event, to: webhook) }
        return webhooks.count
    }

    /// Stores an event for one webhook, and returns the identifier of its delivery.
    package func add(_ event: OutboxEvent, to webhook: String) throws -> String {
        try deliver(store(event), event, to: webhook)
    }

    /// Stores an event and returns its identifier, which is that of its messages.
    private func store(_ event: OutboxEvent) throws -> String {
        let id = "msg_\(Identifier.random())"
        var data = JSONValue.object(event.data).json()
        if data.utf8.count > Self.dataLimit { data = JSONValue.object(["isShortened": true]).json() }
        _ = try database.execute(
            "INSERT INTO outbox (id, program, environments, type, time, page, data) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                .text(id), .text(event.program), .text(event.environments.joined(separator: " ")),
                .text(event.type.rawValue), .int(event.time), .text(event.page), .text(data),
            ])
        return id
    }

    private func deliver(_ id: String, _ event: OutboxEvent, to webhook: String) throws -> String {
        let delivery = Identifier.random()
        _ = try database.execute(
            """
            INSERT INTO webhook_deliveries
            (id, webhook, event, program, state, created, attempts, due, holder, leased_until, last_attempt, status, answer,
             duration)
            VALUES (?, ?, ?, ?, 'pending', ?, 0, ?, '', 0, NULL, NULL, '', NULL)
            """,
            [
                .text(delivery), .text(webhook), .text(id), .text(event.program), .int(event.time), .int(event.time),
            ])
        return delivery
    }
}
