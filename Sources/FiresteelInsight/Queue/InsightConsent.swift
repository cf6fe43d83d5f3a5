import FiresteelBase
import FiresteelTimeline

/// The beginning of the user's consent.
struct InsightConsent: Sendable, Hashable {
    /// The time in microseconds since 1970.
    let since: Int64
    /// The start of the machine in which it was given, in hexadecimal digits.
    let boot: String
    /// The reading of the clock of runs.
    let monotonic: UInt64

    init(since: Int64, in header: RunHeader, at monotonic: UInt64) {
        self.since = since
        boot = Hexadecimal.text(header.boot)
        self.monotonic = monotonic
    }

    init?(_ value: JSONValue?) {
        guard case .object(let members)? = value, case .int(let since)? = members["since"],
            case .string(let boot)? = members["boot"], case .int(let monotonic)? = members["monotonic"], monotonic >= 0
        else { return nil }
        self.since = Int64(since)
        self.boot = boot
        self.monotonic = UInt64(monotonic)
    }

    var value: JSONValue {
        ["since": .int(Int(since)), "boot": .string(boot), "monotonic": .int(Int(clamping: monotonic))]
    }

    /// Returns the beginning as a reading of a run's clock, 0 if the run started later.
    func beginning(in header: RunHeader) -> UInt64 {
        // Within one start of the machine the clock of runs decides, which can't be set.
        if isOfBoot(header) {
            return monotonic > header.startMonotonic ? monotonic : 0
        }
        guard since > header.started else { return 0 }
        let (nanoseconds, isTooLong) = UInt64(since - header.started).multipliedReportingOverflow(by: 1_000)
        let (time, isTooLate) = header.startMonotonic.addingReportingOverflow(nanoseconds)
        return isTooLong || isTooLate ? .max : time
    }

    /// Whether a clock that was ahead dated the consent to the future, so that everything until then would be older.
    /// - Parameter now: The time in microseconds since 1970.
    func isAhead(of now: Int64, in header: RunHeader) -> Bool { since > now && !isOfBoot(header) }

    /// Returns whether it was given in the start of the machine in which a run took place.
    private func isOfBoot(_ header: RunHeader) -> Bool {
        boot == Hexadecimal.text(header.boot) && header.boot.contains { $0 != 0 }
    }
}
