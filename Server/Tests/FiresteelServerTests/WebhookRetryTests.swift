import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelServer
import FiresteelStore
import Testing

@Suite("Events that aren't delivered at first", .timeLimit(.minutes(3)))
struct WebhookRetryTests {
    static let databases: [DatabaseDialect] = [.sqlite, .postgres]

    /// Creates a webhook with an event to send.
    private func addEvent(_ fixture: ServerFixture) async throws -> Webhook {
        let now = fixture.clock.value
        return try await fixture.database.write { database in
            let webhook = try WebhookTable(database).create(
                WebhookTable.Draft(
                    name: "Chat", address: "https://nowhere.example.com/hook", events: [.changeApplied],
                    environments: nil),
                of: "documents", by: "Mara", time: now)
            let event = OutboxEvent(.test, program: "documents", environments: [], data: [:], time: now)
            _ = try Outbox(database).add(event, to: webhook.id)
            return webhook
        }
    }

    private func delivery(_ fixture: ServerFixture, _ webhook: Webhook) async throws -> WebhookDelivery? {
        let now = fixture.clock.value
        return try await fixture.database.read {
            try DeliveryTable($0).page(of: webhook.id, state: nil, before: nil, limit: 10, at: now)
        }.first
    }

    /// Waits until an attempt ended, and returns the delivery.
    private func attempt(
        _ number: Int, _ fixture: ServerFixture, _ webhook: Webhook
    ) async throws -> WebhookDelivery? {
        var found: WebhookDelivery?
        try await eventually {
            found = try await delivery(fixture, webhook)
            return found?.attempts == number && found?.isSending == false
        }
        return found
    }

    @Test("An event is sent again when it is due, and by a server that starts later as well", arguments: databases)
    func restart(_ dialect: DatabaseDialect) async throws {
        // Without an address there is no message, and the attempt fails.
        let unresolved: (inout FlagServer.Configuration) -> Void = { $0.webhooks.resolve = { _ in nil } }
        try await ServerFixture.withPrograms(dialect) { database, clock in
            let database = ObservedDatabase(database, closes: false)
            var last: (webhook: Webhook, delivery: WebhookDelivery)?
            try await ServerFixture.serving(database, clock, configure: unresolved) { server in
                let webhook = try await addEvent(server)
                let first = try #require(try await attempt(1, server, webhook))
                #expect(first.state == .pending && first.status == nil && first.answer.contains("can't be resolved"))
                let firstDue = try #require(first.due)
                #expect(firstDue > clock.value)
                clock.change { $0 = firstDue }
                let second = try #require(try await attempt(2, server, webhook))
                let secondDue = try #require(second.due)
                #expect(second.event == first.event && secondDue > clock.value)
                last = (webhook, second)
            }
            let (webhook, second) = try #require(last)
            let secondDue = try #require(second.due)
            clock.change { $0 = secondDue }
            try await ServerFixture.serving(database, clock, configure: unresolved) { later in
                let third = try #require(try await attempt(3, later, webhook))
                let thirdDue = try #require(third.due)
                #expect(third.event == second.event && third.state == .pending && thirdDue > secondDue)
            }
        }
    }

    @Test("Deliveries of a killed server are sent after the next start", arguments: databases)
    func killed(_ dialect: DatabaseDialect) async throws {
        // The first server doesn't send in the time of the test.
        try await ServerFixture.with(dialect, configure: { $0.pollInterval = .seconds(600) }) { fixture in
            let webhook = try await addEvent(fixture)
            let now = fixture.clock.value
            let id = try #require(try await delivery(fixture, webhook)).id
            let claimed = try await fixture.database.write {
                try DeliveryTable($0).claim(id, for: "killed", at: now, until: now + 60_000)
            }
            #expect(claimed?.attempts == 1)
            try await fixture.withSecondNode(configure: { $0.webhooks.resolve = { _ in nil } }) { later in
                // With PostgreSQL another server might be sending it, until its lease ends.
                if dialect == .postgres { later.clock.change { $0 += 60_001 } }
                let second = try #require(try await attempt(2, later, webhook))
                #expect(second.event == claimed?.event && second.state == .pending)
            }
        }
    }
}
