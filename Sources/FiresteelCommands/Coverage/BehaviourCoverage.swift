import FiresteelBase
import FiresteelInsight

/// A comparison of the behaviour of people with that of tests.
struct BehaviourCoverage {
    /// Something that was done, and by how many people.
    struct Line: Hashable {
        let fact: BehaviourFact
        let people: Int
    }

    /// The behaviour of people that no test has; that of most people is first.
    let untested: [Line]
    /// The behaviour of tests that people don't have, in the order of its words.
    let onlyTested: [Line]
    /// The number of different things that people do and a test does.
    let tested: Int
    private let tests: ObservedBehaviour
    private let people: ObservedBehaviour

    init(tests: ObservedBehaviour, people: ObservedBehaviour) {
        self.tests = tests
        self.people = people
        untested = Self.difference(people, tests)
        onlyTested = Self.difference(tests, people)
        tested = people.people.count - untested.count
    }

    private static func difference(_ one: ObservedBehaviour, _ other: ObservedBehaviour) -> [Line] {
        one.people.filter { other.people[$0.key] == nil }.map { Line(fact: $0.key, people: $0.value) }
            .sorted { ($1.people, $0.fact.words) < ($0.people, $1.fact.words) }
    }

    func json(limit: Int) -> JSONValue {
        func list(_ lines: [Line]) -> JSONValue {
            .array(
                lines.prefix(limit).map {
                    ["kind": .string($0.fact.kind), "text": .string($0.fact.words), "people": .int($0.people)]
                })
        }
        return [
            "counts": [
                "tested": .int(tested), "untested": .int(untested.count), "only-tested": .int(onlyTested.count),
            ],
            "runs": ["tests": .int(tests.runs), "people": .int(people.runs)],
            "unreadable": .array((tests.unreadable + people.unreadable).map { .string($0) }),
            "untested": list(untested), "only-tested": list(onlyTested),
        ]
    }

    func lines(limit: Int, _ style: TextStyle) -> [String] {
        var lines = [
            "\(tested) of \(tested + untested.count) things that people do in \(Self.count(people.runs, "run")) are done by a "
                + "test, in \(Self.count(tests.runs, "run"))."
        ]
        let running = tests.running + people.running
        if running > 0 { lines.append(style.yellow("\(Self.count(running, "run")) left out: being recorded.")) }
        for run in tests.unreadable + people.unreadable {
            lines.append(style.yellow(PlainText.line("Can't read \(run)")))
        }
        lines += Self.section("No test does this", untested, limit, style) { Self.count($0.people, "person", "people") }
        lines += Self.section("Only tests do this", onlyTested, limit, style) { _ in "" }
        return lines
    }

    private static func section(
        _ title: String, _ found: [Line], _ limit: Int, _ style: TextStyle, _ people: (Line) -> String
    ) -> [String] {
        guard !found.isEmpty else { return [] }
        var table = TextTable()
        for line in found.prefix(limit) {
            let number = people(line)
            let words = TextTable.Cell(text: PlainText.line(line.fact.words))
            table.add(number.isEmpty ? [words] : [TextTable.Cell(text: number, isNumber: true), words])
        }
        let rest = found.count - min(limit, found.count)
        return ["", "\(title):"] + table.lines(style).map { "  \($0)" }
            + (rest > 0 ? ["  and \(rest) more; --limit shows them"] : [])
    }

    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }
}
