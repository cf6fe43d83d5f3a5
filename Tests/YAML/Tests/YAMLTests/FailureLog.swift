import Logging

/// The failed reads that a reader of a file logs, at the level debug.
struct FailureLog: LogHandler {
    let lines: AsyncStream<String>
    private let logged: AsyncStream<String>.Continuation
    var logLevel = Logger.Level.debug
    var metadata: Logger.Metadata = [:]

    init() { (lines, logged) = AsyncStream.makeStream() }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let message = event.message.description
        if message.hasPrefix("Reload check failed") { logged.yield(message) }
    }
}
