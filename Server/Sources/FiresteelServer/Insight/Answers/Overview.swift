import FiresteelBase
import FiresteelDatabase
import FiresteelStore

/// The figures of the overview.
struct InsightOverview {
    private let reader: InsightReader
    private let list: GroupList
    private let suspects: SuspectCache
    private let now: Int64

    init(_ database: any DatabaseConnection, scope: Int64, suspects: SuspectCache, now: Int64) {
        reader = InsightReader(database, scope: scope)
        list = GroupList(database, scope: scope, now: now)
        self.suspects = suspects
        self.now = now
    }

    func json() throws -> JSONValue {
        let day = InsightTime.day(of: now)
        let today = day..<day + InsightTime.day
        let sessions = try reader.counts(.sessions, today, value: "").byVersion()
        let total = sessions.values.reduce(0, +)
        let people = try reader.people(["all"], today)[""] ?? PeopleSketch()
        let week = day - 7 * InsightTime.day
        let elapsed = InsightTime.hour(of: now) + InsightTime.hour - day
        let lastWeek = try reader.series(.sessions, week..<week + elapsed).values.reduce(0, +)
        let history = try VersionHistory(reader)
        let firsts = Dictionary(uniqueKeysWithValues: history.entries.map { ($0.version, $0.first) })
        var members = try rates(today).objectValue ?? [:]
        members["sessions"] = .int(Int(total))
        members["people"] = .int(people.count)
        members["peopleAreEstimated"] = .bool(people.isEstimate)
        let groups = try groups()
        let versions = sessions.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
            .map { version, count -> JSONValue in
                let first = firsts[version].map { JSONValue.int(Int($0)) }
                return [
                    "version": .string(version), "sessions": .int(Int(count)),
                    "share": InsightForms.share(count, of: total), "first": first ?? .null,
                ]
            }
        let newest = history.newest.map { newest -> JSONValue in
            let count = sessions[newest.version] ?? 0
            return [
                "version": .string(newest.version), "first": .int(Int(newest.first)), "sessions": .int(Int(count)),
                "share": InsightForms.share(count, of: total),
            ]
        }
        return [
            "today": .object(members), "usual": try rates(day - 14 * InsightTime.day..<day),
            "sameTimeLastWeek": ["sessions": .int(Int(lastWeek))], "versions": .array(versions),
            "newest": newest ?? .null, "hours": try hours(), "groups": groups.counts, "worst": groups.worst,
            "covers": try InsightForms.covers(reader, today, people: people),
        ]
    }

    /// Returns the share of sessions that didn't end abnormally, and that of performs that failed.
    private func rates(_ period: Range<Int64>) throws -> JSONValue {
        let sessions = try reader.series(.sessions, period).values.reduce(0, +)
        let abnormal = try reader.series(.abnormal, period).values.reduce(0, +)
        let failures = try reader.counts(.failures, period).total
        let performs = try reader.counts(.successes, period).total + failures
        return [
            "crashFree": InsightForms.share(sessions - abnormal, of: sessions), "abnormal": .int(Int(abnormal)),
            "failedActions": InsightForms.share(failures, of: performs),
        ]
    }

    private func hours() throws -> JSONValue {
        let end = InsightTime.hour(of: now) + InsightTime.hour
        let period = end - 48 * InsightTime.hour..<end
        let sessions = try reader.series(.sessions, period)
        let abnormal = try reader.series(.abnormal, period)
        var reports: [Int64: Int64] = [:]
        for series in try reader.seriesByValue(.reports, period).values { reports.merge(series, uniquingKeysWith: +) }
        return .array(
            stride(from: period.lowerBound, to: period.upperBound, by: Int(InsightTime.hour)).map { hour -> JSONValue in
                [
                    "hour": .int(Int(hour)), "sessions": .int(Int(sessions[hour] ?? 0)),
                    "abnormal": .int(Int(abnormal[hour] ?? 0)), "reports": .int(Int(reports[hour] ?? 0)),
                ]
            })
    }

    private func groups() throws -> (counts: JSONValue, worst: JSONValue) {
        let open = try list.forms().filter { $0.root.state == .open }
        let worst = try list.lines(open).filter { $0.reports > 0 }.max { $0.weight < $1.weight }
        let counts: JSONValue = [
            "open": .int(open.count), "new": .int(open.count { $0.isNew(now) }),
            "reopened": .int(open.count { $0.root.isReopened }),
        ]
        return (counts, try worst.map { try list.json(of: $0, suspects: suspects) } ?? .null)
    }
}
