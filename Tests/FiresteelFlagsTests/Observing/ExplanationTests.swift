import FiresteelFlags
import FlagTesting
import Testing

@Suite("A flag's value is explained step by step")
struct ExplanationTests {
    let overrides = MemoryProvider("Overrides")
    let first = MemoryProvider("First")
    let second = MemoryProvider("Second")
    let stack: FlagStack
    init() { stack = FlagStack([first, second], overrides: overrides) }

    @Test("Every provider appears in order, also those that aren't evaluated")
    func answers() throws {
        try stack.declare([Flag("size", default: 1).declaration])
        first.set("large", for: "size")
        second.set(5, for: "size")
        let explanation = try #require(stack.explain("size"))
        #expect(explanation.answers.map(\.provider) == ["Overrides", "First", "Second"])
        #expect(explanation.answers.map(\.outcome) == [.skipped, .skipped, .decided])
        #expect(
            explanation.text == """
                Overrides doesn’t define the flag.
                First is skipped: "large" is not of type Int. The value isn't used; correct it in the provider.
                Second returns 5, and decides.
                “size” is 5: Second returns it for every context.
                """)
        try stack.setOverride(7, for: "size")
        let overridden = try #require(stack.explain("size"))
        #expect(overridden.answers.map(\.outcome) == [.decided, .notEvaluated, .notEvaluated])
        #expect(overridden.conclusion == "“size” is 7: it is overridden on this device.")
    }

    @Test("A rule's steps are listed below its result, for the given context")
    func steps() throws {
        let definitions = try FlagDefinitions(
            json: Array(
                """
                {"flags": {"size": {"state": "ENABLED", "variants": {"s": 1, "l": 9}, "defaultVariant": "s",
                  "targeting": {"if": [{"==": [{"var": "plan"}, "pro"]}, "l", "s"]}}}}
                """.utf8))
        first.setRule(definitions.rule(for: "size"), for: "size")
        let pro = EvaluationContext(attributes: ["plan": "pro"])
        let explanation = try #require(stack.explain("size", in: pro))
        #expect(explanation.resolution.value == 9)
        #expect(explanation.context == pro)
        #expect(explanation.answers[1].steps.isEmpty == false)
        #expect(explanation.text.contains("plan"))
        #expect(explanation.conclusion == "“size” is 9: a rule of First matches.")
        #expect(stack.explain("size")?.resolution.value == 1)
    }

    @Test("Local state, parent and exclusion have their sentences")
    func dependencies() throws {
        let off = Flag("off", default: true, local: .off)
        let on = Flag("on", default: false, local: .on)
        let child = Flag("child", default: true, parent: "off")
        let pair = ["x", "y"].map { Flag($0, default: true, exclusionGroup: "g") }
        try stack.declare([off, on, child].map(\.declaration) + pair.map(\.declaration))
        first.set(true, for: "off")
        let offText = try #require(stack.explain("off"))
        #expect(offText.local == "It is off in this build (development), whatever providers return.")
        #expect(offText.answers.map(\.outcome) == [.skipped, .notEvaluated, .notEvaluated])
        #expect(offText.conclusion == "“off” is false: it is off in this build.")
        #expect(
            stack.explain("on")?.local == "It is on in this build (development), because no provider returns a value.")
        #expect(stack.explain("child")?.parent == "Its parent “off” is off, so it is off.")
        let loser = try #require(pair.first { !stack[$0] })
        let winner = try #require(pair.first { stack[$0] })
        #expect(stack.explain(loser.key)?.exclusion == "“\(winner.key)” has priority in the group “g”, so it is off.")
        #expect(
            stack.explain(winner.key)?.exclusion == "It has priority in the group “g”, of which at most one flag is on."
        )
        try stack.setOverride(true, for: "off")
        #expect(stack.explain("off")?.local == "It is off in this build (development), but overridden.")
    }

    @Test("A default, a failure and a provider that leaves the value to the program are distinguished")
    func defaults() throws {
        try stack.declare([Flag("size", default: 1).declaration])
        #expect(
            stack.explain("size")?.conclusion
                == "“size” is 1: no provider returns a value, so the program’s default applies.")
        first.setRule(ConstantRule(.failed(.parseError, "It is broken.")), for: "size")
        #expect(stack.explain("size")?.text.contains("First fails: It is broken.") == true)
        first.setRule(ConstantRule(FlagEvaluation(.programDefault, reason: .disabled)), for: "size")
        #expect(
            stack.explain("size")?.text.contains("First leaves the value to the program’s default, and decides.")
                == true)
    }

    @Test("Undeclared keys are explained if a provider defines them")
    func undeclared() {
        first.set(5, for: "loose")
        #expect(stack.explain("loose")?.resolution.value == 5)
        #expect(stack.explain("nobody's") == nil)
    }
}
