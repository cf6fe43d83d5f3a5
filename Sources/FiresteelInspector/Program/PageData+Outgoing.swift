import FiresteelInsight
import FiresteelTimeline

extension PageData {
    /// The messages that the program stores to send to a server.
    struct Outgoing: Codable, Sendable, Equatable {
        /// Whether the user has consented; otherwise nothing is stored.
        var consent: Bool
        /// The number of waiting messages.
        var waiting: Int
        /// Their size in bytes.
        var bytes: Int
        /// The messages that are sent next, at most 20.
        var messages: [OutgoingMessage]
        /// The number of messages that the server has.
        var sent: Int
        /// The number of dropped messages.
        var dropped: Int
        /// The last response of the server.
        var answer: String?
        /// The time of that response.
        var answered: Int64?
        /// The earliest time of the next attempt.
        var next: Int64?
        /// The error that prevents messages from being stored.
        var fault: String?
    }

    /// A message that waits to be sent.
    struct OutgoingMessage: Codable, Sendable, Equatable {
        /// The name of its file.
        var name: String
        /// The kind: `crash`, `end`, `failure`, `request` or `segment`.
        var kind: String
        /// The run.
        var run: String
        /// The size in bytes.
        var bytes: Int
        /// The time at which it was stored.
        var stored: Int64
    }
}

extension PageData.Outgoing {
    /// The number of messages that are listed.
    private static let most = 20

    /// Creates a description of the folder beside the runs, or returns `nil` if the program stores nothing there.
    init?(beside runs: RunFolder) {
        let folder = InsightFolder(of: runs)
        let (consent, messages) = (folder.hasConsent, folder.messages())
        guard consent || !messages.isEmpty else { return nil }
        let status = folder.status
        self.init(
            consent: consent, waiting: messages.count, bytes: messages.reduce(0) { $0 + $1.bytes },
            messages: messages.prefix(Self.most).map { message in
                PageData.OutgoingMessage(
                    name: message.id, kind: message.kind.rawValue, run: message.run, bytes: message.bytes,
                    stored: Self.microseconds(message.time))
            },
            sent: status.sent, dropped: status.droppedCount, answer: status.answer,
            answered: status.answered.map(Self.microseconds), next: status.next.map(Self.microseconds),
            fault: status.error)
    }

    private static func microseconds(_ milliseconds: Int64) -> Int64 {
        let (product, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000)
        return overflow ? .max : product
    }
}
