import FiresteelHTTPServer

/// A stream of server-sent events.
package actor ServerSentEvents: HTTPBodyStream {
    private var greeting: String?
    private let events: AsyncStream<String>
    private let onClose: @Sendable () -> Void

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - greeting: The first event, which the client receives at once.
    ///   - events: The others.
    ///   - onClose: Called after the last event was sent or the client disconnected.
    package init(greeting: String? = nil, _ events: AsyncStream<String>, onClose: @escaping @Sendable () -> Void = {}) {
        self.greeting = greeting
        self.events = events
        self.onClose = onClose
    }

    /// Returns the text of an event with JSON on one line.
    package static func event(_ name: String, _ json: String) -> String { "event: \(name)\ndata: \(json)\n\n" }

    package func next() async throws -> [UInt8]? {
        if let greeting {
            self.greeting = nil
            return Array(greeting.utf8)
        }
        for await event in events { return Array(event.utf8) }
        return nil
    }

    package func close() { onClose() }
}
