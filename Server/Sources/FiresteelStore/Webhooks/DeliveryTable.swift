package import FiresteelDatabase

/// Reads and writes deliveries within a transaction.
package struct DeliveryTable {
    private let database: any DatabaseConnection

    /// The time after which a webhook without success is disabled, in milliseconds: five days.
    package static let patience: Int64 = 5 * 86_400_000
    /// The time for which events and deliveries are stored, in milliseconds: 30 days.
    package static let retention: Int64 = 30 * 86_400_000
    /// The pause after a response that requests fewer messages without a time, in milliseconds.
    private static let throttle: Int64 = 5_000

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    // MARK: Sending

    /// Returns the webhooks that have a delivery that is due and not being sent.
    package func dueWebhooks(at time: Int64) throws -> [String] {
        try database.query(
            """
            SELECT w.id AS webhook FROM webhooks w JOIN webhook_health h ON h.webhook = w.id
            WHERE w.state = 'enabled' AND h.paused_until <= ? AND EXISTS
            (SELECT 1 FROM webhook_deliveries d
             WHERE d.webhook = w.id AND d.state = 'pending' AND d.due <= ? AND d.leased_until <= ?)
            """, [.int(time), .int(time), .int(time)]
        ).map { try $0.text("webhook") }
    }

    /// Returns deliveries of a webhook that are due and not being sent, the earliest first.
    ///
    /// Read in a separate transaction: many nodes read, and the one that then claims a delivery sends it.
    package func due(of webhook: String, at time: Int64, limit: Int = 8) throws -> [String] {
        try database.query(
            """
            SELECT d.id AS id FROM webhook_deliveries d
            JOIN webhooks w ON w.id = d.webhook JOIN webhook_health h ON h.webhook = d.webhook
            WHERE d.webhook = ? AND d.state = 'pending' AND d.due <= ? AND d.leased_until <= ? AND w.state = 'enabled'
            AND h.paused_until <= ? ORDER BY d.due, d.created, d.id LIMIT ?
            """, [.text(webhook), .int(time), .int(time), .int(time), .int(Int64(limit))]
        ).map { try $0.text("id") }
    }

    /// Takes the lease of a delivery and counts the attempt; `nil` if another process has it, or it is no longer due.
    ///
    /// - Parameters:
    ///   - id: The delivery.
    ///   - holder: A new identifier of the attempt.
    ///   - time: The time.
    ///   - until: The time at which the lease ends if the process doesn't.
    package func claim(_ id: String, for holder: String, at time: Int64, until: Int64) throws -> ClaimedDelivery? {
        guard
            let row = try database.query(
                """
                SELECT d.webhook AS webhook, d.attempts AS attempts, d.event AS event, o.type AS type,
                o.environments AS environments, o.time AS time, o.page AS page, o.data AS data
                FROM webhook_deliveries d JOIN outbox o ON o.id = d.event WHERE d.id = ?
                """, [.text(id)]
            ).first, let webhook = try WebhookTable(database).webhook(row.text("webhook")), webhook.state == .enabled,
            try database.execute(
                """
                UPDATE webhook_deliveries SET holder = ?, leased_until = ?, attempts = attempts + 1, last_attempt = ?
                WHERE id = ? AND state = 'pending' AND due <= ? AND leased_until <= ?
                """, [.text(holder), .int(until), .int(time), .text(id), .int(time), .int(time)]) == 1
        else { return nil }
        return try ClaimedDelivery(
            id: id, webhook: webhook, event: row.text("event"), type: row.text("type"),
            environments: row.text("environments").split(separator: " ").map(String.init), time: row.int64("time"),
            page: row.text("page"), data: row.text("data"), attempts: row.int("attempts") + 1, holder: holder)
    }

    /// Stores the result of an attempt, and returns the state in which it disabled its webhook, if it did.
    ///
    /// Nothing is stored if the lease ended and another process took it.
    package func record(
        _ outcome: DeliveryOutcome, of delivery: ClaimedDelivery, at time: Int64
    ) throws -> Webhook.State? {
        let pause = outcome.isSuccess ? nil : RetrySchedule.pause(after: delivery.attempts)
        let requested = outcome.retryAfter.map { min(max($0, 0), RetrySchedule.longestRequest) }
        let state: WebhookDelivery.State = outcome.isSuccess ? .delivered : pause == nil ? .failed : .pending
        let rows = try database.execute(
            """
            UPDATE webhook_deliveries SET state = ?, due = ?, leased_until = 0, holder = '', status = ?, answer = ?,
            duration = ? WHERE id = ? AND holder = ?
            """,
            [
                .text(state.rawValue), .int(time + max(pause ?? 0, requested ?? 0)),
                outcome.status.map { .int(Int64($0)) } ?? .null, .text(outcome.answer), .int(outcome.duration),
                .text(delivery.id), .text(delivery.holder),
            ])
        guard rows == 1 else { return nil }
        let webhook = delivery.webhook.id
        if outcome.isSuccess {
            _ = try database.execute(
                "UPDATE webhook_health SET failing_since = NULL, paused_until = 0, last_success = ? WHERE webhook = ?",
                [.int(time), .text(webhook)])
            return nil
        }
        _ = try database.execute(
            "UPDATE webhook_health SET failing_since = COALESCE(failing_since, ?) WHERE webhook = ?",
            [.int(time), .text(webhook)])
        if let status = outcome.status, [429, 502, 503, 504].contains(status) {
            _ = try database.execute(
                "UPDATE webhook_health SET paused_until = ? WHERE webhook = ?",
                [.int(time + (requested ?? Self.throttle)), .text(webhook)])
        }
        return try disable(webhook, after: outcome, at: time)
    }

    private func disable(
        _ webhook: String, after outcome: DeliveryOutcome, at time: Int64
    ) throws -> Webhook.State? {
        let since = try database.query(
            "SELECT failing_since FROM webhook_health WHERE webhook = ?", [.text(webhook)]
        ).first?.int64IfPresent("failing_since")
        let state: Webhook.State
        if outcome.status == 410 {
            state = .gone
        } else if let since, time - since >= Self.patience {
            state = .failing
        } else {
            return nil
        }
        guard try WebhookTable(database).disable(webhook, as: state) else { return nil }
        return state
    }

    /// Ends the lease of a delivery whose attempt was interrupted, so that it is sent again soon.
    package func release(_ delivery: ClaimedDelivery, at time: Int64) throws {
        _ = try database.execute(
            """
            UPDATE webhook_deliveries SET holder = '', leased_until = 0, attempts = attempts - 1, due = ?
            WHERE id = ? AND holder = ?
            """, [.int(time), .text(delivery.id), .text(delivery.holder)])
    }

    /// Ends all leases.
    ///
    /// Only for a process that is the only one with the database.
    package func releaseAll() throws {
        _ = try database.execute(
            "UPDATE webhook_deliveries SET holder = '', leased_until = 0 WHERE state = 'pending' AND leased_until > 0",
            [])
    }

    // MARK: Pages

    /// Returns deliveries of a webhook before a position, the newest first.
    package func page(
        of webhook: String, state: WebhookDelivery.State?, before: Cursor?, limit: Int, at time: Int64
    ) throws -> [WebhookDelivery] {
        var conditions = ["d.webhook = ?"]
        var arguments: [DatabaseValue] = [.text(webhook)]
        if let state {
            conditions.append("d.state = ?")
            arguments.append(.text(state.rawValue))
        }
        if let before {
            conditions.append("(d.created < ? OR (d.created = ? AND d.id < ?))")
            arguments += [.int(before.created), .int(before.created), .text(before.id)]
        }
        return try database.query(
            """
            SELECT d.*, o.type AS type, o.environments AS environments
            FROM webhook_deliveries d JOIN outbox o ON o.id = d.event
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY d.created DESC, d.id DESC LIMIT ?
            """, arguments + [.int(Int64(limit))]
        ).map { try Self.delivery($0, at: time) }
    }

    /// A position in a list of deliveries.
    package struct Cursor: Sendable {
        package let created: Int64
        package let id: String

        package init(created: Int64, id: String) {
            self.created = created
            self.id = id
        }
    }

    /// Makes a delivery due again with all of its attempts, and returns whether the webhook has it.
    ///
    /// One that is being sent stays as it is.
    package func sendAgain(_ id: String, of webhook: String, at time: Int64) throws -> Bool {
        let rows = try database.query(
            "SELECT id FROM webhook_deliveries WHERE id = ? AND webhook = ?", [.text(id), .text(webhook)])
        guard !rows.isEmpty else { return false }
        _ = try database.execute(
            """
            UPDATE webhook_deliveries SET state = 'pending', due = ?, attempts = 0, holder = '', leased_until = 0
            WHERE id = ? AND leased_until <= ?
            """, [.int(time), .text(id), .int(time)])
        return true
    }

    /// Deletes old deliveries and events, and those of deleted webhooks.
    package func prune(at time: Int64, limit: Int = 1_000) throws {
        let oldest = time - Self.retention
        _ = try database.execute(
            """
            DELETE FROM webhook_deliveries WHERE id IN
            (SELECT d.id FROM webhook_deliveries d JOIN outbox o ON o.id = d.event WHERE o.time < ? LIMIT ?)
            """, [.int(oldest), .int(Int64(limit))])
        _ = try database.execute(
            """
            DELETE FROM outbox WHERE id IN
            (SELECT o.id FROM outbox o WHERE o.time < ?
             AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event = o.id) LIMIT ?)
            """, [.int(oldest), .int(Int64(limit))])
    }

    private static func delivery(_ row: DatabaseRow, at time: Int64) throws -> WebhookDelivery {
        guard let state = WebhookDelivery.State(rawValue: try row.text("state")) else {
            throw StoreError.damaged("The delivery \(try row.text("id")) can't be read.")
        }
        return try WebhookDelivery(
            id: row.text("id"), event: row.text("event"), type: row.text("type"),
            environments: row.text("environments").split(separator: " ").map(String.init),
            created: row.int64("created"), state: state, attempts: row.int("attempts"),
            due: state == .pending ? row.int64("due") : nil,
            isSending: row.int64("leased_until") > time, lastAttempt: row.int64IfPresent("last_attempt"),
            status: row.intIfPresent("status"), answer: row.text("answer"), duration: row.int64IfPresent("duration"))
    }
}
