import Foundation

/// The time, as remote providers have it.
///
/// Tests give them another.
public struct RemoteClock: Sendable {
    /// Seconds since 1970.
    public var now: @Sendable () -> Double
    /// Waits, and ends early with an error when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// A clock.
    public init(
        now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The system's.
    public static let system = RemoteClock(
        now: { Date().timeIntervalSince1970 }, sleep: { try await Task.sleep(for: $0) })
}

extension Duration {
    /// The duration in seconds.
    package var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
