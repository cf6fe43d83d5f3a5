public import Foundation

/// The clock by which purchases expire.
///
/// The clock isn't polled: a task that waits for an expiration sleeps until that date.
public struct PurchaseClock: Sendable {
    /// The current wall-clock time.
    public var now: @Sendable () -> Date
    /// A function that returns when the wall clock reaches a time, or throws when its task is cancelled.
    public var sleep: @Sendable (_ until: Date) async throws -> Void

    /// Creates a custom clock, for example for tests.
    public init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (_ until: Date) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The system's clock.
    ///
    /// While an expiration is pending, it is read once an hour, in case the user changes the time.
    public static let system = PurchaseClock(
        now: { Date() },
        sleep: { end in
            while true {
                let rest = end.timeIntervalSinceNow
                guard rest > 0 else { return }
                try await ContinuousClock().sleep(for: .seconds(min(rest, 3_600)))
            }
        })
}
