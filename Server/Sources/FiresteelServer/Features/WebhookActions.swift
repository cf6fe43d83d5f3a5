import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

/// Notifying other systems of events of a program.
enum Webhooks: ConditionalFeature {
    static let description = "Notify other systems of events of a program"
    static var constraints: Constraints { Right(.admin) }
    static let list = action(ListWebhooks.self)
    static let create = action(CreateWebhook.self)
    static let update = action(UpdateWebhook.self)
    static let setState = action(SetWebhookState.self)
    static let rotateSecret = action(RotateWebhookSecret.self)
    static let delete = action(DeleteWebhook.self)
    static let test = action(TestWebhook.self)
    static let listDeliveries = action(ListDeliveries.self)
    static let sendAgain = action(SendDeliveryAgain.self)
    static let actions = declare(
        list, create, update, setState, rotateSecret, delete, test, listDeliveries, sendAgain)
}

/// A webhook of a program.
struct WebhookPayload: Sendable, TimelineDescribable {
    let program: String
    let webhook: String

    func describe(to summary: inout InputSummary) { summary.add("Webhook", webhook) }
}

/// A webhook with what its attempts led to.
struct WebhookState: Sendable {
    let webhook: Webhook
    let health: WebhookHealth
}

extension ServerCall {
    /// Throws unless the caller's rights include all environments of a webhook.
    func requireRights(in program: String, _ environments: Set<String>?) throws(APIError) {
        guard let environments else {
            _ = try rights(in: program)
            return
        }
        for environment in environments { _ = try rights(in: program, including: environment) }
    }

    /// Returns a webhook that the caller may manage.
    func webhook(_ id: String, of program: String, _ database: any DatabaseConnection) throws -> Webhook {
        guard let webhook = try WebhookTable(database).webhook(id, of: program) else {
            throw StoreError.notFound("There is no such webhook. Load the list again.")
        }
        try requireRights(in: program, webhook.environments)
        return webhook
    }

    /// Adds an entry about a webhook to the access log.
    func log(_ event: String, _ details: String, in program: String, _ database: any DatabaseConnection) throws {
        let author = try author()
        try AccessLogTable(database).append(
            AccessLogEntry(
                time: server.clock.now(), program: program, event: event, actor: author.id, actorName: author.name,
                details: details))
    }
}

/// Lists the webhooks that the caller may manage.
enum ListWebhooks: ReplyAction {
    static let description = "List webhooks"

    static func reply(to context: ActionContext<ServerCall<ProgramPayload>>) async throws -> [WebhookState] {
        let call = context.input
        let own = call.caller.membership(in: call.payload.program)
        return try await call.server.database.read { database in
            try WebhookTable(database).all(of: call.payload.program).filter { webhook, _ in
                guard let allowed = own?.environments else { return true }
                return webhook.environments?.isSubset(of: allowed) ?? false
            }.map { WebhookState(webhook: $0.webhook, health: $0.health) }
        }
    }
}

/// A webhook that is created or changed.
struct WebhookDraftPayload: Sendable, TimelineDescribable {
    let program: String
    /// Empty for a new one.
    let webhook: String
    let name: String
    let address: String
    let events: Set<WebhookEventType>
    let environments: Set<String>?

    // The address may contain a secret of the receiver.
    func describe(to summary: inout InputSummary) {
        summary.add("Name", name)
        summary.hide("Address")
    }

    /// Returns what is stored, once it was checked.
    func draft(_ policy: AddressPolicy) throws(APIError) -> WebhookTable.Draft {
        guard (1...100).contains(name.count) else { throw .invalid("Enter a name of 1 to 100 characters.") }
        guard !events.isEmpty, !events.contains(.test) else { throw .invalid("Select at least one event.") }
        guard environments.map({ (1...20).contains($0.count) }) ?? true else {
            throw .invalid("Select 1 to 20 environments, or all.")
        }
        do {
            let target = try policy.target(address)
            return WebhookTable.Draft(name: name, address: target.text, events: events, environments: environments)
        } catch {
            throw .invalid("\(error)")
        }
    }

    /// Throws if an environment doesn't exist.
    func checkEnvironments(_ database: any DatabaseConnection) throws {
        guard let program = try ProgramTable(database).program(program) else {
            throw StoreError.notFound("There is no program “\(program)”.")
        }
        let unknown = (environments ?? []).subtracting(program.environments.map(\.id))
        guard unknown.isEmpty else {
            throw StoreError.notFound("There is no environment “\(unknown.sorted().joined(separator: ", "))”.")
        }
    }
}

/// Creates a webhook, whose secret is returned once.
enum CreateWebhook: ReplyAction {
    static let description = "Create a webhook"

    static func reply(to context: ActionContext<ServerCall<WebhookDraftPayload>>) async throws -> Webhook {
        let call = context.input
        let payload = call.payload
        let author = try call.author()
        let now = call.server.clock.now()
        try call.requireRights(in: payload.program, payload.environments)
        // It sends what happens in the program to another system.
        try call.requireConfirmation("create a webhook")
        let draft = try payload.draft(call.server.webhooks.policy)
        return try await call.server.database.write { database in
            try payload.checkEnvironments(database)
            let webhook = try WebhookTable(database).create(draft, of: payload.program, by: author.name, time: now)
            try call.log("webhookCreated", webhook.summary, in: payload.program, database)
            return webhook
        }
    }
}

/// Changes name, address, events and environments of a webhook.
enum UpdateWebhook: ReplyAction {
    static let description = "Change a webhook"

    static func reply(to context: ActionContext<ServerCall<WebhookDraftPayload>>) async throws {
        let call = context.input
        let payload = call.payload
        try call.requireRights(in: payload.program, payload.environments)
        try call.requireConfirmation("change a webhook")
        let draft = try payload.draft(call.server.webhooks.policy)
        try await call.server.database.write { database in
            let webhook = try call.webhook(payload.webhook, of: payload.program, database)
            try payload.checkEnvironments(database)
            try WebhookTable(database).update(webhook.id, to: draft)
            var changed = webhook
            changed.name = draft.name
            changed.address = draft.address
            try call.log("webhookChanged", changed.summary, in: payload.program, database)
        }
    }
}

extension Webhook {
    /// The name and the host, for the access log: the rest of the address may be a secret of the receiver.
    var summary: String {
        let rest = address.split(separator: "/").dropFirst().first ?? ""
        let host = rest.prefix { $0 != "?" }
        return "\(name), \(host)"
    }
}

/// A webhook that is enabled or disabled.
struct WebhookStatePayload: Sendable, TimelineDescribable {
    let program: String
    let webhook: String
    let isEnabled: Bool

    func describe(to summary: inout InputSummary) {
        summary.add("Webhook", webhook)
        summary.add("Enabled", isEnabled ? "yes" : "no")
    }
}

/// Enables or disables a webhook.
enum SetWebhookState: ReplyAction {
    static let description = "Enable or disable a webhook"

    static func reply(to context: ActionContext<ServerCall<WebhookStatePayload>>) async throws {
        let call = context.input
        let payload = call.payload
        try await call.server.database.write { database in
            let webhook = try call.webhook(payload.webhook, of: payload.program, database)
            guard try WebhookTable(database).set(payload.isEnabled ? .enabled : .disabled, of: webhook.id) else {
                return
            }
            try call.log(
                payload.isEnabled ? "webhookEnabled" : "webhookDisabled", webhook.name, in: payload.program, database)
        }
    }
}

/// Creates another secret for a webhook, which is returned once.
enum RotateWebhookSecret: ReplyAction {
    static let description = "Rotate the secret of a webhook"

    /// The new secret, and until when the earlier one signs as well.
    struct Rotated: Sendable {
        let secret: WebhookSecret
        let previousUntil: Int64
    }

    static func reply(to context: ActionContext<ServerCall<WebhookPayload>>) async throws -> Rotated {
        let call = context.input
        let payload = call.payload
        let now = call.server.clock.now()
        try call.requireConfirmation("rotate a secret")
        return try await call.server.database.write { database in
            let webhook = try call.webhook(payload.webhook, of: payload.program, database)
            let secret = try WebhookTable(database).rotateSecret(of: webhook, time: now)
            try call.log("webhookSecretRotated", webhook.name, in: payload.program, database)
            return Rotated(secret: secret, previousUntil: now + WebhookTable.overlap)
        }
    }
}

/// Deletes a webhook with its deliveries.
enum DeleteWebhook: ReplyAction {
    static let description = "Delete a webhook"

    static func reply(to context: ActionContext<ServerCall<WebhookPayload>>) async throws {
        let call = context.input
        let payload = call.payload
        try await call.server.database.write { database in
            let webhook = try call.webhook(payload.webhook, of: payload.program, database)
            try WebhookTable(database).delete(webhook.id)
            try call.log("webhookDeleted", webhook.summary, in: payload.program, database)
        }
    }
}

extension APIError {
    /// Nothing is sent to a webhook that is disabled.
    fileprivate static let disabledWebhook = APIError(
        status: .conflict, code: "webhook-disabled", message: "The webhook is disabled. Enable it first.")
}

/// Sends an event to a webhook without content.
enum TestWebhook: ReplyAction {
    static let description = "Send a test event"

    /// Returns the identifier of the delivery.
    static func reply(to context: ActionContext<ServerCall<WebhookPayload>>) async throws -> String {
        let call = context.input
        let payload = call.payload
        let author = try call.author()
        let now = call.server.clock.now()
        return try await call.server.database.write { database in
            let webhook = try call.webhook(payload.webhook, of: payload.program, database)
            guard webhook.state == .enabled else { throw APIError.disabledWebhook }
            return try Outbox(database).add(
                OutboxEvent(
                    .test, program: payload.program, environments: [],
                    data: ["author": ["name": .string(author.name), "source": .string(author.source.rawValue)]],
                    time: now), to: webhook.id)
        }
    }
}

/// Deliveries of a webhook that are read.
struct DeliveriesPayload: Sendable, TimelineDescribable {
    let program: String
    let webhook: String
    let state: WebhookDelivery.State?
    let before: DeliveryTable.Cursor?
    let limit: Int

    func describe(to summary: inout InputSummary) { summary.add("Webhook", webhook) }
}

/// Deliveries, the newest first.
struct DeliveryPage: Sendable {
    let deliveries: [WebhookDelivery]
    /// Where the next page begins, or `nil` after the last one.
    let next: String?
}

/// Lists the deliveries of a webhook.
enum ListDeliveries: ReplyAction {
    static let description = "List deliveries of a webhook"

    static func reply(to context: ActionContext<ServerCall<DeliveriesPayload>>) async throws -> DeliveryPage {
        let call = context.input
        let payload = call.payload
        let now = call.server.clock.now()
        return try await call.server.database.read { database in
            let webhook = try call.webhook(payload.webhook, of: payload.program, database)
            // One more than requested shows whether there is another page.
            var found = try DeliveryTable(database).page(
                of: webhook.id, state: payload.state, before: payload.before, limit: payload.limit + 1, at: now)
            guard found.count > payload.limit else { return DeliveryPage(deliveries: found, next: nil) }
            found.removeLast()
            return DeliveryPage(deliveries: found, next: found.last.map { "\($0.created)-\($0.id)" })
        }
    }
}

/// A delivery of a webhook.
struct DeliveryPayload: Sendable, TimelineDescribable {
    let program: String
    let webhook: String
    let delivery: String

    func describe(to summary: inout InputSummary) {
        summary.add("Webhook", webhook)
        summary.add("Delivery", delivery)
    }
}

/// Sends an event again, with all of its attempts.
enum SendDeliveryAgain: ReplyAction {
    static let description = "Send an event again"

    static func reply(to context: ActionContext<ServerCall<DeliveryPayload>>) async throws {
        let call = context.input
        let payload = call.payload
        let now = call.server.clock.now()
        try await call.server.database.write { database in
            let webhook = try call.webhook(payload.webhook, of: payload.program, database)
            guard webhook.state == .enabled else { throw APIError.disabledWebhook }
            guard try DeliveryTable(database).sendAgain(payload.delivery, of: webhook.id, at: now) else {
                throw StoreError.notFound("There is no such delivery. Load the list again.")
            }
        }
    }
}
