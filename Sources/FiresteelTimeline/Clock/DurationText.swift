/// Formats durations as text.
package enum DurationText {
    /// Returns the duration truncated to three figures, such as `412 ms`, `2.3 s` or `140 ns`, for detailed views.
    package static func of(nanoseconds: UInt64) -> String {
        switch nanoseconds {
        case ..<1_000: "\(nanoseconds) ns"
        case ..<1_000_000: "\(figures(nanoseconds, 1_000)) µs"
        case ..<1_000_000_000: "\(figures(nanoseconds, 1_000_000)) ms"
        case ..<60_000_000_000: "\(figures(nanoseconds, 1_000_000_000)) s"
        default: "\(figures(nanoseconds, 60_000_000_000)) min"
        }
    }

    /// Returns the duration rounded to a readable unit, such as `412 µs`, `41 ms`, `1.2 s` or `2.5 min`, for log lines.
    package static func rounded(nanoseconds: UInt64) -> String {
        switch nanoseconds {
        case ..<999_500: "\((nanoseconds + 500) / 1_000) µs"
        case ..<999_500_000: "\((nanoseconds + 500_000) / 1_000_000) ms"
        case ..<59_950_000_000: tenths((nanoseconds + 50_000_000) / 100_000_000) + " s"
        default: tenths(nanoseconds / 6_000_000_000) + " min"
        }
    }

    private static func figures(_ value: UInt64, _ unit: UInt64) -> String {
        let whole = value / unit
        let tenth = value % unit * 10 / unit
        return whole >= 100 || tenth == 0 ? "\(whole)" : "\(whole).\(tenth)"
    }

    private static func tenths(_ count: UInt64) -> String { "\(count / 10).\(count % 10)" }
}
