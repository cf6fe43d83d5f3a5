/// How long what programs send is stored.
package struct InsightRetention: Sendable, Hashable {
    /// The days for which sessions are stored.
    package var sessionDays = 30
    /// The days for which reports are stored; the first and last of each group, those of rare groups, and pinned ones are
    /// stored as long as counts.
    package var reportDays = 90
    /// The days for which counts are stored.
    package var countDays = 396
    /// The days after which the counts of a day's hours are added up.
    package var hourlyDays = 14
    /// The bytes that reports of one environment may have; beyond them, the oldest that aren't kept are removed.
    package var reportBytes = 2 << 30
    /// The number of reports that one group may have; beyond it, those in the middle are removed.
    package var reportsPerGroup = 5_000
    /// A group with at most this many reports is rare.
    package var rareReports = 5
    /// The number of sessions that are stored of one environment; beyond it, those without a message for longest are removed.
    package var maximumSessions = 20_000_000
    /// The number of received messages that are known of one environment; beyond it, the oldest are forgotten.
    package var maximumMessages = 20_000_000

    /// Creates the default retention.
    package init() {}

    /// The range of days.
    package static let days = 1...3_650

    /// Returns the retention with other days.
    ///
    /// - Throws: `StoreError.invalid` for days beyond ``days``, or counts that are removed before sessions or reports.
    package func with(sessionDays: Int, reportDays: Int, countDays: Int) throws(StoreError) -> InsightRetention {
        for (name, days) in [("Sessions", sessionDays), ("Reports", reportDays), ("Figures", countDays)]
        where !Self.days.contains(days) {
            throw .invalid("\(name) are stored for 1 to 3,650 days, not \(days).")
        }
        guard countDays >= sessionDays, countDays >= reportDays else {
            throw .invalid("Figures are stored at least as long as sessions and reports.")
        }
        var retention = self
        (retention.sessionDays, retention.reportDays, retention.countDays) = (sessionDays, reportDays, countDays)
        return retention
    }
}

extension SettingTable {
    /// Returns the retention with the days that an administrator has set, if any.
    ///
    /// - Parameter configured: The retention of the server's options.
    package func retention(_ configured: InsightRetention) throws -> InsightRetention {
        guard let days = try value(.retention)?.split(separator: " ").compactMap({ Int($0) }) else { return configured }
        return try configured.with(sessionDays: days[0], reportDays: days[1], countDays: days[2])
    }

    /// Sets the days of a retention.
    package func set(_ retention: InsightRetention) throws {
        try set(.retention, to: "\(retention.sessionDays) \(retention.reportDays) \(retention.countDays)")
    }
}
