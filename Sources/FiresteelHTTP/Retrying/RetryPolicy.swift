/// How long to wait before trying again.
///
/// Each failure in a row doubles the time, up to a maximum. Half of it is drawn, so that programs that failed together don't
/// come back together. What a server says with `Retry-After` goes before it.
public struct RetryPolicy: Sendable {
    /// The time after the first failure.
    ///
    /// 1 s by default.
    public var first: Duration
    /// The longest time.
    ///
    /// 5 minutes by default.
    public var maximum: Duration
    /// Draws a number from 0 up to, but not including, 1.
    public var random: @Sendable () -> Double

    /// A policy.
    public init(
        first: Duration = .seconds(1), maximum: Duration = .seconds(300),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.first = first
        self.maximum = maximum
        self.random = random
    }

    /// The time to wait after a number of failures in a row.
    package func delay(after failures: Int) -> Duration {
        var delay = first
        for _ in 1..<max(failures, 2) where failures > 1 && delay < maximum { delay *= 2 }
        return min(delay, maximum) * (0.5 + random() / 2)
    }

    /// An interval, a tenth more or less.
    package func spread(_ interval: Duration) -> Duration { interval * (0.9 + random() / 5) }
}
