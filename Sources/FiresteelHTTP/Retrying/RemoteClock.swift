import Foundation

/// The clock of remote providers.
///
/// Tests replace it.
public struct RemoteClock: Sendable {
    /// The current time, in seconds since 1970.
    public var now: @Sendable () -> Double
    /// A function that waits for a duration, or throws when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a clock.
    public init(
        now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The system's clock.
    public static let system = RemoteClock(
        now: { Date().timeIntervalSince1970 }, sleep: { try await Task.sleep(for: $0) })
}

extension Duration {
    /// The duration in seconds.
    package var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
