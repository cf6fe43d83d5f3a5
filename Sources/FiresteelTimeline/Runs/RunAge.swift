/// The maximum age of runs, by clocks of which one may have been set.
struct RunAge {
    /// The maximum age in microseconds, or `nil` if it is unlimited.
    private let limit: Int64?
    /// The time before which a run is too old, in microseconds since 1970.
    private let oldest: Int64
    /// Whether the time of day is trusted to remove runs.
    private let isCertain: Bool
    private let starting: RunHeader?

    /// An age limit below it is meant to remove everything, whatever the time.
    private static let shortest = Duration.seconds(86_400)

    /// - Parameters:
    ///   - starting: The run that starts, or `nil` if `now` is certain.
    ///   - identifiers: The runs of the folder.
    ///   - header: Returns the header of a run, or `nil` if it can't be read.
    init(
        _ age: Duration, now: Int64, starting: RunHeader?, among identifiers: [RunIdentifier],
        header: (RunIdentifier) -> RunHeader?
    ) {
        let (microseconds, isUncountable) = age.components.seconds.multipliedReportingOverflow(by: 1_000_000)
        let (oldest, isOutside) = now.subtractingReportingOverflow(microseconds)
        let isUnlimited = isUncountable || isOutside
        self.starting = starting
        self.oldest = !isUnlimited ? oldest : age > .zero ? .min : .max
        limit = isUnlimited && age > .zero ? nil : isUnlimited ? 0 : microseconds
        // A clock that was set ahead makes all runs old. So a run of an earlier start of the machine must confirm it: those
        // of this start have the same clock.
        let start = self.oldest
        isCertain =
            starting.map { starting in
                age < Self.shortest
                    || identifiers.contains {
                        $0.started >= start && $0.started <= now
                            && header($0).map { $0.boot != starting.boot } ?? false
                    }
            } ?? true
    }

    func isExceeded(by identifier: RunIdentifier, _ file: JournalFile) -> Bool {
        guard let starting, let limit, let header = try? Run(head: file).header, Self.isKnown(starting.boot),
            Self.isKnown(header.boot)
        else { return isCertain && identifier.started < oldest }
        if header.boot == starting.boot, starting.startMonotonic >= header.startMonotonic {
            // The monotonic clock of this start of the machine can't be set.
            return Int64(clamping: (starting.startMonotonic - header.startMonotonic) / 1_000) > limit
        }
        // A run of an earlier start of the machine is older than this start. It may be another machine's, which isn't.
        let isOlder = header.boot != starting.boot && Int64(clamping: starting.startMonotonic / 1_000) > limit
        return (isCertain || isOlder) && identifier.started < oldest
    }

    private static func isKnown(_ boot: [UInt8]) -> Bool { boot.contains { $0 != 0 } }
}
