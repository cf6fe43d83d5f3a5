import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    private static let webhooks = "\(root)/programs/{program}/webhooks"
    private static let webhook = "\(webhooks)/{webhook}"

    /// Webhooks of a program and their deliveries.
    var webhookEndpoints: [Endpoint] { webhookSettingEndpoints + deliveryEndpoints }

    private var webhookSettingEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: Self.webhooks, id: "listWebhooks", summary: "Lists the webhooks of a program",
                access: .role(.viewer), response: "Webhooks"
            ) { request in
                let found: [WebhookState] = try await perform(
                    Webhooks.list, ProgramPayload(program: request.parameter("program")), for: request)
                return APIResponse(json: ["webhooks": .array(found.map(\.json))])
            },
            Endpoint(
                method: .post, path: Self.webhooks, id: "createWebhook",
                summary: "Creates a webhook, whose secret is returned once", access: .role(.viewer),
                request: Self.draftSchema, response: "CreatedWebhook", status: .created
            ) { request in
                let created: Webhook = try await perform(Webhooks.create, draft(request), for: request)
                return APIResponse(
                    status: .created, json: ["id": .string(created.id), "secret": .string(created.secret.text)])
            },
            Endpoint(
                method: .put, path: Self.webhook, id: "updateWebhook",
                summary: "Changes name, address, events and environments of a webhook", access: .role(.viewer),
                request: Self.draftSchema, response: nil, status: .noContent
            ) { request in
                let _: Void = try await perform(Webhooks.update, draft(request), for: request)
                return .empty
            },
            Endpoint(
                method: .put, path: "\(Self.webhook)/state", id: "setWebhookState",
                summary: "Enables or disables a webhook", access: .role(.viewer),
                request: Schema.object(["isEnabled": Schema.boolean]), response: nil, status: .noContent
            ) { request in
                guard case .bool(let isEnabled)? = try request.object()["isEnabled"] else {
                    throw APIError.malformed("“isEnabled” has to be true or false.")
                }
                let _: Void = try await perform(
                    Webhooks.setState,
                    WebhookStatePayload(
                        program: request.parameter("program"), webhook: request.parameter("webhook"),
                        isEnabled: isEnabled), for: request)
                return .empty
            },
            Endpoint(
                method: .post, path: "\(Self.webhook)/secret", id: "rotateWebhookSecret",
                summary: "Creates another secret, which is returned once; the earlier one signs as well for 24 hours",
                access: .role(.viewer), response: "RotatedSecret", status: .created
            ) { request in
                let rotated: RotateWebhookSecret.Rotated = try await perform(
                    Webhooks.rotateSecret, payload(request), for: request)
                return APIResponse(
                    status: .created,
                    json: [
                        "secret": .string(rotated.secret.text), "previousUntil": .int(Int(rotated.previousUntil)),
                    ])
            },
            Endpoint(
                method: .delete, path: Self.webhook, id: "deleteWebhook",
                summary: "Deletes a webhook with its deliveries", access: .role(.viewer), response: nil,
                status: .noContent
            ) { request in
                let _: Void = try await perform(Webhooks.delete, payload(request), for: request)
                return .empty
            },
        ]
    }

    private var deliveryEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .post, path: "\(Self.webhook)/tests", id: "testWebhook",
                summary: "Sends a test event to a webhook", access: .role(.viewer), response: "CreatedDelivery",
                status: .accepted
            ) { request in
                let id: String = try await perform(Webhooks.test, payload(request), for: request)
                return APIResponse(status: .accepted, json: ["id": .string(id)])
            },
            Endpoint(
                method: .get, path: "\(Self.webhook)/deliveries", id: "listDeliveries",
                summary: "Lists the deliveries of a webhook, the newest first", access: .role(.viewer),
                query: [
                    .init(
                        name: "state", description: "Only deliveries in this state",
                        schema: Schema.word(WebhookDelivery.State.allCases.map(\.rawValue))),
                    .init(name: "before", description: "The value “next” of the page before"),
                    .init(
                        name: "limit", description: "The most deliveries to return, 50 by default",
                        schema: ["type": "integer", "minimum": 1, "maximum": 200]),
                ], response: "Deliveries"
            ) { request in
                let page: DeliveryPage = try await perform(
                    Webhooks.listDeliveries, deliveriesPayload(request), for: request)
                return APIResponse(
                    json: [
                        "deliveries": .array(page.deliveries.map(\.json)),
                        "next": page.next.map { .string($0) } ?? .null,
                    ])
            },
            Endpoint(
                method: .post, path: "\(Self.webhook)/deliveries/{delivery}/repeat", id: "sendDeliveryAgain",
                summary: "Sends an event again, with the same identifier", access: .role(.viewer), response: nil,
                status: .noContent
            ) { request in
                let _: Void = try await perform(
                    Webhooks.sendAgain,
                    DeliveryPayload(
                        program: request.parameter("program"), webhook: request.parameter("webhook"),
                        delivery: request.parameter("delivery")), for: request)
                return .empty
            },
        ]
    }

    private static let draftSchema = Schema.object([
        "name": ["type": "string", "minLength": 1, "maxLength": 100],
        "address": ["type": "string", "maxLength": 2000],
        "events": Schema.list(Schema.word(WebhookEventType.selectable.map(\.rawValue))),
        "environments": Schema.optional(["type": "array", "items": Schema.string]),
    ])

    private func payload(_ request: APIRequest) -> WebhookPayload {
        WebhookPayload(program: request.parameter("program"), webhook: request.parameter("webhook"))
    }

    private func draft(_ request: APIRequest) throws(APIError) -> WebhookDraftPayload {
        let body = try request.object()
        guard case .array(let list)? = body["events"] else {
            throw .malformed("“events” is missing, or isn't a list.")
        }
        var events: Set<WebhookEventType> = []
        for element in list {
            guard case .string(let name) = element, let event = WebhookEventType(rawValue: name), event != .test else {
                throw .malformed("“events” has an element that is no type of an event.")
            }
            events.insert(event)
        }
        var environments: Set<String>?
        switch body["environments"] {
        case nil, .null?: break
        case .array(let list)?:
            environments = []
            for element in list {
                guard case .string(let name) = element, Identifier.isValid(name) else {
                    throw .malformed("“environments” has an element that is no identifier of an environment.")
                }
                environments?.insert(name)
            }
        default: throw .malformed("“environments” isn't a list.")
        }
        return WebhookDraftPayload(
            program: request.parameter("program"), webhook: request.parameter("webhook"), name: try body.text("name"),
            address: try body.text("address"), events: events, environments: environments)
    }

    private func deliveriesPayload(_ request: APIRequest) throws(APIError) -> DeliveriesPayload {
        let state = request.query["state"].map { WebhookDelivery.State(rawValue: $0) }
        if case .some(nil) = state { throw .malformed("“state” has to be pending, delivered or failed.") }
        var before: DeliveryTable.Cursor?
        if let text = request.query["before"] {
            let parts = text.split(separator: "-", maxSplits: 1)
            guard parts.count == 2, let created = Int64(parts[0]) else {
                throw .malformed("“before” isn't the value “next” of a page.")
            }
            before = DeliveryTable.Cursor(created: created, id: String(parts[1]))
        }
        return DeliveriesPayload(
            program: request.parameter("program"), webhook: request.parameter("webhook"), state: state ?? nil,
            before: before, limit: try request.int("limit", in: 1...200, default: 50))
    }
}

extension WebhookState {
    /// The webhook, without its secrets.
    var json: FlagValue {
        func time(_ value: Int64?) -> FlagValue { value.map { .int(Int($0)) } ?? .null }
        return [
            "id": .string(webhook.id), "name": .string(webhook.name), "address": .string(webhook.address),
            "events": .array(webhook.events.map(\.rawValue).sorted().map { .string($0) }),
            "environments": webhook.environments.map { .array($0.sorted().map { .string($0) }) } ?? .null,
            "state": .string(webhook.state.rawValue), "created": .int(Int(webhook.created)),
            "createdBy": .string(webhook.createdBy), "failingSince": time(health.failingSince),
            "pausedUntil": health.pausedUntil > 0 ? time(health.pausedUntil) : .null,
            "lastSuccess": time(health.lastSuccess), "pending": .int(Int(health.pending)),
            "previousUntil": webhook.previousSecret == nil ? .null : time(webhook.previousUntil),
        ]
    }
}

extension WebhookDelivery {
    /// The delivery.
    var json: FlagValue {
        [
            "id": .string(id), "event": .string(event), "type": .string(type), "time": .int(Int(created)),
            "environments": .array(environments.map { .string($0) }), "state": .string(state.rawValue),
            "attempts": .int(attempts), "next": state == .pending ? .int(Int(due)) : .null,
            "isSending": .bool(isSending), "lastAttempt": lastAttempt.map { .int(Int($0)) } ?? .null,
            "status": status.map { .int($0) } ?? .null, "answer": .string(answer),
            "duration": duration.map { .int(Int($0)) } ?? .null,
        ]
    }
}

extension OpenAPIDocument {
    /// The schemas of webhooks.
    static let webhookSchemas: [String: FlagValue] = {
        let nullable: FlagValue = ["type": ["integer", "null"]]
        return [
            "Webhooks": Schema.object([
                "webhooks": Schema.list(
                    Schema.object([
                        "id": Schema.string, "name": Schema.string, "address": Schema.string,
                        "events": Schema.list(Schema.string),
                        "environments": ["type": ["array", "null"], "items": Schema.string],
                        "state": Schema.word(Webhook.State.allCases.map(\.rawValue)), "created": Schema.integer,
                        "createdBy": Schema.string, "failingSince": nullable, "pausedUntil": nullable,
                        "lastSuccess": nullable, "pending": Schema.integer, "previousUntil": nullable,
                    ]))
            ]),
            "CreatedWebhook": Schema.object(["id": Schema.string, "secret": Schema.string]),
            "RotatedSecret": Schema.object(["secret": Schema.string, "previousUntil": Schema.integer]),
            "CreatedDelivery": Schema.object(["id": Schema.string]),
            "Deliveries": Schema.object([
                "deliveries": Schema.list(
                    Schema.object([
                        "id": Schema.string, "event": Schema.string, "type": Schema.string, "time": Schema.integer,
                        "environments": Schema.list(Schema.string),
                        "state": Schema.word(WebhookDelivery.State.allCases.map(\.rawValue)),
                        "attempts": Schema.integer, "next": nullable, "isSending": Schema.boolean,
                        "lastAttempt": nullable, "status": nullable, "answer": Schema.string, "duration": nullable,
                    ])), "next": ["type": ["string", "null"]],
            ]),
        ]
    }()
}
