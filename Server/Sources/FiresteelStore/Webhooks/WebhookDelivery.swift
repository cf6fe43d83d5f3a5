/// One event for one webhook.
public struct WebhookDelivery: Sendable, Hashable {
    /// Whether it is still to be sent, and how it ended if not.
    public enum State: String, Sendable, CaseIterable {
        /// An attempt is due or under way.
        case pending
        /// The receiver accepted it.
        case delivered
        /// All attempts failed.
        case failed
    }

    /// The identifier.
    public let id: String
    /// The identifier of the event, the same in all messages about it.
    public let event: String
    /// The event's type.
    public let type: String
    /// The environments that the event concerns.
    public let environments: [String]
    /// The time of the event, in milliseconds since 1970.
    public let created: Int64
    /// Whether it is still to be sent.
    public let state: State
    /// The number of attempts.
    public let attempts: Int
    /// The time of the next attempt, if it is pending.
    public let due: Int64
    /// Whether an attempt is under way.
    public let isSending: Bool
    /// The time of the last attempt.
    public let lastAttempt: Int64?
    /// The status of the last response, if there was one.
    public let status: Int?
    /// The beginning of the last response, or why there was none.
    public let answer: String
    /// The duration of the last attempt, in milliseconds.
    public let duration: Int64?
}

/// A delivery that this process sends: its lease excludes others.
package struct ClaimedDelivery: Sendable, Hashable {
    package let id: String
    package let webhook: Webhook
    package let event: String
    package let type: String
    package let environments: [String]
    package let time: Int64
    package let page: String
    /// The event's data in JSON.
    package let data: String
    /// The number of attempts, with this one.
    package let attempts: Int
    package let holder: String
}

/// What an attempt to send led to.
package struct DeliveryOutcome: Sendable, Hashable {
    /// The status of the response, or `nil` without one.
    package var status: Int?
    /// The beginning of the response, or why there was none.
    package var answer: String
    /// The duration, in milliseconds.
    package var duration: Int64
    /// The time for which the receiver wants no message, in milliseconds, if it said so.
    package var retryAfter: Int64?

    package init(status: Int?, answer: String, duration: Int64 = 0, retryAfter: Int64? = nil) {
        self.status = status
        self.answer = answer
        self.duration = duration
        self.retryAfter = retryAfter
    }

    /// Whether the receiver accepted the message.
    package var isSuccess: Bool { status.map { (200...299).contains($0) } ?? false }
}
