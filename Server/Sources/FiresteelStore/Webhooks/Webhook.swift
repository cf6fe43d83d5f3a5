/// Where events of a program are sent.
public struct Webhook: Sendable, Hashable {
    /// Whether events are sent, and why not.
    public enum State: String, Sendable, CaseIterable {
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
    public let id: String
    /// The program.
    public let program: String
    /// The name.
    public var name: String
    /// The address that receives events.
    public var address: String
    /// The types of the events that it wants.
    public var events: Set<WebhookEventType>
    /// The environments whose events it wants, or `nil` for all, also those added later.
    public var environments: Set<String>?
    /// Whether events are sent.
    public var state: State
    /// The secret that signs its messages.
    public var secret: WebhookSecret
    /// The secret before the last rotation.
    public var previousSecret: WebhookSecret?
    /// The time until which the previous secret signs as well, in milliseconds since 1970.
    public var previousUntil: Int64
    /// The time of creation, in milliseconds since 1970.
    public let created: Int64
    /// The name of the person who created it.
    public let createdBy: String

    /// Returns the secrets that sign messages at a time, the current one first.
    public func secrets(at time: Int64) -> [WebhookSecret] {
        guard let previousSecret, time < previousUntil else { return [secret] }
        return [secret, previousSecret]
    }
}

/// What the attempts of a webhook led to.
public struct WebhookHealth: Sendable, Hashable {
    /// The time of the first failure since the last success, in milliseconds since 1970.
    public var failingSince: Int64?
    /// The time before which the receiver wants no message.
    public var pausedUntil: Int64
    /// The time of the last success.
    public var lastSuccess: Int64?
    /// The number of pending deliveries.
    public var pending: Int64
}
