import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

/// Notifying other systems of events of a program.
enum Webhooks: OperationFeature {
    static let description = "Notify other systems of events of a program"
    static let right = Right.role(.admin)
    static let operations = declareOperations(
        ListWebhooks.self, CreateWebhook.self, UpdateWebhook.self, SetWebhookState.self, RotateWebhookSecret.self,
        DeleteWebhook.self, TestWebhook.self, ListDeliveries.self, SendDeliveryAgain.self)

    fileprivate static let path = "/programs/{program}/webhooks"
    static let webhook = "\(path)/{webhook}"
}

extension ServerCall {
    /// Returns a webhook that the caller may manage.
    func webhook(_ id: String, of program: String, _ database: any DatabaseConnection) throws -> Webhook {
        guard let webhook = try WebhookTable(database).webhook(id, of: program) else {
            throw StoreError.notFound("There is no such webhook. Load the list again.")
        }
        try requireRights(in: program, webhook.environments)
        return webhook
    }
}

/// Webhooks with their health, without their secrets.
struct WebhookList: Codable, NamedSchema {
    struct Entry: Codable {
        let id, name, address: String
        let events: [WebhookEventType]
        let environments: Set<String>?
        let state: Webhook.State
        let created: Int64
        let createdBy: String
        let failingSince, pausedUntil, lastSuccess: Int64?
        let pending: Int64
        let previousUntil: Int64?

        init(_ webhook: Webhook, _ health: WebhookHealth) {
            (id, name, address, state) = (webhook.id, webhook.name, webhook.address, webhook.state)
            events = webhook.events.sorted { $0.rawValue < $1.rawValue }
            environments = webhook.environments
            (created, createdBy) = (webhook.created, webhook.createdBy)
            (failingSince, lastSuccess, pending) = (health.failingSince, health.lastSuccess, health.pending)
            pausedUntil = health.pausedUntil > 0 ? health.pausedUntil : nil
            previousUntil = webhook.previousSecret == nil ? nil : webhook.previousUntil
        }
    }

    static let schemaName = "Webhooks"
    let webhooks: [Entry]
}

/// Lists the webhooks that the caller may manage.
struct ListWebhooks: ServerOperation, Decodable {
    static let description = "List webhooks"
    static let endpoint = OperationEndpoint(
        .get, Webhooks.path, "listWebhooks", "Lists the webhooks of a program")
    let program: String

    func perform(_ call: ServerCall) async throws -> WebhookList {
        let own = call.caller.membership(in: program)
        return try await call.server.database.read { database in
            let webhooks = try WebhookTable(database).all(of: program).filter { webhook, _ in
                guard let allowed = own?.environments else { return true }
                return webhook.environments?.isSubset(of: allowed) ?? false
            }
            return WebhookList(webhooks: webhooks.map { WebhookList.Entry($0.webhook, $0.health) })
        }
    }
}

/// The settings of a webhook that is created or changed.
struct WebhookDraft: Decodable, Sendable {
    static let schemas: [String: JSONValue] = [
        "name": ["type": "string", "minLength": 1, "maxLength": 100],
        "address": ["type": "string", "maxLength": 2000],
        "events": Schema.list(Schema.word(WebhookEventType.selectable.map(\.rawValue))),
    ]
    let name, address: String
    let events: [String]
    let environments: Set<String>?

    /// Returns the settings as stored.
    ///
    /// - Throws: What is wrong with them.
    func checked(_ policy: AddressPolicy) throws(HTTPProblem) -> WebhookTable.Draft {
        let types = events.compactMap(WebhookEventType.init).filter { $0 != .test }
        guard types.count == events.count else {
            throw .badRequest("“events” has an element that is no type of an event.")
        }
        guard environments?.allSatisfy(Identifier.isValid) ?? true else {
            throw .badRequest("“environments” has an element that is no identifier of an environment.")
        }
        guard (1...100).contains(name.count) else { throw .invalid("Enter a name of 1 to 100 characters.") }
        guard !types.isEmpty else { throw .invalid("Select at least one event.") }
        guard environments.map({ (1...20).contains($0.count) }) ?? true else {
            throw .invalid("Select 1 to 20 environments, or all.")
        }
        do {
            let target = try policy.target(address)
            return WebhookTable.Draft(name: name, address: target.text, events: Set(types), environments: environments)
        } catch {
            throw .invalid("\(error)")
        }
    }

    /// Throws if an environment doesn't exist.
    func checkEnvironments(of program: String, _ database: any DatabaseConnection) throws {
        guard let program = try ProgramTable(database).program(program) else {
            throw StoreError.notFound("There is no program “\(program)”.")
        }
        let unknown = (environments ?? []).subtracting(program.environments.map(\.id))
        guard unknown.isEmpty else {
            throw StoreError.notFound("There is no environment “\(unknown.sorted().joined(separator: ", "))”.")
        }
    }

    // The address may contain a secret of the receiver.
    func describe(to summary: inout InputSummary) {
        summary.add("Name", name)
        summary.hide("Address")
    }
}

/// Creates a webhook, whose secret is returned once.
struct CreateWebhook: ServerOperation, Decodable {
    static let description = "Create a webhook"
    static let endpoint = OperationEndpoint(
        .post, Webhooks.path, "createWebhook", "Creates a webhook, whose secret is returned once",
        body: WebhookDraft.schemas, status: .created)
    let program: String
    let draft: WebhookDraft

    init(from decoder: any Decoder) throws {
        program = try ProgramInput(from: decoder).program
        draft = try WebhookDraft(from: decoder)
    }

    func describe(to summary: inout InputSummary) { draft.describe(to: &summary) }

    func perform(_ call: ServerCall) async throws -> CreatedWebhook {
        let author = try call.author()
        try call.requireRights(in: program, draft.environments)
        // It sends what happens in the program to another system.
        try call.requireConfirmation("create a webhook")
        let checked = try draft.checked(call.server.webhooks.policy)
        return try await call.server.database.write { database in
            try draft.checkEnvironments(of: program, database)
            let webhook = try WebhookTable(database).create(checked, of: program, by: author.name, time: call.now)
            try call.log("webhookCreated", webhook.summary, in: program, database)
            return CreatedWebhook(id: webhook.id, secret: webhook.secret.text)
        }
    }
}

/// A new webhook.
struct CreatedWebhook: Codable {
    let id, secret: String
}

/// Changes name, address, events and environments of a webhook.
struct UpdateWebhook: ServerOperation, Decodable {
    static let description = "Change a webhook"
    static let endpoint = OperationEndpoint(
        .put, Webhooks.webhook, "updateWebhook", "Changes name, address, events and environments of a webhook",
        body: WebhookDraft.schemas)
    let target: WebhookInput
    let draft: WebhookDraft

    init(from decoder: any Decoder) throws {
        target = try WebhookInput(from: decoder)
        draft = try WebhookDraft(from: decoder)
    }

    func describe(to summary: inout InputSummary) { draft.describe(to: &summary) }

    func perform(_ call: ServerCall) async throws {
        try call.requireRights(in: target.program, draft.environments)
        try call.requireConfirmation("change a webhook")
        let checked = try draft.checked(call.server.webhooks.policy)
        try await call.server.database.write { database in
            var webhook = try call.webhook(target.webhook, of: target.program, database)
            try draft.checkEnvironments(of: target.program, database)
            try WebhookTable(database).update(webhook.id, to: checked)
            (webhook.name, webhook.address) = (checked.name, checked.address)
            try call.log("webhookChanged", webhook.summary, in: target.program, database)
        }
    }
}

/// A webhook in an operation's path.
struct WebhookInput: Decodable, Sendable {
    let program, webhook: String
}

extension Webhook {
    /// The name and the host, for the access log: the rest of the address may be a secret of the receiver.
    fileprivate var summary: String {
        let rest = address.split(separator: "/").dropFirst().first ?? ""
        return "\(name), \(rest.prefix { $0 != "?" })"
    }
}

/// Enables or disables a webhook.
struct SetWebhookState: ServerOperation, Decodable {
    static let description = "Enable or disable a webhook"
    static let endpoint = OperationEndpoint(
        .put, "\(Webhooks.webhook)/state", "setWebhookState", "Enables or disables a webhook")
    let program, webhook: String
    let isEnabled: Bool

    func describe(to summary: inout InputSummary) { summary.add("Enabled", isEnabled ? "yes" : "no") }

    func perform(_ call: ServerCall) async throws {
        try await call.server.database.write { database in
            let webhook = try call.webhook(webhook, of: program, database)
            guard try WebhookTable(database).set(isEnabled ? .enabled : .disabled, of: webhook.id) else { return }
            try call.log(isEnabled ? "webhookEnabled" : "webhookDisabled", webhook.name, in: program, database)
        }
    }
}

/// Creates another secret for a webhook, which is returned once.
struct RotateWebhookSecret: ServerOperation, Decodable {
    static let description = "Rotate the secret of a webhook"
    static let endpoint = OperationEndpoint(
        .post, "\(Webhooks.webhook)/secret", "rotateWebhookSecret",
        "Creates another secret, which is returned once; the earlier one signs as well for 24 hours", status: .created)
    let program, webhook: String

    func perform(_ call: ServerCall) async throws -> RotatedSecret {
        try call.requireConfirmation("rotate a secret")
        let now = call.now
        return try await call.server.database.write { database in
            let webhook = try call.webhook(webhook, of: program, database)
            let secret = try WebhookTable(database).rotateSecret(of: webhook, time: now)
            try call.log("webhookSecretRotated", webhook.name, in: program, database)
            return RotatedSecret(secret: secret.text, previousUntil: now + WebhookTable.overlap)
        }
    }
}

/// A webhook's new secret, and until when the earlier one signs as well.
struct RotatedSecret: Codable {
    let secret: String
    let previousUntil: Int64
}

/// Deletes a webhook with its deliveries.
struct DeleteWebhook: ServerOperation, Decodable {
    static let description = "Delete a webhook"
    static let endpoint = OperationEndpoint(
        .delete, Webhooks.webhook, "deleteWebhook", "Deletes a webhook with its deliveries")
    let program, webhook: String

    func perform(_ call: ServerCall) async throws {
        try await call.server.database.write { database in
            let webhook = try call.webhook(webhook, of: program, database)
            try WebhookTable(database).delete(webhook.id)
            try call.log("webhookDeleted", webhook.summary, in: program, database)
        }
    }
}
