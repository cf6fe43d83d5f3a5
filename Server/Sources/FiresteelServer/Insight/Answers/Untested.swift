import FiresteelBase
import FiresteelDatabase
import FiresteelInsight
import FiresteelStore

/// What people do that no test of a version does.
///
/// What an untested action does isn't listed beside the action. Interruptions aren't either: no test ends abnormally.
struct Untested {
    /// The lines of each kind.
    private static let maximumLines = 100
    /// The lines of a kind whose people are counted: those that occur most often.
    private static let maximumCounted = 300

    private let database: any DatabaseConnection
    private let reader: InsightReader
    private let period: Range<Int64>
    private let version: String?

    init(_ database: any DatabaseConnection, scope: Int64, hours: Int, version: String?, now: Int64) {
        self.database = database
        reader = InsightReader(database, scope: scope)
        period = InsightReader.period(hours: Int64(hours), now: now)
        self.version = version == "" ? nil : version
    }

    /// Returns the behaviour, what most people do first.
    ///
    /// - Parameters:
    ///   - program: The program whose tests are compared.
    ///   - known: The features of the newest catalogue, with their names.
    ///   - names: The names of actions.
    func json(testsOf program: String, known: [KnownFeature], names: ActionNames) throws -> JSONValue {
        let table = TestedTable(database)
        let versions = try table.versions(of: program)
        let shown = version.map { version in versions.filter { $0.version == version } } ?? versions
        var members: [String: JSONValue] = [
            "tests": .null, "versions": .array(versions.map { .string($0.version) }),
            "covers": try InsightForms.covers(reader, period, version: version),
        ]
        if let (version, received) = shown.first, let tests = try table.behaviour(of: program, version: version) {
            members["tests"] = ["version": .string(version), "received": .int(Int(received))]
            let features = Dictionary(known.map { ($0.feature, $0.name) }, uniquingKeysWith: { first, _ in first })
            let difference = TestedNames(tests.facts)
            members["actions"] = Self.form(try actions(difference, names))
            members["outcomes"] = Self.form(try outcomes(difference, names))
            members["successions"] = Self.form(try successions(difference, names))
            members["variants"] = Self.form(try variants(difference))
            members["refusals"] = Self.form(try refusals(difference, features))
        }
        return .object(members)
    }

    private static func form(_ lines: [Line]) -> JSONValue {
        ["count": .int(lines.count), "first": .array(lines.prefix(maximumLines).map(\.json))]
    }

    /// A line, and what it is sorted by.
    private struct Line {
        /// How many people do it, `nil` if they aren't counted.
        var people: PeopleSketch?
        /// In how many sessions, or how often.
        let count: Int64
        let key: String
        var json: JSONValue

        static func precedes(_ one: Line, _ other: Line) -> Bool {
            (other.people?.count ?? 0, other.count, one.key) < (one.people?.count ?? 0, one.count, other.key)
        }
    }

    /// Returns lines of counts by key, without the names beyond the limits, of which some may be tested.
    private func lines(_ counts: [String: Int64], _ form: (String) -> [String: JSONValue]?) -> [Line] {
        counts.compactMap { key, count in
            guard count > 0, !key.contains(NameBook.other), var members = form(key) else { return nil }
            members["count"] = .int(Int(count))
            return Line(count: count, key: key, json: .object(members))
        }.sorted(by: Line.precedes)
    }

    /// Returns lines with the people of a subject, those with most people first.
    private func counted(_ lines: [Line], _ subject: String) throws -> [Line] {
        let first = lines.prefix(Self.maximumCounted)
        let people = try reader.people([subject], period, version: version, values: first.map(\.key))
        let counted = first.map { line -> Line in
            var line = line
            let sketch = people[line.key] ?? PeopleSketch()
            var members = line.json.members
            members["people"] = .int(sketch.count)
            members["peopleAreEstimated"] = .bool(sketch.isEstimate)
            line.people = sketch
            line.json = .object(members)
            return line
        }
        return counted.sorted(by: Line.precedes) + lines.dropFirst(Self.maximumCounted)
    }

    private func action(_ key: String, _ names: ActionNames) -> [String: JSONValue] {
        let (feature, action) = CountKey.action.parts(in: key)
        return ["feature": .string(feature), "action": .string(action), "name": names.json(feature, action)]
    }

    private func actions(_ tests: TestedNames, _ names: ActionNames) throws -> [Line] {
        let sessions = try reader.sums(.uses, period, version: version).filter {
            CountKey(of: $0.key) == .action && !tests.actions.contains($0.key)
        }
        return try counted(lines(sessions) { action($0, names) }, "actions")
    }

    private func outcomes(_ tests: TestedNames, _ names: ActionNames) throws -> [Line] {
        var all: [Line] = []
        for (measure, word) in [(InsightMeasure.successes, "success"), (.cancellations, "cancellation")] {
            let performs = try reader.sums(measure, period, version: version).filter {
                tests.actions.contains($0.key) && !tests.outcomes.contains(CountKey.name($0.key, word))
            }
            all += lines(performs) { action($0, names).merging(["outcome": .string(word)]) { $1 } }
        }
        let errors = try reader.sums(.errors, period, version: version).filter { value, _ in
            CountKey.splitLast(value).map { tests.actions.contains($0.key) } == true && !tests.errors.contains(value)
        }
        all += lines(errors) { value in
            CountKey.splitLast(value).map {
                action($0.key, names).merging(["outcome": "failure", "error": .string($0.last)]) { $1 }
            }
        }
        return all.sorted(by: Line.precedes)
    }

    private func successions(_ tests: TestedNames, _ names: ActionNames) throws -> [Line] {
        var counts: [String: Int64] = [:]
        for (from, to, count) in try reader.sums(
            .next, ofEach: tests.actions.sorted(), period, version: version)
        where tests.actions.contains(to) {
            let pair = CountKey.name(from, to)
            if !tests.successions.contains(pair) { counts[pair] = count }
        }
        return lines(counts) { pair in
            // Both keys have one tab, so the second begins after the second one.
            guard let (rest, action) = CountKey.splitLast(pair), let (from, feature) = CountKey.splitLast(rest) else {
                return nil
            }
            return [
                "from": .object(self.action(from, names)),
                "to": .object(self.action(CountKey.name(feature, action), names)),
            ]
        }
    }

    private func variants(_ tests: TestedNames) throws -> [Line] {
        let sessions = try reader.sums(.sessions, period, version: version).filter {
            guard let name = CountKey.variant.name(in: $0.key) else { return false }
            return !tests.variants.contains(TestedNames.withoutExperiment(name))
        }
        let lines = self.lines(sessions) {
            let (flag, variant) = CountKey.variant.parts(in: $0)
            return ["flag": .string(flag), "variant": .string(variant)]
        }
        return try counted(lines, "variants")
    }

    private func refusals(_ tests: TestedNames, _ features: [String: String]) throws -> [Line] {
        let counts = try reader.sums(.refusals, period, version: version).filter { !tests.refusals.contains($0.key) }
        let lines = self.lines(counts) {
            let (feature, reason) = CountKey.parts(of: $0)
            let name = features[feature].map { JSONValue.string($0) } ?? .null
            return ["feature": .string(feature), "name": name, "reason": .string(reason)]
        }
        return try counted(lines, "refusals")
    }
}

/// The behaviour of tests by the names under which the server counts that of people.
private struct TestedNames {
    private(set) var actions: Set<String> = []
    /// Successes and cancellations, each an action and a word.
    private(set) var outcomes: Set<String> = []
    private(set) var errors: Set<String> = []
    private(set) var successions: Set<String> = []
    private(set) var variants: Set<String> = []
    private(set) var refusals: Set<String> = []

    init(_ facts: Set<BehaviourFact>) {
        func key(_ action: RunSegment.ActionPath) -> String { CountKey.action.key(action.feature, action.action) }
        for fact in facts {
            switch fact {
            case .outcome(let action, let outcome):
                actions.insert(key(action))
                switch outcome {
                case .success: outcomes.insert(CountKey.name(key(action), "success"))
                case .cancellation: outcomes.insert(CountKey.name(key(action), "cancellation"))
                case .failure(let error): errors.insert(CountKey.name(key(action), error))
                case .interruption: break
                }
            case .succession(let from, let to): successions.insert(CountKey.name(key(from), key(to)))
            case .variant(let one):
                variants.insert(Self.withoutExperiment(CountKey.name(one.flag, one.variant)))
            case .refusal(let feature, let reason): refusals.insert(CountKey.name(feature, reason))
            }
        }
    }

    /// Returns the name of a flag's variant; that of an arm, such as `editor/1:focused`, is the arm's variant.
    static func withoutExperiment(_ name: String) -> String {
        let (flag, variant) = CountKey.parts(of: name)
        return ExperimentVariant(variant).map { CountKey.name(flag, $0.arm) } ?? name
    }
}
