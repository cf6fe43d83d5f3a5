import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import Testing

@Suite("Webhooks", .timeLimit(.minutes(3)))
struct WebhookTests {
    static let databases = StoreFixture.databases
    private static let hour: Int64 = 3_600_000
    private static let accepted = DeliveryOutcome(status: 204, answer: "", duration: 3)
    private static let refused = DeliveryOutcome(status: 500, answer: "Not now", duration: 3)

    private static func webhook(
        _ store: StoreFixture, _ events: Set<WebhookEventType> = [.changeApplied, .approvalRequested],
        in environments: Set<String>? = nil
    ) async throws -> Webhook {
        try await store.database.write {
            try WebhookTable($0).create(
                WebhookTable.Draft(
                    name: "Chat", address: "https://example.com/hook", events: events, environments: environments),
                of: store.program, by: "Mara", time: 1)
        }
    }

    private static func deliveries(_ store: StoreFixture, _ webhook: Webhook) async throws -> [WebhookDelivery] {
        try await store.database.read {
            try DeliveryTable($0).page(of: webhook.id, state: nil, before: nil, limit: 100, at: 0)
        }
    }

    /// Claims the next delivery of a webhook that is due.
    private static func claim(
        _ store: StoreFixture, _ webhook: Webhook, at time: Int64
    ) async throws -> ClaimedDelivery? {
        for id in try await store.database.read({ try DeliveryTable($0).due(of: webhook.id, at: time) }) {
            let holder = Identifier.random()
            let claimed = try await store.database.write {
                try DeliveryTable($0).claim(id, for: holder, at: time, until: time + 60_000)
            }
            if let claimed { return claimed }
        }
        return nil
    }

    @discardableResult
    private static func record(
        _ store: StoreFixture, _ outcome: DeliveryOutcome, _ delivery: ClaimedDelivery, at time: Int64
    ) async throws -> Webhook.State? {
        try await store.database.write { try DeliveryTable($0).record(outcome, of: delivery, at: time) }
    }

    private static func storedEvents(_ store: StoreFixture) async throws -> Int {
        try await store.database.read { try $0.query("SELECT id FROM outbox", []).count }
    }

    private static func addTest(_ store: StoreFixture, _ webhook: Webhook, at time: Int64 = 1_000) async throws {
        let event = OutboxEvent(.test, program: store.program, environments: [], data: [:], time: time)
        _ = try await store.database.write { try Outbox($0).add(event, to: webhook.id) }
    }

    // MARK: Events

    @Test("Changes of protected environments and requests are stored with their events", arguments: databases)
    func events(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let webhook = try await Self.webhook(store)
            try await store.createFlag("fast", in: "development")
            // All environments share the flag, with or without a targeting.
            #expect(try await Self.deliveries(store, webhook).map(\.type) == ["change.applied"])
            try await store.createFlag("export", in: "production")
            let types = try await Self.deliveries(store, webhook).map(\.type)
            #expect(types.sorted() == ["approval.requested", "change.applied", "change.applied"])
            var found: [ClaimedDelivery] = []
            while let claimed = try await Self.claim(store, webhook, at: 5_000) { found.append(claimed) }
            let request = try #require(found.first { $0.type == "approval.requested" })
            #expect(request.environments.contains("production") && request.page.hasSuffix("?view=requests"))
            let change = try #require(found.first { $0.data.contains("Ines Falk") && $0.type == "change.applied" })
            #expect(change.environments == ["staging", "production"])
            let data = try JSONValue(json: change.data.utf8).members
            #expect(data["author"]?.members["name"] == "Mara Lindt" && data["reason"] == "New")
            #expect(data["itemCount"] == 2 && data["approvedBy"] == "Ines Falk")
            #expect(request.event != change.event && change.event.hasPrefix("msg_"))
        }
    }

    @Test("A transaction that is rolled back leaves no event", arguments: databases)
    func rollback(_ dialect: DatabaseDialect) async throws {
        struct Stop: Error {}
        try await StoreFixture.with(dialect) { store in
            let webhook = try await Self.webhook(store)
            await #expect(throws: Stop.self) {
                try await store.database.write { database in
                    let count = try Outbox(database).add(
                        OutboxEvent(.changeApplied, program: store.program, environments: [], data: [:], time: 1))
                    #expect(count == 1)
                    throw Stop()
                }
            }
            #expect(try await Self.deliveries(store, webhook).isEmpty)
            #expect(try await Self.storedEvents(store) == 0)
        }
    }

    @Test("A webhook receives the events and environments that it wants", arguments: databases)
    func selection(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let all = try await Self.webhook(store)
            let staging = try await Self.webhook(store, in: ["staging"])
            let reports = try await Self.webhook(store, [.reportOpened])
            let disabled = try await Self.webhook(store)
            _ = try await store.database.write { try WebhookTable($0).set(.disabled, of: disabled.id) }
            func add(_ type: WebhookEventType, _ environments: [String], program: String = "documents") async throws
                -> Int
            {
                try await store.database.write {
                    try Outbox($0).add(
                        OutboxEvent(type, program: program, environments: environments, data: [:], time: 1))
                }
            }
            #expect(try await add(.changeApplied, ["production"]) == 1)
            #expect(try await add(.changeApplied, ["staging", "production"]) == 2)
            #expect(try await add(.reportOpened, ["production"]) == 1)
            #expect(try await add(.guardPaused, ["production"]) == 0)
            #expect(try await add(.changeApplied, ["production"], program: "other") == 0)
            #expect(try await Self.deliveries(store, all).count == 2)
            #expect(try await Self.deliveries(store, staging).count == 1)
            #expect(try await Self.deliveries(store, reports).count == 1)
            #expect(try await Self.deliveries(store, disabled).isEmpty)
            // What no webhook wants isn't stored.
            #expect(try await Self.storedEvents(store) == 3)
        }
    }

    // PostgreSQL stores no value of another type.
    @Test(
        "A webhook with a damaged row doesn't prevent a change, and is reported",
        arguments: ["events", "environments"])
    func damaged(_ column: String) async throws {
        try await StoreFixture.with(.sqlite) { store in
            let damaged = try await Self.webhook(store)
            let sound = try await Self.webhook(store)
            _ = try await store.database.write {
                try $0.execute("UPDATE webhooks SET \(column) = x'00' WHERE id = ?", [.text(damaged.id)])
            }
            #expect(try await store.createFlag() == 1)
            #expect(try await Self.deliveries(store, sound).map(\.type) == ["change.applied"])
            #expect(try await Self.deliveries(store, damaged).isEmpty)
            #expect(try await store.verification().findings == ["The webhook \(damaged.id) can't be read."])
        }
    }

    @Test("Data of more than 16 KiB is left out of an event")
    func size() async throws {
        try await StoreFixture.with(.sqlite) { store in
            let webhook = try await Self.webhook(store)
            let event = OutboxEvent(
                .changeApplied, program: store.program, environments: [],
                data: ["text": .string(String(repeating: "x", count: 17 << 10))], time: 1)
            _ = try await store.database.write { try Outbox($0).add(event) }
            let claimed = try #require(try await Self.claim(store, webhook, at: 1))
            #expect(claimed.data == #"{"isShortened":true}"#)
        }
    }

    // MARK: Sending

    @Test("One of many claims on a delivery succeeds, until its lease ends", arguments: databases)
    func lease(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let webhook = try await Self.webhook(store)
            try await Self.addTest(store, webhook)
            let claims = try await withThrowingTaskGroup(of: ClaimedDelivery?.self) { group in
                for _ in 0..<8 { group.addTask { try await Self.claim(store, webhook, at: 2_000) } }
                return try await group.reduce(into: [ClaimedDelivery]()) { if let claim = $1 { $0.append(claim) } }
            }
            #expect(claims.count == 1)
            let first = try #require(claims.first)
            #expect(try await Self.claim(store, webhook, at: 61_999) == nil)
            // The process ended: another one sends the same event, and a late result of the first one counts for nothing.
            let second = try #require(try await Self.claim(store, webhook, at: 62_000))
            #expect(second.event == first.event && second.attempts == 2)
            try await Self.record(store, Self.refused, first, at: 62_001)
            #expect(try await Self.deliveries(store, webhook).first?.status == nil)
            try await Self.record(store, Self.accepted, second, at: 62_002)
            #expect(try await Self.deliveries(store, webhook).first?.state == .delivered)
            #expect(try await Self.claim(store, webhook, at: .max / 2) == nil)
        }
    }

    @Test("An interrupted attempt isn't counted, and is repeated immediately", arguments: databases)
    func interruption(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let webhook = try await Self.webhook(store)
            try await Self.addTest(store, webhook)
            let claimed = try #require(try await Self.claim(store, webhook, at: 2_000))
            try await store.database.write { try DeliveryTable($0).release(claimed, at: 2_500) }
            #expect(try await Self.claim(store, webhook, at: 2_500)?.attempts == 1)
            try await store.database.write { try DeliveryTable($0).releaseAll() }
            #expect(try await Self.claim(store, webhook, at: 2_500)?.attempts == 2)
        }
    }

    @Test("A message is sent ten times within days, then it has failed, and can be sent again", arguments: databases)
    func schedule(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let webhook = try await Self.webhook(store)
            try await Self.addTest(store, webhook)
            var now: Int64 = 1_000
            var pauses: [Int64] = []
            for attempt in 1...10 {
                let claimed = try #require(try await Self.claim(store, webhook, at: now))
                #expect(claimed.attempts == attempt)
                try await Self.record(store, Self.refused, claimed, at: now)
                let delivery = try #require(try await Self.deliveries(store, webhook).first)
                #expect(delivery.status == 500 && delivery.answer == "Not now")
                #expect(delivery.state == (attempt == 10 ? .failed : .pending))
                guard attempt < 10 else { break }
                let due = try #require(delivery.due)
                pauses.append(due - now)
                #expect(try await Self.claim(store, webhook, at: due - 1) == nil)
                now = due
            }
            for (pause, least) in zip(pauses, RetrySchedule.pauses) {
                #expect((least...least + least / 5).contains(pause))
            }
            #expect(pauses.count == 9 && RetrySchedule.pause(after: 10) == nil)
            let id = try #require(try await Self.deliveries(store, webhook).first).id
            let other = try await Self.webhook(store)
            let time = now
            let isOther = try await store.database.write { try DeliveryTable($0).sendAgain(id, of: other.id, at: time) }
            let isOwn = try await store.database.write { try DeliveryTable($0).sendAgain(id, of: webhook.id, at: time) }
            #expect(!isOther && isOwn)
            #expect(try await Self.claim(store, webhook, at: now)?.attempts == 1)
        }
    }

    @Test("A receiver decides when it wants the next message, within a day", arguments: databases)
    func pause(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let webhook = try await Self.webhook(store)
            try await Self.addTest(store, webhook)
            try await Self.addTest(store, webhook)
            let busy = DeliveryOutcome(status: 429, answer: "", retryAfter: 600_000)
            try await Self.record(store, busy, try #require(try await Self.claim(store, webhook, at: 1_000)), at: 1_000)
            // The other event waits as well.
            #expect(try await Self.claim(store, webhook, at: 600_999) == nil)
            let due = try await store.database.read { try DeliveryTable($0).dueWebhooks(at: 600_999) }
            #expect(due.isEmpty)
            let next = try #require(try await Self.claim(store, webhook, at: 601_000))
            let always = DeliveryOutcome(status: 503, answer: "", retryAfter: .max)
            try await Self.record(store, always, next, at: 601_000)
            #expect(try await Self.claim(store, webhook, at: 601_000 + 24 * Self.hour - 1) == nil)
            let last = try #require(try await Self.claim(store, webhook, at: 601_000 + 24 * Self.hour))
            try await Self.record(store, Self.accepted, last, at: 601_000 + 24 * Self.hour)
            let health = try await store.database.read { try WebhookTable($0).all(of: store.program) }.first?.health
            #expect(health?.failingSince == nil && health?.pausedUntil == 0)
        }
    }

    @Test("A deleted receiver, or one that fails for five days, disables the webhook", arguments: databases)
    func disabling(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let deleted = try await Self.webhook(store)
            try await Self.addTest(store, deleted)
            let claimed = try #require(try await Self.claim(store, deleted, at: 1_000))
            let answer = DeliveryOutcome(status: 410, answer: "")
            #expect(try await Self.record(store, answer, claimed, at: 1_000) == .gone)
            let stored = try await store.database.read { try WebhookTable($0).webhook(deleted.id) }
            #expect(stored?.state == .gone)

            let failing = try await Self.webhook(store)
            let days: Int64 = 24 * Self.hour
            for (time, expected): (Int64, Webhook.State?) in [
                (1_000, nil), (1_000 + 5 * days - 1, nil), (1_000 + 5 * days, Webhook.State.failing),
            ] {
                try await Self.addTest(store, failing, at: time)
                let claimed = try #require(try await Self.claim(store, failing, at: time))
                #expect(try await Self.record(store, Self.refused, claimed, at: time) == expected)
            }
            #expect(try await Self.claim(store, failing, at: 100 * days) == nil)
            // Enabled again, it isn't disabled by the next failure.
            let isEnabled = try await store.database.write { try WebhookTable($0).set(.enabled, of: failing.id) }
            #expect(isEnabled)
            let next = try #require(try await Self.claim(store, failing, at: 7 * days))
            #expect(try await Self.record(store, Self.refused, next, at: 7 * days) == nil)
        }
    }

    // MARK: Secrets and storage

    @Test("Messages are signed as Standard Webhooks describes it")
    func signature() throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signature = secret.signature(
            of: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: 1_614_265_330, #"{"test": 2432232314}"#)
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        #expect(WebhookSecret("whsec_AAAA") == nil && WebhookSecret("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw") == nil)
        let random = WebhookSecret()
        #expect(WebhookSecret(random.text) == random && WebhookSecret() != random)
        #expect(!"\(random)".contains(random.text) && !String(reflecting: random).contains(random.text))
    }

    @Test("After a rotation both secrets sign for a day", arguments: databases)
    func rotation(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let webhook = try await Self.webhook(store)
            let secret = try await store.database.write { try WebhookTable($0).rotateSecret(of: webhook, time: 1_000) }
            let rotated = try #require(try await store.database.read { try WebhookTable($0).webhook(webhook.id) })
            #expect(rotated.secrets(at: 1_000 + 24 * Self.hour - 1) == [secret, webhook.secret])
            #expect(rotated.secrets(at: 1_000 + 24 * Self.hour) == [secret])
        }
    }

    @Test("Deliveries and events are stored for 30 days, and deleted with their webhook", arguments: databases)
    func pruning(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let webhook = try await Self.webhook(store)
            let other = try await Self.webhook(store)
            try await Self.addTest(store, webhook, at: 1_000)
            try await Self.addTest(store, webhook, at: 2_000)
            try await Self.addTest(store, other, at: 5_000)
            try await store.database.write { try DeliveryTable($0).prune(at: 1_500 + DeliveryTable.retention) }
            #expect(try await Self.deliveries(store, webhook).map(\.created) == [2_000])
            try await store.database.write { try WebhookTable($0).delete(webhook.id) }
            #expect(try await Self.deliveries(store, webhook).isEmpty)
            let rest = try await store.database.read { try WebhookTable($0).all(of: store.program) }
            #expect(rest.map { $0.webhook.id } == [other.id])
            try await store.database.write { try DeliveryTable($0).prune(at: 4_000 + DeliveryTable.retention) }
            #expect(try await Self.storedEvents(store) == 1)
        }
    }

    @Test("A program has at most 20 webhooks")
    func limit() async throws {
        try await StoreFixture.with(.sqlite) { store in
            for _ in 0..<WebhookTable.limit { _ = try await Self.webhook(store) }
            await #expect(throws: StoreError.self) { _ = try await Self.webhook(store) }
        }
    }
}
