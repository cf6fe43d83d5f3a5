import FiresteelBase
import FiresteelCatalogue
import FiresteelDatabase
import FiresteelStore
import FiresteelTimeline

/// The use of a program.
struct Behaviour {
    private let reader: InsightReader
    private let list: GroupList
    private let period: Range<Int64>
    private let hours: Int64
    private let version: String?
    private let people: BehaviourPeople
    private static let maximumLines = 200

    init(_ database: any DatabaseConnection, scope: Int64, hours: Int, version: String?, now: Int64) {
        reader = InsightReader(database, scope: scope)
        list = GroupList(database, scope: scope, now: now)
        self.hours = Int64(hours)
        period = InsightReader.period(hours: Int64(hours), now: now)
        self.version = version == "" ? nil : version
        people = BehaviourPeople(reader, period, version: self.version, now: now)
    }

    /// Returns the figures.
    ///
    /// - Parameters:
    ///   - known: The features of the newest catalogue, with their names.
    ///   - names: The names of actions.
    func json(known: [KnownFeature], names: ActionNames) throws -> JSONValue {
        let featureNames = Dictionary(known.map { ($0.feature, $0.name) }, uniquingKeysWith: { first, _ in first })
        let actions = try actionFigures()
        let (users, everyone) = try (people.usersByFeature(), people.people("all"))
        let all = everyone.period[""] ?? PeopleSketch()
        let forms = try list.forms()
        // What several figures are of is read once, since each measure has a row for each hour or day, version and value.
        let (uses, durations) = try (reader.sums(.uses, period, version: version), actionDurations())
        let sessions = try reader.series(.sessions, period, version: version)
        return [
            "features": features(actions, featureNames, uses, durations, users.period, of: all.count),
            "days": try days(sessions), "failures": try failures(actions, names, featureNames, FailureGroups(forms)),
            "topGroups": try topGroups(forms, of: sessions.values.reduce(0, +)),
            "refusals": try refusals(featureNames), "actions": table(actions, names, durations),
            "unused": try unused(known, uses, users, sessions, of: everyone.month[""]?.count ?? 0),
            "covers": try InsightForms.covers(reader, period, version: version, people: all),
        ]
    }

    struct Figures {
        var successes: Int64 = 0
        var failures: Int64 = 0
        var cancellations: Int64 = 0
        var interruptions: Int64 = 0
        var performs: Int64 { successes + failures + cancellations + interruptions }
    }

    private func actionFigures() throws -> [String: Figures] {
        var figures: [String: Figures] = [:]
        let paths: [(InsightMeasure, WritableKeyPath<Figures, Int64>)] = [
            (.successes, \.successes), (.failures, \.failures), (.cancellations, \.cancellations),
            (.interruptions, \.interruptions),
        ]
        for (measure, path) in paths {
            for (value, count) in try reader.sums(measure, period, version: version) {
                figures[value, default: Figures()][keyPath: path] = count
            }
        }
        return figures
    }

    /// Returns the durations of performs by action.
    private func actionDurations() throws -> [String: DurationHistogram] {
        var counts: [String: [Int: Int]] = [:]
        for (value, count) in try reader.sums(.durations, period, version: version) where count > 0 {
            guard let (action, last) = CountKey.splitLast(value), let bucket = Int(last) else { continue }
            counts[action, default: [:]][bucket] = Int(count)
        }
        return counts.compactMapValues { DurationHistogram(counts: $0) }
    }

    private static func seconds(_ microseconds: Double?) -> JSONValue {
        microseconds.map { .double($0 / 1_000_000) } ?? .null
    }

    private func features(
        _ actions: [String: Figures], _ names: [String: String], _ uses: [String: Int64],
        _ durations: [String: DurationHistogram], _ people: [String: PeopleSketch], of everyone: Int
    ) -> JSONValue {
        // The durations of a feature are those of its actions, which are read anyway. Its own counts would be more rows.
        var histograms: [String: DurationHistogram] = [:]
        for (action, histogram) in durations {
            histograms[CountKey.action.parts(in: action).first, default: DurationHistogram()].add(histogram)
        }
        var figures: [String: Figures] = [:]
        for (action, figure) in actions {
            let feature = CountKey.action.parts(in: action).first
            figures[feature, default: Figures()].successes += figure.successes
            figures[feature]?.failures += figure.failures
            figures[feature]?.cancellations += figure.cancellations
            figures[feature]?.interruptions += figure.interruptions
        }
        var lines: [(people: Int, sessions: Int64, feature: String, json: JSONValue)] = []
        for (value, sessions) in uses {
            guard let feature = CountKey.feature.name(in: value) else { continue }
            let sketch = people[value] ?? PeopleSketch()
            let figure = figures[feature] ?? Figures()
            let histogram = histograms[feature]
            var time: Double?
            if let histogram {
                let all = histogram.counts.reduce(0.0) { $0 + Self.middle(of: $1.key) * Double($1.value) }
                time = all / Double(max(sessions, 1))
            }
            var members: [String: JSONValue] = [
                "feature": .string(feature), "name": .string(names[feature] ?? Self.lastPart(feature)),
                "people": .int(sketch.count), "peopleAreEstimated": .bool(sketch.isEstimate),
                "sessions": .int(Int(sessions)), "performs": .int(Int(figure.performs)),
                "failures": .int(Int(figure.failures)),
            ]
            members["peopleShare"] = InsightForms.share(Int64(sketch.count), of: Int64(everyone))
            members["failureShare"] = InsightForms.share(figure.failures, of: figure.performs)
            members["medianDuration"] = Self.seconds(histogram?.quantile(0.5))
            members["time"] = Self.seconds(time)
            lines.append((-sketch.count, -sessions, feature, .object(members)))
        }
        lines.sort { ($0.people, $0.sessions, $0.feature) < ($1.people, $1.sessions, $1.feature) }
        return .array(lines.prefix(Self.maximumLines).map(\.json))
    }

    /// The middle of a bucket of durations, in microseconds.
    private static func middle(of bucket: Int) -> Double {
        let low = DurationHistogram.lowerBound(of: bucket)
        guard bucket + 1 < DurationHistogram.bucketCount else { return low }
        return (low + DurationHistogram.lowerBound(of: bucket + 1)) / 2
    }

    private static func lastPart(_ feature: String) -> String {
        String(feature.split(separator: "/").last ?? feature[...])
    }

    private func days(_ sessionSeries: [Int64: Int64]) throws -> JSONValue {
        let length = hours <= InsightReader.hourlyLimit ? InsightTime.hour : InsightTime.day
        func sums(_ series: [Int64: Int64]) -> [Int64: Int64] {
            series.reduce(into: [:]) { $0[$1.key - $1.key % length, default: 0] += $1.value }
        }
        let sessions = sums(sessionSeries)
        let abnormal = try sums(reader.series(.abnormal, period, version: version))
        let name = length == InsightTime.day ? "day" : "hour"
        return .array(
            stride(from: period.lowerBound, to: period.upperBound, by: Int(length)).map { start -> JSONValue in
                [
                    name: .int(Int(start)),
                    "sessions": .int(Int(sessions[start] ?? 0)), "abnormal": .int(Int(abnormal[start] ?? 0)),
                    "share": InsightForms.share(abnormal[start] ?? 0, of: sessions[start] ?? 0),
                ]
            })
    }

    private func failures(
        _ actions: [String: Figures], _ names: ActionNames, _ featureNames: [String: String], _ groups: FailureGroups
    ) throws -> JSONValue {
        let errors = try reader.sums(.errors, period, version: version)
        return .array(
            errors.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.prefix(50).compactMap {
                value, count -> JSONValue? in
                guard let (key, error) = CountKey.splitLast(value) else { return nil }
                let (path, action) = CountKey.action.parts(in: key)
                let figure = actions[key] ?? Figures()
                let found = groups.find(feature: path, action: action, error: error)
                let own = found.first
                var name = names.json(path, action)
                // What reports say about an action that no catalogue has.
                if name == .null, let known = own?.root.actionName, !known.isEmpty { name = .string(known) }
                let feature = featureNames[path] ?? own?.root.featureName ?? ""
                var members: [String: JSONValue] = [
                    "feature": .string(path), "action": .string(action), "name": name,
                    "featureName": .string(feature.isEmpty ? Self.lastPart(path) : feature),
                    "error": .string(error), "count": .int(Int(count)), "performs": .int(Int(figure.performs)),
                    "interrupted": .int(Int(figure.interruptions)),
                ]
                members["share"] = InsightForms.share(count, of: figure.performs)
                members["groups"] = .array(found.prefix(20).map { .string($0.root.id) })
                return .object(members)
            })
    }

    private func topGroups(_ forms: [GroupForm], of sessions: Int64) throws -> JSONValue {
        let reports = try reader.sums(.reports, period, version: version)
        let lines = forms.map { form in
            (form: form, reports: form.identifiers.reduce(0) { $0 + (reports[$1] ?? 0) })
        }.filter { $0.reports > 0 }.sorted { ($1.reports, $0.form.root.id) < ($0.reports, $1.form.root.id) }
        return .array(
            lines.prefix(10).map { line -> JSONValue in
                [
                    "id": .string(line.form.root.id), "title": .string(line.form.root.title),
                    "kind": .string(line.form.root.kind), "reports": .int(Int(line.reports)),
                    "share": InsightForms.share(line.reports, of: sessions),
                ]
            })
    }

    private func refusals(_ featureNames: [String: String]) throws -> JSONValue {
        let counts = try reader.sums(.refusals, period, version: version)
        let people = try reader.people(["refusals"], period, version: version)
        return .array(
            counts.map { ($0.key, $0.value, people[$0.key] ?? PeopleSketch()) }
                .sorted { (-$0.2.count, -$0.1, $0.0) < (-$1.2.count, -$1.1, $1.0) }.prefix(Self.maximumLines)
                .map { value, count, sketch -> JSONValue in
                    let (feature, reason) = CountKey.parts(of: value)
                    return [
                        "feature": .string(feature), "reason": .string(reason),
                        "name": .string(featureNames[feature] ?? Self.lastPart(feature)),
                        "people": .int(sketch.count), "peopleAreEstimated": .bool(sketch.isEstimate),
                        "count": .int(Int(count)),
                    ]
                })
    }

    private func table(
        _ actions: [String: Figures], _ names: ActionNames, _ durations: [String: DurationHistogram]
    ) -> JSONValue {
        .array(
            actions.sorted { (-$0.value.performs, $0.key) < (-$1.value.performs, $1.key) }.prefix(Self.maximumLines)
                .map { value, figure -> JSONValue in
                    let (feature, action) = CountKey.action.parts(in: value)
                    return [
                        "feature": .string(feature), "action": .string(action), "name": names.json(feature, action),
                        "performs": .int(Int(figure.performs)), "failures": .int(Int(figure.failures)),
                        "interruptions": .int(Int(figure.interruptions)),
                        "p50": Self.seconds(durations[value]?.quantile(0.5)),
                        "p95": Self.seconds(durations[value]?.quantile(0.95)),
                    ]
                })
    }

    /// Returns features of the newest catalogue that fewer than one person in a thousand used in 30 days.
    ///
    /// - Parameters:
    ///   - known: The features.
    ///   - shown: The uses in the shown period and version.
    ///   - users: Who used features.
    ///   - sessions: The sessions by hour in the shown period and version.
    ///   - everyone: The number of people in 30 days.
    private func unused(
        _ known: [KnownFeature], _ shown: [String: Int64], _ users: BehaviourPeople.Users,
        _ sessions: [Int64: Int64], of everyone: Int
    ) throws -> JSONValue {
        let isShown = version == nil && period == people.month
        let uses = try isShown ? shown : reader.sums(.uses, people.month)
        // A program may be known for less than 30 days.
        let first = try (isShown ? sessions : reader.series(.sessions, people.month)).keys.min()
        var seen: Set<String> = []
        let features = known.filter { seen.insert($0.feature).inserted }
        let used = features.map { CountKey.feature.key($0.feature) }.filter { (uses[$0] ?? 0) > 0 }
        let month = try people.monthUsers(of: used, users, atLeast: (everyone + 999) / 1_000)
        return .array(
            features.compactMap { one -> JSONValue? in
                let value = CountKey.feature.key(one.feature)
                let sessions = uses[value] ?? 0
                let count = sessions > 0 ? month[value]?.count ?? 0 : 0
                guard sessions == 0 || (everyone > 0 && count * 1_000 < everyone) else { return nil }
                return [
                    "feature": .string(one.feature), "name": .string(one.name), "people": .int(count),
                    "sessions": .int(Int(sessions)), "days": 30, "since": first.map { JSONValue.int(Int($0)) } ?? .null,
                ]
            })
    }
}
