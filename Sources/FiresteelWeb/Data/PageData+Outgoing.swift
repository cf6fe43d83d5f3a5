extension PageData {
    /// The messages that the program stores to send to a server.
    public struct Outgoing: Codable, Sendable, Equatable {
        /// Whether the user has consented; otherwise nothing is stored.
        public var consent: Bool
        /// The number of waiting messages.
        public var waiting: Int
        /// Their size in bytes.
        public var bytes: Int
        /// The messages that are sent next, at most 20.
        public var messages: [OutgoingMessage]
        /// The number of messages that the server has.
        public var sent: Int
        /// The number of dropped messages.
        public var dropped: Int
        /// The last response of the server.
        public var answer: String?
        /// The time of that response.
        public var answered: Int64?
        /// The earliest time of the next attempt.
        public var next: Int64?
        /// The error that prevents messages from being stored.
        public var fault: String?

        /// Creates a description of what is stored.
        package init(
            consent: Bool, waiting: Int, bytes: Int, messages: [OutgoingMessage], sent: Int, dropped: Int,
            answer: String? = nil, answered: Int64? = nil, next: Int64? = nil, fault: String? = nil
        ) {
            self.consent = consent
            self.waiting = waiting
            self.bytes = bytes
            self.messages = messages
            self.sent = sent
            self.dropped = dropped
            self.answer = answer
            self.answered = answered
            self.next = next
            self.fault = fault
        }
    }

    /// A message that waits to be sent.
    public struct OutgoingMessage: Codable, Sendable, Equatable {
        /// The name of its file.
        public var name: String
        /// The kind: `crash`, `end`, `failure`, `request` or `segment`.
        public var kind: String
        /// The run.
        public var run: String
        /// The size in bytes.
        public var bytes: Int
        /// The time at which it was stored.
        public var stored: Int64

        /// Creates a message.
        package init(name: String, kind: String, run: String, bytes: Int, stored: Int64) {
            self.name = name
            self.kind = kind
            self.run = run
            self.bytes = bytes
            self.stored = stored
        }
    }
}
