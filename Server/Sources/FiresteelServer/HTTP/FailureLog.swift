import FiresteelStore
import Logging
import Synchronization

/// Logs failed and refused requests: each kind once a minute, with the number of those in between.
///
/// While a database can't be used every request fails, and clients decide how many there are.
final class FailureLog: Sendable {
    private struct Kind {
        var logged: Int64
        var unlogged = 0
    }

    /// The time for which failures of one kind are only counted, in milliseconds.
    private static let interval: Int64 = 60_000

    /// The number of kinds beyond which old ones are forgotten.
    private static let maximumKinds = 1_000

    private let kinds = Mutex<[String: Kind]>([:])
    private let logger: Logger
    private let clock: ServerClock

    init(_ logger: Logger, clock: ServerClock) {
        self.logger = logger
        self.clock = clock
    }

    /// Logs a failure, or counts it.
    ///
    /// - Parameters:
    ///   - message: The kind of failure, one of a few.
    ///   - subject: The subject, if failures of one kind are counted separately for each.
    ///   - level: The level.
    ///   - metadata: The facts about this one.
    func record(
        _ message: StaticString, of subject: String = "", level: Logger.Level = .error,
        _ metadata: @autoclosure () -> Logger.Metadata
    ) {
        let now = clock.now()
        let name = subject.isEmpty ? "\(message)" : "\(message) \(subject)"
        let unlogged = kinds.withLock { kinds -> Int? in
            // A clock that was set back must not silence the log.
            if let kind = kinds[name], (kind.logged..<kind.logged + Self.interval).contains(now) {
                kinds[name]?.unlogged += 1
                return nil
            }
            if kinds.count >= Self.maximumKinds { kinds = kinds.filter { $0.value.logged + Self.interval > now } }
            return kinds.updateValue(Kind(logged: now), forKey: name)?.unlogged ?? 0
        }
        guard let unlogged else { return }
        var metadata = metadata()
        if unlogged > 0 { metadata["since-last"] = "\(unlogged)" }
        logger.log(level: level, "\(message)", metadata: metadata)
    }
}
