import FiresteelFlagAuthoring
import FiresteelFlags
import FlagTesting
import Testing

@Suite("Experiments assign people to arms")
struct ExperimentAssignmentTests {
    private static let people = 20_000
    private static let flag = EditableFlag(
        type: .string, variants: [.init("classic", "classic"), .init("focused", "focused"), .init("wide", "wide")])

    private static func experiment(_ members: [String: JSONValue] = [:]) throws -> FlagExperiment {
        let base: [String: JSONValue] = [
            "name": "Editor", "flag": "editor", "arms": ["classic", "focused"], "share": 50, "days": 28,
            "state": "running", "slots": [[0, 5_000]],
            "primary": ["feature": "App", "action": "save", "measure": "count", "direction": "increase"],
        ]
        return try FlagExperiment(json: .object(base.merging(members) { $1 }))
    }

    private static func items(_ experiments: [String: FlagExperiment]) -> EditableFlags {
        var items = EditableFlags(
            flags: ["editor": flag],
            targetings: ["editor": FlagTargeting(isOn: true, otherwise: .variant("wide"))])
        items.experiments = experiments
        return items
    }

    /// Returns the variants of the people with the identifiers u-0, u-1, ….
    private static func variants(_ items: EditableFlags) throws -> [String?] {
        let definitions = try FlagDefinitions(json: Array(items.compiled().json().utf8))
        #expect(definitions.errors.isEmpty && definitions.warnings.isEmpty)
        let rule = try #require(definitions.rule(for: "editor"))
        return (0..<people).map { rule.evaluation("u-\($0)", [:]).variant }
    }

    /// Returns Pearson's statistic of counts against expected shares.
    private static func chiSquare(_ counts: [Int], _ shares: [Double]) -> Double {
        let total = Double(counts.reduce(0, +))
        return zip(counts, shares).reduce(0) { sum, pair in
            let expected = total * pair.1
            return sum + (Double(pair.0) - expected) * (Double(pair.0) - expected) / expected
        }
    }

    @Test("Shares and weights are as stated, and the arm is independent of the slot in the layer")
    func shares() throws {
        let all = try Self.variants(
            Self.items(["e": Self.experiment(["share": 100, "slots": [[0, 10_000]], "weights": [1, 3]])]))
        let part = try Self.variants(
            Self.items(["e": Self.experiment(["weights": [1, 3], "slots": [[0, 2_000], [7_000, 10_000]]])]))
        let (control, arm) = ("e/1:classic", "e/1:focused")
        // 99.9 % of samples are below 10.8 with one degree of freedom.
        #expect(Self.chiSquare([all.count { $0 == control }, all.count { $0 == arm }], [0.25, 0.75]) < 10.8)
        let inside = part.count { $0 != "wide" }
        #expect(Self.chiSquare([inside, Self.people - inside], [0.5, 0.5]) < 10.8)
        var cells = [0, 0, 0, 0]
        for (everyone, some) in zip(all, part) {
            // Who takes part has the arm that a larger share would give them.
            if some != "wide" { #expect(some == everyone) }
            cells[(some == "wide" ? 2 : 0) + (everyone == arm ? 1 : 0)] += 1
        }
        #expect(Self.chiSquare(cells, [0.125, 0.375, 0.125, 0.375]) < 16.3)
    }

    @Test("Two layers are independent of each other, and so are the phases of an experiment")
    func independence() throws {
        let first = try Self.variants(Self.items(["e": Self.experiment()]))
        let others = [
            try Self.experiment(["layer": "other"]),
            try Self.experiment(["phase": 2, "share": 100, "slots": [[0, 10_000]]]),
        ]
        for (other, shares) in zip(others, [[0.25, 0.25, 0.25, 0.25], [0.25, 0.25, 0.25, 0.25]]) {
            let second = try Self.variants(Self.items(["e": other]))
            var cells = [0, 0, 0, 0]
            for (one, two) in zip(first, second) where other.layer == "other" || one != "wide" {
                let isFirst = other.layer == "other" ? one != "wide" : one == "e/1:focused"
                let isSecond = other.layer == "other" ? two != "wide" : two == "e/2:focused"
                cells[(isFirst ? 2 : 0) + (isSecond ? 1 : 0)] += 1
            }
            #expect(Self.chiSquare(cells, shares) < 16.3)
        }
    }

    @Test("A holdout, conditions and a missing unit leave people out; the flag's own targeting remains for them")
    func outside() throws {
        var items = Self.items([
            "e": try Self.experiment([
                "share": 100, "slots": [[0, 10_000]], "unit": "company",
                "if": [["attribute": "plan", "is": "oneOf", "values": ["pro"]]],
            ])
        ])
        items.holdouts["h"] = try FlagHoldout(json: [
            "holdout": true, "name": "Holdout", "share": 20, "state": "running",
        ])
        let definitions = try FlagDefinitions(json: Array(items.compiled().json().utf8))
        let rule = try #require(definitions.rule(for: "editor"))
        #expect(rule.evaluation("u-1", ["plan": "pro"]).variant == "wide")
        #expect(
            (0..<200).allSatisfy {
                rule.evaluation("u-1", ["plan": "free", "company": .string("c-\($0)")]).variant == "wide"
            })
        let companies = (0..<Self.people).map {
            rule.evaluation("u-\($0)", ["plan": "pro", "company": .string("c-\($0)")]).variant
        }
        #expect(
            Self.chiSquare([companies.count { $0 == "wide" }, companies.count { $0 != "wide" }], [0.2, 0.8]) < 10.8)
        #expect(rule.evaluation("u-1", ["plan": "pro", "company": "c-1"]).variant == companies[1])
        // Companies are in groups of equal size, each of which is that of one arm.
        let groups = Dictionary(grouping: companies.compactMap { $0 }.filter { $0 != "wide" }) { $0 }.mapValues(\.count)
        #expect(groups.count == 200 && groups.keys.contains("e/1.99:focused") && groups.keys.contains("e/1.0:classic"))
        // 99.9 % of samples are below it with 199 degrees of freedom.
        #expect(Self.chiSquare(Array(groups.values), Array(repeating: 1 / 200, count: 200)) < 267)
    }

    @Test("Drafts, ended experiments and flags that are off are compiled as without them")
    func notRunning() throws {
        var off = Self.items(["e": try Self.experiment()])
        off.targetings["editor"]?.isOn = false
        var plain = Self.items([:])
        plain.targetings["editor"]?.isOn = false
        #expect(try off.compiled() == plain.compiled())
        for state in ["draft", "ended"] {
            var members: [String: JSONValue] = ["state": .string(state)]
            if state == "ended" { members["decision"] = ["arm": "focused"] }
            #expect(try Self.items(["e": Self.experiment(members)]).compiled() == Self.items([:]).compiled())
        }
    }

    @Test("Mistakes are reported with their places")
    func mistakes() throws {
        let wrong: [String: JSONValue] = [
            "arms": ["classic"], "share": 0, "weights": [1, 0], "days": 61, "slots": [[5, 5]],
            "decision": ["arm": "classic"],
            "primary": ["feature": "App", "measure": "sum", "direction": "up"],
            "guardrails": [["feature": "App", "measure": "count", "direction": "increase", "margin": 2]],
        ]
        let error = #expect(throws: FlagDocumentError.self) { try Self.experiment(wrong) }
        #expect(
            error?.diagnostics.map(\.path) == [
                "$.weights[1]", "$.share", "$.slots[0]", "$.primary.measure", "$.primary.direction",
                "$.guardrails[0].margin", "$.guardrails[0]", "$.days", "$.decision",
            ])
        var items = Self.items(["Not a name": try Self.experiment(["flag": "gone"])])
        items.experiments["e"] = try Self.experiment([
            "arms": ["classic", "other"], "if": [["segment": "gone", "is": "in"]],
        ])
        let long = EditableFlag(
            type: .string, variants: [.init("a", "a"), .init("b", .string(String(repeating: "b", count: 1_000)))])
        items.flags["long"] = long
        items.experiments["g"] = try Self.experiment([
            "flag": "long", "arms": ["a", "b"], "unit": "company",
            "secondary": [["feature": "App", "action": "save", "measure": "timeTo", "direction": "decrease"]],
        ])
        items.experiments["f"] = try Self.experiment(["layer": "second"])
        #expect(
            items.diagnostics().map { "\($0.item.map { "\($0)" } ?? "") \($0.path)" } == [
                "experiment “Not a name” $", "experiment “Not a name” $.flag", "experiment “e” $.arms[1]",
                "experiment “e” $.if[0].segment", "experiment “f” $.layer", "experiment “g” $.arms[1]",
                "experiment “g” $.secondary",
            ])
    }
}
