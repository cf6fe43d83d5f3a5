import Synchronization

/// How many messages of programs were received, by what became of them.
final class IngestCounts: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// Counts messages.
    ///
    /// - Parameter outcome: `stored`, `repeated`, or the code of an error, of which there are few.
    func add(_ outcome: String, _ count: Int = 1) { counts.withLock { $0[outcome, default: 0] += count } }

    /// The counts by outcome.
    var all: [String: Int] { counts.withLock { $0 } }
}
