import FiresteelFlags
import FlagTesting
import Testing

@Suite("Cells, evaluations, resolutions and explanations are one decision")
struct DecisionPropertyTests {
    /// Each is a stack with 12 flags, changed ten times, with three contexts after each change.
    @Test("For any stack and context, they agree in all that they say", arguments: 0..<40)
    func agree(seed: UInt64) throws {
        var random = try RandomStack(seed: seed)
        for _ in 0..<10 {
            try random.change()
            for _ in 0..<3 {
                let context = random.context()
                for flag in random.flags { try checkExplanation(flag, in: context, random.stack) }
                random.stack.setContext(context)
                for flag in random.flags { try checkCell(flag, in: context, random.stack) }
            }
        }
    }

    private func checkCell(_ flag: RandomStack.AnyFlag, in context: EvaluationContext, _ stack: FlagStack) throws {
        let resolution = flag.resolve(stack, nil)
        #expect(flag.read(stack) == resolution.value, "\(flag.key)")
        #expect(resolution == flag.resolve(stack, context))
        #expect(flag.evaluate(stack, context) == resolution.value, "\(flag.key)")
        // The answer that is kept beside the cell; where the time decides, it is evaluated anew.
        let description = try #require(stack.description(of: flag.key))
        var expected = resolution
        if !description.dependsOnTime { expected.skipped.removeAll(where: isMissing) }
        #expect(description.resolution == expected)
    }

    /// Whether a provider doesn't define the flag, which only a resolution reports; a computed rule has failed.
    private func isMissing(_ answer: SkippedAnswer) -> Bool {
        answer.error.code == .flagNotFound && answer.error.message != RandomStack.computedFailure
    }

    private func checkExplanation(
        _ flag: RandomStack.AnyFlag, in context: EvaluationContext, _ stack: FlagStack
    ) throws {
        let resolution = flag.resolve(stack, context)
        #expect(flag.evaluate(stack, context) == resolution.value, "\(flag.key)")
        let explanation = try #require(stack.explain(flag.key, in: context))
        #expect(explanation.resolution == resolution)
        #expect(explanation.answers.map(\.provider) == ["Overrides"] + stack.providers.map(\.name))
        let decided = explanation.answers.filter { $0.outcome == .decided }
        #expect(decided.map(\.provider) == [resolution.provider].compactMap { $0 })
        let skipped = explanation.answers.filter { $0.outcome == .skipped }
        #expect(skipped.map(\.provider) == resolution.skipped.map(\.provider))
        #expect(skipped.map(\.error) == resolution.skipped.map(\.error))
        // What comes after the decision wasn't asked.
        if let last = explanation.answers.lastIndex(where: { $0.outcome != .notEvaluated }) {
            #expect(explanation.answers[...last].allSatisfy { $0.outcome != .notEvaluated })
        }
        checkDependencies(explanation, in: context, stack)
    }

    private func checkDependencies(_ explanation: FlagExplanation, in context: EvaluationContext, _ stack: FlagStack) {
        let resolution = explanation.resolution
        let isInCycle = resolution.reason == .parentOff && resolution.error != nil
        if let parent = explanation.ancestors.first {
            // The parent's own decision is the same as that of the flags above this one.
            let isOn = stack.resolve(key: parent.key, in: context).value == true
            #expect(explanation.ancestors.allSatisfy { $0.isOn } == isOn)
            #expect((resolution.reason == .parentOff) == !isOn)
            #expect(explanation.ancestors.dropLast().allSatisfy { $0.isOn })
        } else {
            #expect(resolution.reason != .parentOff || isInCycle)
        }
        let winners = explanation.members.filter(\.hasPriority)
        #expect(winners.count <= 1)
        #expect(winners.allSatisfy { $0.isOn })
        #expect((resolution.reason == .excluded) == (winners.first.map { $0.key != explanation.key } ?? false))
    }
}
