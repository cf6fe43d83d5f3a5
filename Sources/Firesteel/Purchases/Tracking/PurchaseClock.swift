public import Foundation

/// The time by which purchases expire.
///
/// Nothing asks for the time again and again: whoever waits for a purchase to expire sleeps until then.
public struct PurchaseClock: Sendable {
    /// What a clock on the wall shows.
    public var now: @Sendable () -> Date
    /// Returns when the clock on the wall shows a time or later, or throws when its task is cancelled.
    public var sleep: @Sendable (_ until: Date) async throws -> Void

    /// A clock of one's own, as for tests.
    public init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (_ until: Date) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The device's clock.
    ///
    /// It is looked at once an hour while somebody waits, for the case that the person sets it.
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
