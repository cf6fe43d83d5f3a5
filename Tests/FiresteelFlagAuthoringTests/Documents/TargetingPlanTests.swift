import FiresteelFlagAuthoring
import FiresteelFlags
import FlagTesting
import Testing

@Suite("Rollout plans are part of a targeting")
struct TargetingPlanTests {
    private static let plan: JSONValue = [
        "id": "p", "rule": "1", "variant": "on", "rest": "off", "by": "company", "key": ["var": "company"],
        "state": "paused", "step": 1, "since": 1_700_000_000_000, "started": 3, "why": "The flag was switched off.",
        "later": true, "steps": [["share": 0.25, "wait": 60, "guard": ["crashes": 1]], ["share": 100]],
    ]

    private static func plan(_ members: [String: JSONValue] = [:]) -> JSONValue {
        let base: [String: JSONValue] = [
            "id": "p", "variant": "on", "rest": "off", "state": "running",
            "steps": [["share": 1, "wait": 60], ["share": 100]],
        ]
        return .object(base.merging(members) { $1 })
    }

    private static func diagnostics(_ plan: JSONValue, _ targeting: [String: JSONValue] = [:]) throws -> [String] {
        let json: JSONValue = .object(["isOn": true, "plan": plan].merging(targeting) { $1 })
        let items = EditableFlags(flags: ["f": .bool()], targetings: ["f": try FlagTargeting(json: json)])
        return items.diagnostics().map(\.path)
    }

    @Test("A plan is read with all its members, and written unchanged")
    func roundTrip() throws {
        let targeting = try FlagTargeting(json: ["isOn": false, "plan": Self.plan])
        #expect(targeting.json == ["isOn": false, "plan": Self.plan])
        #expect(targeting.plan?.steps.map(\.share) == [25, 10_000])
        #expect(targeting.plan?.stepsTaken == 1)
    }

    @Test("Programs receive nothing of a plan")
    func compiled() throws {
        var targeting = try FlagTargeting(json: ["isOn": true, "otherwise": ["variant": "off"]])
        let without = try EditableFlags(flags: ["f": .bool()], targetings: ["f": targeting]).compiled()
        targeting.plan = try TargetingPlan(json: Self.plan())
        #expect(try EditableFlags(flags: ["f": .bool()], targetings: ["f": targeting]).compiled() == without)
    }

    @Test("A guard is read with all its members, and written unchanged")
    func guardRoundTrip() throws {
        let json: JSONValue = [
            "feature": "App/Documents", "failureMargin": 0.5, "abnormalExitMargin": 1, "errorRate": 0.01,
            "minimumRuns": 1_000, "action": "switchOff", "watch": 86_400, "later": [1],
        ]
        let plan = try TargetingPlan(json: Self.plan(["guard": json]))
        #expect(plan.harmGuard?.action == .switchOff)
        #expect(plan.harmGuard?.abnormalExitMargin == 1)
        #expect(plan.json == Self.plan(["guard": json]))
        #expect(try TargetingPlan(json: Self.plan(["guard": [:]])).harmGuard == TargetingPlanGuard())
        #expect(try TargetingPlan(json: Self.plan()).harmGuard == nil)
    }

    @Test("The guard of a plan that ended has the same limits, since it still watches")
    func guardOfAnEndedPlan() throws {
        let plan = Self.plan(["state": "finished", "step": 2, "guard": ["watch": .int(.max)]])
        #expect(try Self.diagnostics(plan).contains { $0.hasSuffix("watch") })
    }

    @Test(
        "A guard's settings have limits",
        arguments: [
            ("failureMargin", -0.1), ("failureMargin", 51), ("abnormalExitMargin", -1), ("durationMargin", 51),
            ("errorRate", 0), ("errorRate", 0.5), ("minimumRuns", 0), ("watch", 9_000_000), ("feature", ""),
        ] as [(String, JSONValue)])
    func guardLimits(_ name: String, _ value: JSONValue) throws {
        #expect(try Self.diagnostics(Self.plan(["guard": .object([name: value])])) == ["$.plan.guard.\(name)"])
    }

    @Test("A limit on durations is one of a feature, and has a range")
    func durationLimit() throws {
        func diagnostics(_ harmGuard: JSONValue) throws -> [String] {
            try Self.diagnostics(Self.plan(["guard": harmGuard]))
        }
        #expect(try diagnostics(["durationLimit": 0.5, "feature": "App/Documents"]).isEmpty)
        #expect(try diagnostics(["durationLimit": 0.5]) == ["$.plan.guard.feature"])
        for limit in [0, 0.0001, 901] as [JSONValue] {
            #expect(
                try diagnostics(["durationLimit": limit, "feature": "App/Documents"]) == ["$.plan.guard.durationLimit"])
        }
    }

    @Test(
        "A guard that can't be read is an error", arguments: [1, ["action": "explode"], ["watch": -1]] as [JSONValue])
    func invalidGuard(_ json: JSONValue) {
        #expect(throws: FlagDocumentError.self) { try TargetingPlan(json: Self.plan(["guard": json])) }
    }

    @Test("People are compared after steps between no one and everyone")
    func comparable() {
        let plan = TargetingPlan(
            id: "p", variant: "on", rest: "off",
            steps: [0, 50, 10_000].map { TargetingPlanStep(share: $0, wait: 1) })
        #expect((0...4).map(plan.isComparable) == [false, false, true, false, false])
    }

    @Test("The next step's time counts from the one before, and the first is taken immediately")
    func times() throws {
        var plan = try TargetingPlan(json: Self.plan())
        #expect(plan.nextStepTime == 0)
        plan.stepsTaken = 1
        #expect(plan.nextStepTime == nil)
        plan.since = 5_000
        #expect(plan.nextStepTime == 65_000)
        plan.since = Int.max
        #expect(plan.nextStepTime == nil)
        plan.since = 5_000
        plan.state = .paused
        #expect(plan.nextStepTime == nil)
        plan.state = .running
        plan.stepsTaken = 2
        #expect(plan.nextStepTime == nil)
    }

    @Test("A step's result is a split, at 0 and 100 % of people one variant")
    func results() throws {
        var plan = TargetingPlan(
            id: "p", variant: "on", rest: "off",
            steps: [0, 50, 1_000, 10_000].map { TargetingPlanStep(share: $0, wait: 1) })
        #expect(plan.result(afterSteps: 0) == nil)
        #expect(plan.result(afterSteps: 1) == .variant("off"))
        #expect(plan.result(afterSteps: 2) == .split([TargetingShare("on", 50), TargetingShare("off", 9_950)]))
        #expect(plan.result(afterSteps: 3) == .split([TargetingShare("on", 10), TargetingShare("off", 90)]))
        #expect(plan.result(afterSteps: 4) == .variant("on"))
        #expect(plan.result(afterSteps: 5) == nil)
        // A context without the attribute gets the off variant, also in the last step.
        plan.attribute = "company"
        #expect(
            plan.result(afterSteps: 4)
                == .split([TargetingShare("on", 100), TargetingShare("off", 0)], by: "company"))
    }

    @Test("A person with a variant retains it in the next step")
    func retained() throws {
        let plan = TargetingPlan(
            id: "p", variant: "on", rest: "off",
            steps: [50, 100, 1_050, 5_000, 10_000].map { TargetingPlanStep(share: $0, wait: 1) })
        var before: Set<String> = []
        for step in 1...5 {
            let targeting = FlagTargeting(isOn: true, otherwise: plan.result(afterSteps: step))
            let items = EditableFlags(flags: ["f": .bool()], targetings: ["f": targeting])
            let definitions = try FlagDefinitions(json: Array(items.compiled().json().utf8))
            let rule = try #require(definitions.rule(for: "f"))
            let people = (0..<500).map { "u-\($0)" }
            let on = Set(people.filter { rule.evaluation($0).variant == "on" })
            #expect(before.isSubset(of: on))
            before = on
        }
        #expect(before.count == 500)
    }

    @Test("Plans that can't take their steps are errors with their places")
    func invalid() throws {
        #expect(try Self.diagnostics(Self.plan()).isEmpty)
        #expect(try Self.diagnostics(Self.plan(["variant": "x"])) == ["$.plan.variant"])
        #expect(try Self.diagnostics(Self.plan(["rest": "on"])) == ["$.plan.rest"])
        #expect(try Self.diagnostics(Self.plan(["step": 3])) == ["$.plan.step"])
        #expect(try Self.diagnostics(Self.plan(["steps": []])) == ["$.plan.steps"])
        #expect(
            try Self.diagnostics(Self.plan(["steps": [["share": 1], ["share": 2]]])) == ["$.plan.steps[0].wait"])
        #expect(
            try Self.diagnostics(Self.plan(["steps": [["share": 1, "wait": 0], ["share": 2]]]))
                == ["$.plan.steps[0].wait"])
        #expect(try Self.diagnostics(Self.plan(["rule": "9"])) == ["$.plan"])
        #expect(try Self.diagnostics(Self.plan(), ["isOn": false]) == ["$.plan"])
        #expect(try Self.diagnostics(Self.plan(), ["logic": ["if": []]]) == ["$.plan"])
        // One that ended keeps nothing from being removed.
        #expect(try Self.diagnostics(Self.plan(["variant": "x", "rule": "9", "state": "stopped"])).isEmpty)
        for share: JSONValue in [-1, 101, 0.001, "1", .null] {
            #expect(throws: FlagDocumentError.self) {
                try FlagTargeting(json: ["isOn": true, "plan": Self.plan(["steps": [["share": share]]])])
            }
        }
        #expect(throws: FlagDocumentError.self) { try TargetingPlan(json: Self.plan(["state": "later"])) }
        #expect(throws: FlagDocumentError.self) { try TargetingPlan(json: Self.plan(["step": -1])) }
    }

    @Test("A plan's lines say what it moves, how far it is, and when")
    func lines() throws {
        var targeting = FlagTargeting(isOn: true)
        let before = targeting
        targeting.plan = try TargetingPlan(
            json: Self.plan(["steps": [["share": 0.5, "wait": 172_800], ["share": 100]]]))
        #expect(
            FlagDocumentDifference(from: before, to: targeting).description == """
                + plan: running, 0 of 2 steps taken
                + plan for everyone else: on, otherwise off, by person
                + plan step 1: 0.5 %, then wait 2 days
                + plan step 2: 100 %
                """)
    }

    @Test("The lines of a guard have words, durations and percentage points, and those of a plan number its rule")
    func guardLines() throws {
        func lines(_ members: [String: JSONValue]) throws -> String {
            let rules: [JSONValue] = ["a", "b"].map { id in
                [
                    "id": .string(id), "name": .string(id.uppercased()),
                    "if": [["attribute": "os", "is": "oneOf", "values": ["ios"]]], "then": ["variant": "off"],
                ]
            }
            let before = try FlagTargeting(json: ["isOn": true, "rules": .array(rules)])
            var targeting = before
            targeting.plan = try TargetingPlan(json: Self.plan(members))
            return FlagDocumentDifference(from: before, to: targeting).description
        }
        #expect(
            try lines(["guard": [:]]).hasSuffix(
                """
                + plan guard: pauses at the current step beyond a margin
                + plan guard: at most 0.2 points more sessions with failed actions of the feature that declares the flag, else of all
                + plan guard: at most 0.05 points more sessions that ended abnormally
                + plan guard: at least 200 sessions with each variant in a step
                + plan guard: stops at most 5 % of harmless plans
                """))
        let other = try lines([
            "rule": "b",
            "guard": [
                "action": "switchOff", "failureMargin": 1, "abnormalExitMargin": 2, "durationLimit": 2.5,
                "durationMargin": 3,
                "errorRate": 0.07,
                "feature": "App/Documents", "watch": 7_200,
            ],
        ])
        #expect(other.contains("+ plan for rule 2 (B): on, otherwise off"))
        for line in [
            "pauses and switches the flag off beyond a margin",
            "at most 1 point more sessions with failed actions of App/Documents",
            "at most 2 points more sessions that ended abnormally",
            "at most 3 points more sessions with actions of App/Documents that take 2.5 s or longer",
            "stops at most 7 % of harmless plans",
            "watches for 2 hours after the last step",
        ] {
            #expect(other.contains("+ plan guard: \(line)"), "\(other)")
        }
    }
}
