import FiresteelDatabase
import FiresteelStore
import Foundation
import Logging

/// Sends the events of the outbox to webhooks.
///
/// All nodes send. A delivery is sent by the one that has its lease, which is taken in a transaction of its own before the
/// attempt and ends with the transaction that stores the result. If the process ends in between, the lease expires and
/// another one sends the message again: each event arrives at least once, with the same identifier.
actor WebhookSender {
    private let database: any Database
    private let client: WebhookClient
    private let options: WebhookOptions
    private let origin: String?
    private let clock: ServerClock
    private let logger: Logger
    /// The lanes of each webhook; a lane sends one message after the other.
    private var lanes: [String: [UUID: Task<Void, Never>]] = [:]
    private var isStopping = false
    /// The webhooks whose error was logged.
    private var failing: Set<String> = []

    init(
        _ database: any Database, options: WebhookOptions, origin: String?, agent: String, clock: ServerClock,
        logger: Logger
    ) {
        self.database = database
        self.options = options
        self.origin = origin
        self.clock = clock
        self.logger = logger
        client = WebhookClient(options: options, agent: agent)
    }

    /// Ends the leases of an earlier process, if no other process can have any.
    func recover() async throws {
        guard database.dialect == .sqlite else { return }
        try await database.write { try DeliveryTable($0).releaseAll() }
    }

    /// Starts lanes for the webhooks that have something to send.
    func dispatch() async throws {
        let now = clock.now()
        let due = try await database.read { try DeliveryTable($0).dueWebhooks(at: now) }
        // Of many, not always the same ones go first.
        for webhook in due.shuffled() {
            while !isStopping, lanes[webhook]?.count ?? 0 < options.lanes,
                lanes.values.reduce(0, { $0 + $1.count }) < options.allLanes
            {
                let id = UUID()
                lanes[webhook, default: [:]][id] = Task { await self.run(webhook, id) }
            }
        }
    }

    /// Interrupts attempts and waits for their lanes.
    func stop() async {
        isStopping = true
        let running = lanes.values.flatMap(\.values)
        for lane in running { lane.cancel() }
        for lane in running { await lane.value }
    }

    private func run(_ webhook: String, _ lane: UUID) async {
        do {
            while !Task.isCancelled, let delivery = try await claim(webhook) {
                // After a failure the lane ends, so that a receiver that fails gets few messages.
                guard try await send(delivery) else { break }
            }
            failing.remove(webhook)
        } catch is CancellationError {
        } catch {
            // Once until the next success: the next lane begins within a second.
            if failing.insert(webhook).inserted {
                logger.error(
                    "Events can't be sent to a webhook now and are sent later",
                    metadata: ["webhook": "\(webhook)", "error": "\(error)"])
            }
        }
        lanes[webhook]?[lane] = nil
        if lanes[webhook]?.isEmpty ?? false { lanes[webhook] = nil }
    }

    private func claim(_ webhook: String) async throws -> ClaimedDelivery? {
        let now = clock.now()
        let until = now + options.lease.inMilliseconds
        let candidates = try await database.read { try DeliveryTable($0).due(of: webhook, at: now) }
        for id in candidates {
            let holder = Identifier.random()
            let claimed = try await database.write {
                try DeliveryTable($0).claim(id, for: holder, at: now, until: until)
            }
            if let claimed { return claimed }
        }
        return nil
    }

    /// Makes one attempt, and returns whether the receiver accepted it.
    private func send(_ delivery: ClaimedDelivery) async throws -> Bool {
        let outcome: DeliveryOutcome
        do {
            let message = try WebhookMessage(delivery, origin: origin, now: clock.now())
            outcome = await client.send(message, to: delivery.webhook.address)
        } catch {
            outcome = DeliveryOutcome(status: nil, answer: WebhookClient.shown("\(error)"))
        }
        let now = clock.now()
        if Task.isCancelled, outcome.status == nil {
            try await store(within: .seconds(1)) { try DeliveryTable($0).release(delivery, at: now) }
            throw CancellationError()
        }
        let disabled = try await store(within: .seconds(5)) { try Self.record(outcome, of: delivery, at: now, $0) }
        if let disabled {
            logger.warning(
                "A webhook was disabled",
                metadata: ["webhook": "\(delivery.webhook.id)", "state": "\(disabled.rawValue)"])
        }
        return outcome.isSuccess
    }

    /// Writes in a separate task, which doesn't end with this one.
    ///
    /// An unreachable database must not delay the end of the process; the lease then expires.
    private func store<Value: Sendable>(
        within limit: Duration, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        let writing = Task { [database] in try await database.write(body) }
        let ending = Task {
            try await Task.sleep(for: limit)
            writing.cancel()
        }
        defer { ending.cancel() }
        return try await writing.value
    }

    private static func record(
        _ outcome: DeliveryOutcome, of delivery: ClaimedDelivery, at now: Int64, _ database: any DatabaseConnection
    ) throws -> Webhook.State? {
        guard let state = try DeliveryTable(database).record(outcome, of: delivery, at: now) else { return nil }
        let reason = state == .gone ? "the receiver no longer exists (410)" : "no delivery succeeded for five days"
        try AccessLogTable(database).append(
            AccessLogEntry(
                time: now, program: delivery.webhook.program, event: "webhookDisabled", actor: "server",
                actorName: "Server", details: "\(delivery.webhook.name): \(reason)"))
        return state
    }
}
