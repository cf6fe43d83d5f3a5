import FiresteelBase
import FiresteelDatabase
import FiresteelStore

/// The reports of a group over time, as bars of equal length without gaps.
///
/// Bars begin at a moment, such as that of a change, so that none has reports from before and after it. That needs the time of
/// each report. Where these are no longer all stored, bars are hours in UTC, and the one with the moment within it is marked.
struct ReportBars {
    /// The finest bars, in milliseconds.
    static let finest: Int64 = 300_000
    /// The reports whose times are read.
    private static let maximumReports: Int64 = 5_000
    /// The times with bars: times beyond them are damaged, and have none.
    private static let times: ClosedRange<Int64> = -100_000_000_000_000...100_000_000_000_000

    struct Bar: Sendable, Hashable {
        /// Its beginning, in milliseconds since 1970.
        let time: Int64
        var reports: Int64
        /// Whether the moment is within it, so that it has reports from before and after.
        var isMixed = false

        /// The bar; `isMixed` is missing unless it is.
        var json: JSONValue {
            var members: [String: JSONValue] = ["time": .int(Int(time)), "reports": .int(Int(reports))]
            if isMixed { members["isMixed"] = true }
            return .object(members)
        }
    }

    /// The length of a bar, in milliseconds.
    let unit: Int64
    /// Whether the bars begin at the moment.
    let isExact: Bool
    /// The bars in order, the first one with the begin of the period, the last one with its end; none if a time is damaged.
    let bars: [Bar]

    /// Reads the bars of a period.
    ///
    /// - Parameters:
    ///   - database: The transaction.
    ///   - reader: Its counts.
    ///   - form: The group.
    ///   - period: The period, which isn't empty.
    ///   - moment: Where bars begin.
    ///   - unit: The length of a bar; without the times of reports at least an hour.
    init(
        _ database: any DatabaseConnection, _ reader: InsightReader, _ form: GroupForm, _ period: Range<Int64>,
        from moment: Int64, unit: Int64
    ) throws {
        guard Self.times.contains(moment), Self.times.contains(period.lowerBound), period.upperBound > 0,
            Self.times.contains(period.upperBound)
        else {
            self.unit = unit
            isExact = false
            bars = []
            return
        }
        let first = moment + Self.index(of: period.lowerBound, moment, unit) * unit
        let hours =
            InsightTime.hour(of: max(0, first))..<InsightTime.hour(of: period.upperBound - 1) + InsightTime.hour
        let counts = try reader.series(.reports, of: form.subjects, hours)
        let counted = counts.values.reduce(0, +)
        if unit < InsightTime.day, counted <= Self.maximumReports {
            let times = try ReportTable(database, scope: reader.scope).times(
                of: form.identifiers, hours, limit: Self.maximumReports)
            if Int64(times.count) >= counted {
                self.unit = unit
                isExact = true
                bars = Self.bars(times.map { ($0, 1) }, period, from: moment, unit: unit)
                return
            }
        }
        let long = max(unit, InsightTime.hour)
        self.unit = long
        isExact = (moment % long) == 0
        bars = Self.bars(counts.map { ($0.key, $0.value) }, period, from: 0, unit: long).map { bar in
            var bar = bar
            bar.isMixed = bar.time < moment && moment < bar.time + long
            return bar
        }
    }

    private static func bars(
        _ counts: [(time: Int64, reports: Int64)], _ period: Range<Int64>, from moment: Int64, unit: Int64
    ) -> [Bar] {
        let indices = index(of: period.lowerBound, moment, unit)...index(of: period.upperBound - 1, moment, unit)
        var sums: [Int64: Int64] = [:]
        for (time, reports) in counts { sums[index(of: time, moment, unit), default: 0] += reports }
        return indices.map { Bar(time: moment + $0 * unit, reports: sums[$0] ?? 0) }
    }

    /// Returns the number of the bar of a time, 0 for the one that begins at the moment.
    private static func index(of time: Int64, _ moment: Int64, _ unit: Int64) -> Int64 {
        let (quotient, remainder) = (time - moment).quotientAndRemainder(dividingBy: unit)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
