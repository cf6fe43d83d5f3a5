import FiresteelFlagAuthoring
import FiresteelFlags
import FlagTesting
import Testing

@Suite("Two versions of an item differ in lines")
struct FlagDocumentDifferenceTests {
    private func rule(_ id: String, _ conditions: FlagCondition...) -> TargetingRule {
        TargetingRule(id: id, if: conditions, then: .variant("on"))
    }

    @Test("An edited rule is a removed and an added line")
    func rule() {
        let segments = ["beta": FlagSegment(name: "Beta testers"), "employees": FlagSegment(name: "Employees")]
        var old = FlagTargeting(
            isOn: true,
            rules: [
                rule("1", .segment("employees")),
                rule("2", .segment("beta"), .attribute("version", .versionAtLeast, ["3.4.0"])),
            ], otherwise: .split([TargetingShare("on", 25), TargetingShare("off", 75)]))
        var new = old
        new.rules[1].conditions[1] = .attribute("version", .versionAtLeast, ["3.4.2"])
        #expect(
            "\(FlagDocumentDifference(from: old, to: new, segments: segments))" == """
                - 2. if segment “Beta testers” and version ≥ “3.4.0”: on
                + 2. if segment “Beta testers” and version ≥ “3.4.2”: on
                """)
        new = old
        new.isOn = false
        new.off = .variant("off")
        new.rules.removeFirst()
        new.otherwise = nil
        let lines = FlagDocumentDifference(from: old, to: new, segments: segments).lines
        #expect(
            lines.filter { !$0.isAdded }.map(\.text) == [
                "on", "1. if segment “Employees”: on", "2. if segment “Beta testers” and version ≥ “3.4.0”: on",
                "everyone else: 25 % on, 75 % off, by person",
            ])
        #expect(
            lines.filter(\.isAdded).map(\.text) == [
                "off", "while off: off", "1. if segment “Beta testers” and version ≥ “3.4.0”: on",
            ])
        old.rules = []
        #expect(
            "\(FlagDocumentDifference(from: nil, to: old))" == "+ on\n+ everyone: 25 % on, 75 % off, by person")
        #expect(FlagDocumentDifference(from: old, to: old).lines.isEmpty)
        #expect(FlagDocumentDifference(from: old, to: FlagTargeting?.none).lines.allSatisfy { !$0.isAdded })
    }

    @Test("A flag and a segment differ in their members")
    func members() {
        var flag = EditableFlag.bool(name: "Fast Save")
        let old = flag
        flag.owner = "Storage team"
        flag.variants[0].name = "yes"
        flag.isArchived = true
        #expect(
            "\(FlagDocumentDifference(from: old, to: flag))" == """
                - variant “on”: true
                + variant “yes”: true
                + owner: Storage team
                + archived
                """)
        let segment = FlagSegment(if: [.attribute("plan", .notOneOf, ["a", "b"])], people: ["u-1", "u-2"])
        var edited = segment
        edited.people = ["u-2", "u-3"]
        #expect("\(FlagDocumentDifference(from: segment, to: edited))" == "- person “u-1”\n+ person “u-3”")
    }

    @Test("An experiment differs in the words of its page, and an end without an arm has no decision")
    func experiments() {
        let primary: JSONValue = [
            "feature": "App/Documents", "action": "saveDocument", "measure": "count", "direction": "increase",
        ]
        let guardrail: JSONValue = [
            "feature": "App", "action": "open", "measure": "duration", "quantile": 0.9, "direction": "decrease",
            "margin": 0.125,
        ]
        let draft: [String: JSONValue] = [
            "name": "Editor", "flag": "editor", "arms": ["classic", "focused"], "weights": [1, 2], "share": 10,
            "primary": primary, "guardrails": [guardrail], "days": 1, "state": "draft",
        ]
        func difference(_ old: [String: JSONValue]?, _ new: [String: JSONValue]) -> String {
            "\(FlagDocumentDifference(fromExperiment: old.map { .object($0) }, to: .object(new)))"
        }
        #expect(
            difference(nil, draft) == """
                + name: Editor
                + state: draft
                + flag: “editor”
                + variant “classic”, the control: 33.33 %
                + variant “focused”: 66.67 %
                + share: 10 %
                + takes part: everyone
                + split by: person
                + primary metric: Save Document (App/Documents) per person, more is better
                + guardrail: 90 % time of Open (App), less is better, at most 12.5 % worse
                + length: at most 1 day
                """)
        var running = draft
        running["state"] = "running"
        running["phase"] = 1
        var next = running
        next["share"] = 50
        next["unit"] = "company"
        next["phase"] = 2
        #expect(
            difference(running, next) == """
                - share: 10 %
                + share: 50 %
                - split by: person
                + split by: company
                + phase 2 begins, whose people are counted anew
                """)
        var ended = running
        ended["state"] = "ended"
        ended["decision"] = ["arm": .null]
        #expect(difference(running, ended) == "- state: running\n+ state: ended")
        ended["decision"] = ["arm": "focused"]
        ended["excluded"] = [["phase": 1, "version": "9.9", "until": 1_790_000_000_000]]
        #expect(
            difference(running, ended) == """
                - state: running
                + state: ended
                + left out: phase 1, version 9.9, until 2026-09-21T14:13:20Z
                + decision: ship “focused”
                """)
    }

    @Test("A difference that no line shows is in JSON")
    func hidden() {
        var new = FlagTargeting(isOn: true, rules: [rule("1", .segment("a"))])
        let old = new
        new.rules[0].id = "x"
        let lines = FlagDocumentDifference(from: old, to: new).lines
        #expect(lines.map(\.isAdded) == [false, true])
        #expect(lines.first?.text.contains(#""id":"1""#) == true)
    }

    @Test("Applied to the old lines, the difference results in the new ones, also for long lists", arguments: 0..<30)
    func lists(seed: Int) {
        var values = RandomValues(seed: UInt64(seed))
        let count = seed == 0 ? 30_000 : 20
        let old = FlagSegment(
            people: (0..<values.number(1..<count)).map { "\($0)" }.filter { _ in values.number(0..<3) > 0 })
        let new = FlagSegment(
            people: (0..<values.number(1..<count)).map { "\($0)" }.filter { _ in values.number(0..<3) > 0 })
        let lines = FlagDocumentDifference(from: old, to: new).lines
        let people = Set(old.people.map { "person “\($0)”" })
        let expected = Set(new.people.map { "person “\($0)”" })
        let added = Set(lines.filter(\.isAdded).map(\.text)), removed = Set(lines.filter { !$0.isAdded }.map(\.text))
        #expect(people.subtracting(removed).union(added) == expected)
        #expect(removed.isSubset(of: people) && added.isDisjoint(with: people))
    }
}
