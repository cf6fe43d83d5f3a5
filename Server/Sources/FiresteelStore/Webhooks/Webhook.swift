/// A receiver of a program's events.
package struct Webhook: Sendable, Hashable {
    /// Whether events are sent, and why not.
    package enum State: String, Codable, Sendable, CaseIterable {
        /// Events are sent.
        case enabled
        /// A person disabled it.
        case disabled
        /// The receiver no longer exists: it answered with 410.
        case gone
        /// No delivery succeeded for days.
        case failing
    }

    /// The identifier.
    package let id: String
    /// The program.
    package let program: String
    /// The name.
    package var name: String
    /// The address that receives events.
    package var address: String
    /// The types of the events that it wants.
    package var events: Set<WebhookEventType>
    /// The environments whose events it wants, or `nil` for all, also those added later.
    package var environments: Set<String>?
    /// Whether events are sent.
    package var state: State
    /// The secret that signs its messages.
    package var secret: WebhookSecret
    /// The secret before the last rotation.
    package var previousSecret: WebhookSecret?
    /// The time until which the previous secret signs as well, in milliseconds since 1970.
    package var previousUntil: Int64
    /// The time of creation, in milliseconds since 1970.
    package let created: Int64
    /// The name of the person who created it.
    package let createdBy: String

    /// Returns the secrets that sign messages at a time, the current one first.
    package func secrets(at time: Int64) -> [WebhookSecret] {
        guard let previousSecret, time < previousUntil else { return [secret] }
        return [secret, previousSecret]
    }
}

/// The results of a webhook's attempts.
package struct WebhookHealth: Sendable, Hashable {
    /// The time of the first failure since the last success, in milliseconds since 1970.
    package var failingSince: Int64?
    /// The time before which the receiver wants no message.
    package var pausedUntil: Int64
    /// The time of the last success.
    package var lastSuccess: Int64?
    /// The number of pending deliveries.
    package var pending: Int64
}
