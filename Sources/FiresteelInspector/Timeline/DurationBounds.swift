/// The bounds of a duration in nanoseconds, as a filter states them: `>100ms`, `<=2s`.
struct DurationBounds: Hashable, Sendable {
    private var least: UInt64 = 0
    private var most: UInt64 = .max

    /// Creates the bounds that all comparisons state; `nil` if one can't be read.
    init?(_ comparisons: [String]) {
        for comparison in comparisons {
            guard narrow(comparison) else { return nil }
        }
    }

    /// Returns whether a duration is within the bounds.
    func contains(_ duration: UInt64) -> Bool { least <= duration && duration <= most }

    private mutating func narrow(_ comparison: String) -> Bool {
        let isEqualAllowed = comparison.dropFirst().first == "="
        guard let duration = Self.nanoseconds(comparison.dropFirst(isEqualAllowed ? 2 : 1)) else { return false }
        switch comparison.first {
        case ">": least = max(least, isEqualAllowed ? duration : duration + 1)
        case "<" where isEqualAllowed: most = min(most, duration)
        case "<" where duration > 0: most = min(most, duration - 1)
        case "<": (least, most) = (1, 0)  // No duration is below 0.
        default: return false
        }
        return true
    }

    /// The units, with their nanoseconds.
    private static let units: KeyValuePairs = [
        "ns": 1.0, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9, "h": 3_600e9,
    ]

    /// Returns a decimal number with a unit in nanoseconds, at most a year's.
    private static func nanoseconds(_ text: Substring) -> UInt64? {
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let unit = text.dropFirst(digits.count)
        guard digits.first != ".", digits.last != ".", let number = Double(digits),
            let scale = units.first(where: { $0.key == unit })?.value, number * scale <= 31_536_000e9
        else { return nil }
        return UInt64((number * scale).rounded())
    }
}
