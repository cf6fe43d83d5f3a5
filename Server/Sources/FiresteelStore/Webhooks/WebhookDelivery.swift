/// One event for one webhook.
package struct WebhookDelivery: Codable, Sendable, Hashable {
    /// Whether it is still to be sent, and how it ended if not.
    package enum State: String, Codable, Sendable, CaseIterable {
        /// An attempt is due or under way.
        case pending
        /// The receiver accepted it.
        case delivered
        /// All attempts failed.
        case failed
    }

    private enum CodingKeys: String, CodingKey {
        case id, event, type, environments, state, attempts, isSending, lastAttempt, status, answer, duration
        case created = "time"
        case due = "next"
    }

    /// The identifier.
    package let id: String
    /// The identifier of the event, the same in all messages about it.
    package let event: String
    /// The event's type.
    package let type: String
    /// The environments that the event concerns.
    package let environments: [String]
    /// The time of the event, in milliseconds since 1970.
    package let created: Int64
    /// Whether it is still to be sent.
    package let state: State
    /// The number of attempts.
    package let attempts: Int
    /// The time of the next attempt, if it is pending.
    package let due: Int64?
    /// Whether an attempt is under way.
    package let isSending: Bool
    /// The time of the last attempt.
    package let lastAttempt: Int64?
    /// The status of the last response, if there was one.
    package let status: Int?
    /// The beginning of the last response, or why there was none.
    package let answer: String
    /// The duration of the last attempt, in milliseconds.
    package let duration: Int64?
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

/// The result of an attempt to send.
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
