import FiresteelBase
import FiresteelDatabase
import FiresteelStore

/// The actions that follow an action, and the funnel of a sequence.
struct Sequences {
    /// The sessions of a day that are read for a funnel.
    private static let sample: Int64 = 2_000

    private let reader: InsightReader
    private let period: Range<Int64>
    private let version: String?

    init(_ database: any DatabaseConnection, scope: Int64, hours: Int, version: String?, now: Int64) {
        reader = InsightReader(database, scope: scope)
        period = InsightReader.period(hours: Int64(hours), now: now)
        self.version = version == "" ? nil : version
    }

    /// Returns the actions that follow an action.
    ///
    /// - Parameters:
    ///   - feature: The path of the action's feature.
    ///   - action: The identifier of the action.
    ///   - names: The names of actions.
    func next(feature: String, action: String, names: ActionNames) throws -> JSONValue {
        let name = CountKey.action.key(feature, action)
        func count(_ measure: InsightMeasure) throws -> Int64 {
            try reader.series(measure, value: name, period, version: version).values.reduce(0, +)
        }
        let interrupted = try count(.interruptions)
        let performs = try count(.successes) + count(.failures) + count(.cancellations) + interrupted
        let next = try reader.counts(.next, of: [name], period, version: version).byValue
        return [
            "from": [
                "feature": .string(feature), "action": .string(action), "name": names.json(feature, action),
            ], "performs": .int(Int(performs)),
            "next": .array(
                next.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.prefix(20).map { value, count -> JSONValue in
                    let (feature, action) = CountKey.action.parts(in: value)
                    return [
                        "feature": .string(feature), "action": .string(action),
                        "name": names.json(feature, action), "count": .int(Int(count)),
                        "share": InsightForms.share(count, of: performs),
                    ]
                }),
            "interrupted": ["count": .int(Int(interrupted)), "share": InsightForms.share(interrupted, of: performs)],
            "covers": try InsightForms.covers(reader, period, version: version),
        ]
    }

    /// Returns in how many sessions each of some actions was performed, and all before it.
    ///
    /// It reads at most a number of sessions of each day, chosen by their identity, so its cost grows with days alone.
    func funnel(_ steps: [(feature: String, action: String)]) throws -> JSONValue {
        let actions = steps.map { CountKey.name($0.feature, $0.action) }
        let totals = try reader.series(.sessions, period, version: version)
        var reached = [Double](repeating: 0, count: actions.count)
        var read = 0
        var isSample = false
        for day in stride(from: InsightTime.day(of: period.lowerBound), to: period.upperBound, by: Int(InsightTime.day))
        {
            var sessions = 0
            var found = [Int](repeating: 0, count: actions.count)
            try reader.sample(day, limit: Self.sample, version: version) { session in
                guard period.contains(session.slice.hour) else { return }
                sessions += 1
                for (index, action) in actions.enumerated() {
                    guard let performs = session.facts.actions[action], performs.successes > 0 else { break }
                    found[index] += 1
                }
            }
            guard sessions > 0 else { continue }
            read += sessions
            let all = totals.reduce(0) { InsightTime.day(of: $1.key) == day ? $0 + $1.value : $0 }
            let scale = Int64(sessions) < Self.sample ? 1 : max(1, Double(all) / Double(sessions))
            if scale > 1 { isSample = true }
            for index in found.indices { reached[index] += Double(found[index]) * scale }
        }
        return [
            "steps": .array(
                zip(steps, reached.indices).map { step, index -> JSONValue in
                    [
                        "feature": .string(step.feature), "action": .string(step.action),
                        "sessions": .int(Int(reached[index].rounded())),
                        "lost": index == 0 || reached[index - 1] == 0
                            ? JSONValue.null : .double(1 - reached[index] / reached[index - 1]),
                    ]
                }), "sampled": .int(read), "of": .int(Int(totals.values.reduce(0, +))), "isSample": .bool(isSample),
            "window": "session", "covers": try InsightForms.covers(reader, period, version: version),
        ]
    }

    /// Returns how many sessions and people had each variant of a flag.
    func exposure(of flag: String) throws -> JSONValue {
        let prefix = CountKey.variant.key(flag, "")
        let counts = try reader.counts(.sessions, period, version: version).filter { $0.value.hasPrefix(prefix) }
        let failed = try reader.counts(.failed, period, version: version).byValue
        let abnormal = try reader.counts(.abnormal, period, version: version).byValue
        let people = try reader.people(["variants"], period, version: version, prefix: prefix)
        return [
            "variants": .array(
                Dictionary(grouping: counts, by: \.value).sorted { $0.key < $1.key }.map { value, counts -> JSONValue in
                    [
                        "variant": .string(String(value.dropFirst(prefix.count))), "sessions": .int(Int(counts.total)),
                        "failed": .int(Int(failed[value] ?? 0)), "abnormal": .int(Int(abnormal[value] ?? 0)),
                        "people": .int(people[value]?.count ?? 0),
                        "peopleAreEstimated": .bool(people[value]?.isEstimate ?? false),
                        "versions": .array(
                            counts.byVersion(of: value).sorted { $0.key < $1.key }.map {
                                ["version": .string($0.key), "sessions": .int(Int($0.value))]
                            }),
                    ]
                }), "covers": try InsightForms.covers(reader, period, version: version),
        ]
    }

    /// Returns in how many sessions each flag had a variant, and the day on which one of any version had it last.
    ///
    /// A session that had two variants of a flag counts for each of them.
    func exposures() throws -> JSONValue {
        var sessions: [String: Int64] = [:]
        for (value, count) in try reader.sums(.sessions, period, version: version) {
            guard let name = CountKey.variant.name(in: value) else { continue }
            sessions[CountKey.parts(of: name).first, default: 0] += count
        }
        let days = try reader.lastDaysOfFlags()
        let today = InsightTime.day(of: period.upperBound - 1)
        let flags = Set(sessions.keys).union(days.keys).subtracting([NameBook.other]).sorted()
        return [
            "flags": .array(
                flags.map { flag -> JSONValue in
                    // No session is of tomorrow, whatever a damaged name says.
                    let last = days[flag].map { min(max($0, 0), today) }
                    return [
                        "flag": .string(flag), "sessions": .int(Int(sessions[flag] ?? 0)),
                        "lastDay": last.map { .int(Int($0)) } ?? .null,
                    ]
                }), "from": .int(Int(period.lowerBound)), "until": .int(Int(period.upperBound)),
        ]
    }
}
