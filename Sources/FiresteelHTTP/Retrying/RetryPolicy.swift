/// A policy of delays between attempts.
///
/// Each consecutive failure doubles the delay, up to a maximum. Half of it is random, so that programs that failed
/// together don't retry together. A server's `Retry-After` takes precedence.
public struct RetryPolicy: Sendable {
    /// The delay after the first failure.
    ///
    /// 1 s by default.
    public var first: Duration
    /// The maximum delay.
    ///
    /// 5 minutes by default.
    public var maximum: Duration
    /// A random number from 0 up to, but not including, 1.
    public var random: @Sendable () -> Double

    /// Creates a policy.
    public init(
        first: Duration = .seconds(1), maximum: Duration = .seconds(300),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.first = first
        self.maximum = maximum
        self.random = random
    }

    /// Returns the delay after a number of consecutive failures.
    package func delay(after failures: Int) -> Duration {
        var delay = first
        for _ in 1..<max(failures, 2) where failures > 1 && delay < maximum { delay *= 2 }
        return min(delay, maximum) * (0.5 + random() / 2)
    }

    /// Returns an interval, varied by up to a tenth.
    package func spread(_ interval: Duration) -> Duration { interval * (0.9 + random() / 5) }
}
