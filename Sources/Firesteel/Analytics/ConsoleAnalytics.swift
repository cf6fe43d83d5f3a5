import FiresteelTimeline

/// Writes each event as a line of text, to show the events that analytics would send.
///
/// ```
/// document-open.begin format=markdown length=1200
/// document-open.end (success, 12 ms) format=markdown length=1200
/// ```
public struct ConsoleAnalytics: AnalyticsProvider {
    /// `console`.
    public let name = "console"
    private let write: @Sendable (String) -> Void

    /// Creates a provider.
    ///
    /// - Parameter write: Receives each line, without its end. Standard output by default.
    public init(_ write: @escaping @Sendable (String) -> Void = { print($0) }) {
        self.write = write
    }

    /// Writes a line.
    public func record(_ event: AnalyticsEvent) {
        var parts = [event.fullName]
        if case .end(let outcome, let duration) = event.phase {
            parts.append("(\(outcome.identifier), \(DurationText.of(nanoseconds: duration.wholeNanoseconds)))")
        }
        parts += event.attributes.sorted { $0.key < $1.key }.map { key, value in
            let text = value.description
            // Other values are quoted, so that each event is one line and each value is unambiguous.
            let isPlain = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.:/".contains($0) }
            return isPlain ? "\(key)=\(text)" : "\(key)=\(text.debugDescription)"
        }
        write(parts.joined(separator: " "))
    }

    /// Does nothing: printed lines can't be removed.
    public func discard() {}
}

extension Duration {
    /// The duration in nanoseconds, 0 if negative.
    fileprivate var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (product, isTooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return isTooLong ? .max : product &+ UInt64(attoseconds / 1_000_000_000)
    }
}
