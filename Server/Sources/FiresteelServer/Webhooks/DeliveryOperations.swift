import Firesteel
import FiresteelBase
import FiresteelDatabase
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

extension HTTPProblem {
    /// Nothing is sent to a webhook that is disabled.
    fileprivate static let disabledWebhook = HTTPProblem(
        status: .conflict, code: "webhook-disabled", message: "The webhook is disabled. Enable it first.")
}

/// Sends an event to a webhook without content.
struct TestWebhook: ServerOperation, Decodable {
    static let description = "Send a test event"
    static let endpoint = OperationEndpoint(
        .post, "\(Webhooks.webhook)/tests", "testWebhook", "Sends a test event to a webhook", status: .accepted)
    let program, webhook: String

    func perform(_ call: ServerCall) async throws -> CreatedDelivery {
        let author = try call.author()
        return try await call.server.database.write { database in
            let webhook = try call.webhook(webhook, of: program, database)
            guard webhook.state == .enabled else { throw HTTPProblem.disabledWebhook }
            let id = try Outbox(database).add(
                OutboxEvent(
                    .test, program: program, environments: [],
                    data: ["author": ["name": .string(author.name), "source": .string(author.source.rawValue)]],
                    time: call.now), to: webhook.id)
            return CreatedDelivery(id: id)
        }
    }
}

/// A new delivery.
struct CreatedDelivery: Codable {
    let id: String
}

/// Lists the deliveries of a webhook.
struct ListDeliveries: ServerOperation, Decodable {
    static let description = "List deliveries of a webhook"
    static let endpoint = OperationEndpoint(
        .get, "\(Webhooks.webhook)/deliveries", "listDeliveries",
        "Lists the deliveries of a webhook, the newest first",
        query: [
            .init(
                name: "state", description: "Only deliveries in this state",
                schema: Schema.word(WebhookDelivery.State.allCases.map(\.rawValue))),
            .init(name: "before", description: "The value “next” of the page before"),
            .limit("deliveries", default: 50),
        ])
    let program, webhook: String
    let state: WebhookDelivery.State?
    let before: String?
    let limit: Int

    func perform(_ call: ServerCall) async throws -> Deliveries {
        let before = try before.map { text throws(HTTPProblem) in
            let parts = text.split(separator: "-", maxSplits: 1)
            guard parts.count == 2, let created = Int64(parts[0]) else {
                throw .badRequest("“before” isn't the value “next” of a page.")
            }
            return DeliveryTable.Cursor(created: created, id: String(parts[1]))
        }
        return try await call.server.database.read { database in
            let webhook = try call.webhook(webhook, of: program, database)
            // One more than requested shows whether there is another page.
            let found = try DeliveryTable(database).page(
                of: webhook.id, state: state, before: before, limit: limit + 1, at: call.now)
            let page = Array(found.prefix(limit))
            return Deliveries(
                deliveries: page,
                next: found.count > limit ? page.last.map { "\($0.created)-\($0.id)" } : nil)
        }
    }
}

/// Deliveries, the newest first.
struct Deliveries: Codable {
    let deliveries: [WebhookDelivery]
    /// The place of the next page, `nil` after the last one.
    let next: String?
}

/// Sends an event again, with all of its attempts.
struct SendDeliveryAgain: ServerOperation, Decodable {
    static let description = "Send an event again"
    static let endpoint = OperationEndpoint(
        .post, "\(Webhooks.webhook)/deliveries/{delivery}/repeat", "sendDeliveryAgain",
        "Sends an event again, with the same identifier")
    let program, webhook, delivery: String

    func perform(_ call: ServerCall) async throws {
        try await call.server.database.write { database in
            let webhook = try call.webhook(webhook, of: program, database)
            guard webhook.state == .enabled else { throw HTTPProblem.disabledWebhook }
            guard try DeliveryTable(database).sendAgain(delivery, of: webhook.id, at: call.now) else {
                throw StoreError.notFound("There is no such delivery. Load the list again.")
            }
        }
    }
}
