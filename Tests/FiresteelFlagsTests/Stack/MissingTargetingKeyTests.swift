import FiresteelFlags
import Testing

@Suite("A rollout without a targeting key")
struct MissingTargetingKeyTests {
    private let flag = Flag("editor", default: "program")

    private func stack(_ targeting: String, _ context: EvaluationContext = .empty) throws -> FlagStack {
        let text = """
            {"flags": {"editor": {"state": "ENABLED", "variants": {"old": "old", "new": "new"},
              "defaultVariant": "old", "targeting": \(targeting)}}}
            """
        let definitions = try FlagDefinitions(json: Array(text.utf8))
        let stack = FlagStack([RuleSetProvider("Bundled", definitions)], context: context)
        try stack.declare([flag.declaration])
        return stack
    }

    private func reports(_ stack: FlagStack) -> [String] {
        stack.diagnostics.filter { $0.kind == .noTargetingKey }.compactMap(\.key)
    }

    @Test("The first read in the fixed context is reported, once")
    func fixed() throws {
        let stack = try stack(#"{"fractional": [["old", 0], ["new", 100]]}"#)
        #expect(reports(stack) == [])
        #expect(stack[flag] == "old")
        #expect(stack[flag] == "old")
        #expect(reports(stack) == ["editor"])
        #expect(stack.diagnostics.first?.message.contains("Give the context a targeting key") == true)
    }

    @Test("A context that loses its targeting key is reported for the flags that were read")
    func lost() throws {
        let stack = try stack(
            #"{"fractional": [["old", 0], ["new", 100]]}"#, EvaluationContext(targetingKey: "ada"))
        #expect(stack[flag] == "new")
        #expect(reports(stack) == [])
        stack.setContext(EvaluationContext())
        #expect(stack[flag] == "old")
        #expect(reports(stack) == ["editor"])
    }

    @Test("A read in another context is reported; flags that are unread in the fixed one are not")
    func own() throws {
        let stack = try stack(#"{"fractional": [["old", 0], ["new", 100]]}"#)
        #expect(stack.value(of: flag, in: EvaluationContext(targetingKey: "ada")) == "new")
        #expect(reports(stack) == [])
        #expect(stack.value(of: flag, in: EvaluationContext(attributes: ["plan": "free"])) == "old")
        #expect(stack.value(of: flag, in: EvaluationContext(targetingKey: "")) == "old")
        #expect(reports(stack) == ["editor"])
    }

    @Test("Asking how a flag is resolved isn't a read; reading it by its key is one")
    func byKey() throws {
        let stack = try stack(#"{"fractional": [["old", 0], ["new", 100]]}"#)
        #expect(stack.resolutionIfKnown(of: "editor")?.value == "old")
        #expect(stack.explain("editor")?.resolution.value == "old")
        #expect(reports(stack) == [])
        #expect(stack.resolve(key: "editor").value == "old")
        #expect(reports(stack) == ["editor"])
    }

    @Test(
        "A rule that doesn't draw by the targeting key is not reported",
        arguments: [
            #"{"if": [{"==": [{"var": "plan"}, "premium"]}, {"fractional": [["new", 1]]}, "old"]}"#,
            #"{"fractional": [{"var": "account"}, ["old", 1]]}"#,
            #"{"if": [{"==": [{"var": "plan"}, "free"]}, "old"]}"#,
        ])
    func other(targeting: String) throws {
        let context = EvaluationContext(attributes: ["plan": "free", "account": "a-1"])
        let stack = try stack(targeting, context)
        #expect(stack[flag] == "old")
        #expect(stack.value(of: flag, in: context) == "old")
        #expect(reports(stack) == [])
    }
}
