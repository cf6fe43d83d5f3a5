import FiresteelBase
import FiresteelDatabase
import FiresteelStatistics
import FiresteelStore

/// Whether a change helped: the rate of a group before and after it.
struct SwitchEffect {
    /// The longest period before the change.
    private static let memory = InsightTime.day
    /// The longest period after it.
    private static let watch = 7 * InsightTime.day
    /// The period around the change whose reports are shown by ``ReportBars/finest``.
    private static let near = 2 * InsightTime.hour
    /// A change helps unless the rate is certainly above this share of the earlier one.
    private static let least = 0.5

    private let database: any DatabaseConnection
    private let reader: InsightReader
    private let form: GroupForm
    private let change: Change
    private let now: Int64
    /// The day before which hours are added up, so that only whole days can be compared.
    private let folded: Int64

    init(
        _ database: any DatabaseConnection, scope: Int64, _ form: GroupForm, _ change: Change, now: Int64,
        hourlyDays: Int = InsightRetention().hourlyDays
    ) {
        self.database = database
        reader = InsightReader(database, scope: scope)
        self.form = form
        self.change = change
        self.now = now
        folded = InsightTime.day(of: now - Int64(hourlyDays) * InsightTime.day)
    }

    func json() throws -> JSONValue {
        // Before the first report there is nothing to compare.
        let first = max(InsightTime.hour(of: form.first.first), InsightTime.hour(of: change.time - Self.memory))
        let start = min(first, change.time)
        let end = min(now, change.time + Self.watch)
        let (before, after) = try (
            counts(comparable(start, change.time, isBefore: true)),
            counts(comparable(change.time, max(change.time, end), isBefore: false))
        )
        let stratum = RateStratum(exposed: after.rates, unexposed: before.rates)
        let interval = try RateRatioSequence().interval([stratum])
        let ratio = RateRatio([stratum])?.estimate
        let (verdict, text) = Self.verdict(interval, isComparable: stratum.isComparable)
        let bars = try bars(from: start)
        let rate = before.rates.rate
        return [
            "change": .object(change.switchForm), "verdict": .string(verdict), "text": .string(text),
            "before": .object(before.json),
            "after": .object(
                after.json.merging([
                    "expected": rate.map { .double($0 * Double(after.rates.total)) } ?? .null,
                    "atMost": rate.map { interval.upper.isFinite ? .double(min(1, interval.upper * $0)) : .null }
                        ?? .null,
                ]) { $1 }), "ratio": ratio.map(JSONValue.finite) ?? .null,
            "interval": [.finite(interval.lower), .finite(interval.upper)],
            "reports": .array(bars.bars.map(\.json)), "unit": .int(Int(bars.unit)), "isExact": .bool(bars.isExact),
            "isEstimated": .bool(start < folded || !change.time.isMultiple(of: InsightTime.hour)),
        ]
    }

    /// Returns a period that can be compared: where hours are added up, it consists of whole days, without that of the change.
    private func comparable(_ start: Int64, _ end: Int64, isBefore: Bool) -> Range<Int64> {
        func day(_ time: Int64, roundsUp: Bool = false) -> Int64 {
            guard time < folded else { return time }
            return InsightTime.day(of: roundsUp ? time + InsightTime.day - 1 : time)
        }
        let first = day(start, roundsUp: !isBefore)
        return first..<max(first, day(end))
    }

    private static func verdict(_ interval: ConfidenceInterval, isComparable: Bool) -> (String, String) {
        if isComparable, interval.upper < 1 { return ("helped", "It helped") }
        if isComparable, interval.lower > least { return ("not", "It didn't help") }
        return ("early", "Too early to say")
    }

    private struct Counts {
        let period: Range<Int64>
        let affected: Int
        /// The affected ones of all sessions; none where no session is known, of which reports alone say nothing.
        let rates: RateCounts

        var json: [String: JSONValue] {
            [
                "from": .int(Int(period.lowerBound)), "until": .int(Int(period.upperBound)),
                "affected": .int(affected), "sessions": .int(rates.total),
                "rate": rates.rate.map { .double($0) } ?? .null,
            ]
        }
    }

    /// Returns the sessions that began in a period, and those with reports in it.
    ///
    /// Sessions with the action are counted by the hour. Those of an hour that isn't within the period as a whole are apportioned
    /// by when all sessions of that hour began, and by time if that is no longer stored.
    private func counts(_ period: Range<Int64>) throws -> Counts {
        guard !period.isEmpty else { return Counts(period: period, affected: 0, rates: .none) }
        let hours = InsightTime.hour(of: period.lowerBound)..<period.upperBound
        let subject = form.baseSubject
        var sessions = 0.0
        for (hour, count) in try reader.series(.sessions, of: [subject], hours) {
            // The current hour counts only until now.
            let end = min(hour + InsightTime.hour, max(now, hour + 1))
            let part = max(hour, period.lowerBound)..<max(hour, period.lowerBound, min(end, period.upperBound))
            guard part != hour..<end else {
                sessions += Double(count)
                continue
            }
            let share = try reader.share(ofSessionsIn: hour, beganIn: part)
            sessions += Double(count) * (share ?? Double(part.upperBound - part.lowerBound) / Double(end - hour))
        }
        let placeholders = Array(repeating: "?", count: form.identifiers.count).joined(separator: ", ")
        let row = try database.query(
            """
            SELECT COUNT(*) AS n FROM (SELECT DISTINCT run, session FROM insight_reports
            WHERE scope = ? AND group_id IN (\(placeholders)) AND time >= ? AND time < ?) AS affected
            """,
            [.int(reader.scope)] + form.identifiers.map { .text($0) }
                + [.int(period.lowerBound), .int(period.upperBound)]
        ).first
        let affected = try row?.int("n") ?? 0
        let all = Int(sessions.rounded())
        guard all > 0 else { return Counts(period: period, affected: affected, rates: .none) }
        return try Counts(
            period: period, affected: affected, rates: RateCounts(affected: affected, of: max(affected, all)))
    }

    /// Returns the reports around the change: by five minutes at first, then by hour, and by day once hours are added up.
    ///
    /// Bars begin at the change as long as the times of all reports are stored, so that none is of both sides.
    private func bars(from start: Int64) throws -> ReportBars {
        let end = max(change.time, min(now, change.time + Self.watch)) + 1
        let isNear = now - change.time <= Self.near
        let unit = isNear ? ReportBars.finest : start < folded ? InsightTime.day : InsightTime.hour
        return try ReportBars(
            database, reader, form, (isNear ? change.time - Self.near : start)..<end, from: change.time, unit: unit)
    }
}
