import FiresteelBase
import FiresteelDatabase
import FiresteelStore

/// A group's page: the failure, the affected people, and the steps before.
struct GroupDetail {
    private let database: any DatabaseConnection
    private let reader: InsightReader
    private let list: GroupList
    private let form: GroupForm
    private let period: Range<Int64>
    private let now: Int64
    /// The day before which hours are added up.
    private let folded: Int64

    /// The age of a first report up to which bars are as fine as the times of reports allow.
    private static let young = 6 * InsightTime.hour
    /// The time before the first report that the bars of such a group show.
    private static let lead = InsightTime.hour / 2
    /// The number of reports whose steps are compared.
    private static let comparedReports = 200

    init(
        _ database: any DatabaseConnection, scope: Int64, _ form: GroupForm, hours: Int, now: Int64, hourlyDays: Int
    ) {
        self.database = database
        reader = InsightReader(database, scope: scope)
        list = GroupList(database, scope: scope, now: now)
        self.form = form
        period = InsightReader.period(hours: Int64(hours), now: now)
        self.now = now
        folded = InsightTime.day(of: now - Int64(hourlyDays) * InsightTime.day)
    }

    func json() throws -> JSONValue {
        let affected = try reader.counts(.sessions, of: form.subjects, period)
        let subject = form.baseSubject
        let base = try reader.counts(.sessions, of: [subject], period)
        let merged = form.parts.filter { $0.id != form.root.id }.map { part -> JSONValue in
            ["id": .string(part.id), "title": .string(part.title)]
        }
        return [
            "group": try list.json(of: form), "what": try what(affected, base, subject), "who": who(affected, base),
            "steps": try steps(), "merged": .array(merged), "covers": try InsightForms.covers(reader, period),
        ]
    }

    // MARK: What

    private func what(
        _ affected: [InsightReader.Count], _ base: [InsightReader.Count], _ subject: String
    ) throws -> JSONValue {
        let reports = try reader.series(.reports, of: form.subjects, period).values.reduce(0, +)
        let bars = try bars()
        let sessions = affected.byVersion().values.reduce(0, +)
        // A report may arrive before the summary of its session.
        let all = max(base.byVersion().values.reduce(0, +), sessions)
        let people = try reader.people(["groups"], period, values: form.subjects)
        let union = people.values.reduce(into: PeopleSketch()) { $0.formUnion($1) }
        let versions = Set(affected.map(\.version))
        let releases = try VersionHistory(reader).releases
            .filter { period.contains($0.first) && versions.contains($0.version) }
        let firsts = releases.map { release -> JSONValue in
            ["version": .string(release.version), "first": .int(Int(release.first))]
        }
        return [
            "reports": .int(Int(reports)), "people": .int(union.count),
            "peopleAreEstimated": .bool(union.isEstimate), "sessions": .int(Int(sessions)),
            "base": ["subject": .string(subject.isEmpty ? "all" : "action"), "sessions": .int(Int(all))],
            "share": InsightForms.share(sessions, of: all), "bars": .array(bars.bars.map(\.json)),
            "unit": .int(Int(bars.unit)), "releases": .array(firsts),
        ]
    }

    /// Returns the bars of the period: of a young group by five minutes from its first report on, by hour, and by day where
    /// hours are added up.
    private func bars() throws -> ReportBars {
        let first = form.first.first
        if first >= period.lowerBound, first <= now, now - first <= Self.young {
            let start = max(period.lowerBound, first - Self.lead)
            return try ReportBars(
                database, reader, form, start..<now + 1, from: InsightTime.hour(of: now), unit: ReportBars.finest)
        }
        let unit = period.lowerBound < folded ? InsightTime.day : InsightTime.hour
        return try ReportBars(database, reader, form, period, from: period.lowerBound, unit: unit)
    }

    // MARK: Who

    private func who(_ affected: [InsightReader.Count], _ base: [InsightReader.Count]) -> JSONValue {
        let sessions = affected.byVersion()
        let total = sessions.values.reduce(0, +)
        let versions = base.byVersion().merging(sessions) { max($0, $1) }
        let all = versions.values.reduce(0, +)
        let (ofGroup, ofAll) = (affected.byValue, base.byValue)
        func line(_ value: JSONValue, _ part: Int64, _ whole: Int64) -> [String: JSONValue] {
            [
                "value": value, "affected": .int(Int(part)), "affectedShare": InsightForms.share(part, of: total),
                "all": .int(Int(max(part, whole))), "allShare": InsightForms.share(max(part, whole), of: all),
            ]
        }
        func lines(_ kind: CountKey) -> [(text: String, line: [String: JSONValue], part: Int64)] {
            Set(ofGroup.keys).union(ofAll.keys).compactMap { value in
                let part = ofGroup[value] ?? 0
                return kind.name(in: value).map { ($0, line(.string($0), part, ofAll[value] ?? 0), part) }
            }.sorted { (-$0.part, $0.text) < (-$1.part, $1.text) }
        }
        let variants = lines(.variant).prefix(300).map { text, line, _ -> JSONValue in
            let (flag, variant) = CountKey.parts(of: text)
            var members = line
            members["value"] = nil
            members["flag"] = .string(flag)
            members["variant"] = .string(variant)
            members["strata"] = strata(of: CountKey.variant.key(text), affected, base, versions)
            return .object(members)
        }
        let versionLines = versions.sorted { one, other in
            let (left, right) = (sessions[one.key] ?? 0, sessions[other.key] ?? 0)
            return left != right ? left > right : one.key > other.key
        }.map { version, whole -> JSONValue in .object(line(.string(version), sessions[version] ?? 0, whole)) }
        let versionStrata = versions.sorted { $0.key < $1.key }.map { version, whole -> JSONValue in
            [
                "version": .string(version), "affected": .int(Int(sessions[version] ?? 0)),
                "total": .int(Int(whole)),
            ]
        }
        return [
            "versions": .array(versionLines),
            "systems": .array(lines(.system).prefix(50).map { JSONValue.object($0.line) }),
            "devices": .array(lines(.device).prefix(20).map { JSONValue.object($0.line) }),
            "variants": .array(variants), "versionStrata": .array(versionStrata),
        ]
    }

    /// Returns by version how many sessions with and without a variant were affected.
    private func strata(
        of value: String, _ affected: [InsightReader.Count], _ base: [InsightReader.Count], _ versions: [String: Int64]
    ) -> JSONValue {
        let (affectedAll, exposedAffected) = (affected.byVersion(), affected.byVersion(of: value))
        let exposed = base.byVersion(of: value)
        return .array(
            versions.sorted { $0.key < $1.key }.map { version, total -> JSONValue in
                let part = exposedAffected[version] ?? 0
                let with = min(max(exposed[version] ?? 0, part), total)
                let rest = min((affectedAll[version] ?? 0) - min(part, affectedAll[version] ?? 0), total - with)
                return [
                    "version": .string(version),
                    "exposed": ["affected": .int(Int(min(part, with))), "total": .int(Int(with))],
                    "unexposed": ["affected": .int(Int(rest)), "total": .int(Int(total - with))],
                ]
            })
    }

    // MARK: Steps

    private struct Step: Hashable {
        let feature: String
        let action: String
        let outcome: String
    }

    /// Returns the longest sequence of last steps that at least half of the newest reports have.
    private func steps() throws -> JSONValue {
        let heads = try ReportTable(database, scope: reader.scope).page(
            of: form.identifiers, before: .end, limit: Self.comparedReports
        ).heads
        var names: [Step: JSONValue] = [:]
        var durations: [Int64] = []
        var paths: [[Step]] = []
        for head in heads {
            var path: [Step] = []
            for line in head.steps.split(separator: "\n") {
                let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                guard parts.count == 6 else { continue }
                let step = Step(feature: parts[0], action: parts[1], outcome: parts[4])
                path.append(step)
                names[step] = ["feature": .string(parts[2]), "action": .string(parts[3])]
            }
            paths.append(path)
            if let last = head.steps.split(separator: "\t").last, let duration = Int64(last) {
                durations.append(duration)
            }
        }
        var common: [JSONValue] = []
        var matching = paths
        var depth = 1
        while true {
            let next = Dictionary(grouping: matching.filter { $0.count >= depth }, by: { $0[$0.count - depth] })
            guard let best = next.max(by: { ($0.value.count, $1.key.action) < ($1.value.count, $0.key.action) }),
                2 * best.value.count >= heads.count
            else { break }
            common.insert(
                [
                    "feature": .string(best.key.feature), "action": .string(best.key.action),
                    "outcome": .string(best.key.outcome), "names": names[best.key] ?? .null,
                    "reports": .int(best.value.count),
                ], at: 0)
            matching = best.value
            depth += 1
        }
        let median = durations.sorted()
        return [
            "reports": .int(heads.count), "common": .array(common),
            "last": [
                "outcome": common.last?.objectValue?["outcome"] ?? .null,
                "medianDuration": median.isEmpty ? JSONValue.null : .int(Int(median[median.count / 2])),
            ],
        ]
    }
}
