import FiresteelFlags
import Testing

@Suite("Guide: rules and rollouts")
struct RulesAndRolloutsTests {
    private let newEditor = Flag("new-editor", default: false)
    private struct Request { let user: String }

    @Test("A rule decides for the fixed context, and for one of the caller's own")
    func contexts() throws {
        let file = try ShownJSON("RulesAndRollouts", 1).text
        // guide: RulesAndRollouts
        let definitions = try FlagDefinitions(json: Array(file.utf8))
        for fault in definitions.errors { print(fault) }
        // end
        #expect(definitions.errors.isEmpty)
        let stack = FlagStack([DefinitionsProvider(definitions: definitions)])
        // guide: RulesAndRollouts
        stack.setContext(EvaluationContext(targetingKey: "user-4711", attributes: ["plan": "premium"]))
        #expect(stack[newEditor])
        // end
        let share = (0..<1_000).count { number in
            let request = Request(user: "visitor \(number)")
            // guide: RulesAndRollouts
            let visitor = EvaluationContext(targetingKey: request.user, attributes: ["country": "DE"])
            let isNew = stack.value(of: newEditor, in: visitor)
            // end
            return isNew
        }
        #expect((150...250).contains(share))
    }

    @Test("Local state, parents and exclusion")
    func structure() throws {
        // guide: RulesAndRollouts
        let sharing = Flag(
            "sharing", default: false, description: "Documents can be shared", local: .on(in: [.development]))
        // end
        // guide: RulesAndRollouts
        let assistant = Flag("assistant", default: false, description: "Suggests how to continue")
        let summaries = Flag(
            "assistant.summaries", default: false, description: "Sums documents up", parent: "assistant")
        let blue = Flag("theme.blue", default: false, description: "A blue theme", exclusionGroup: "theme")
        let green = Flag("theme.green", default: false, description: "A green theme", exclusionGroup: "theme")
        // end
        let values = MemoryProvider(
            "Values", ["assistant.summaries": true, "theme.blue": true, "theme.green": true])
        let stack = FlagStack([values], environment: .production)
        try stack.declare([sharing, assistant, summaries, blue, green].map(\.declaration))
        #expect(!stack[sharing] && !stack[summaries])
        #expect(stack[blue] != stack[green])
    }
}
