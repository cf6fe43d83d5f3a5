import FiresteelFlags
import Testing

@Suite("A change of the context is one change")
struct ContextChangeTests {
    let provider = MemoryProvider()

    @Test("All flags have their values before subscribers are notified, each once")
    func one() throws {
        let flags = (0..<20).map { Flag("f\($0)", default: "") }
        for flag in flags {
            provider.setRule(
                TestRule { context, _ in .value(.string(context.targetingKey ?? ""), reason: .targetingMatch) },
                for: flag.key)
        }
        let stack = FlagStack([provider])
        let constant = Flag("constant", default: 1)
        try stack.declare(flags.map(\.declaration) + [constant.declaration])
        let batches = Recorded<[String]>()
        let subscription = stack.onChange { changes in
            let seen = Set(flags.map { stack[$0] })
            batches.append([stack.context.targetingKey ?? "", "\(changes.count)"] + seen.sorted())
        }
        stack.setContext(EvaluationContext(targetingKey: "ada"))
        stack.setContext(EvaluationContext(targetingKey: "ada"))
        stack.setContext(EvaluationContext(targetingKey: "bob"))
        #expect(batches.all == [["ada", "20", "ada"], ["bob", "20", "bob"]])
        subscription.cancel()
    }

    /// Has other values for each context, as one whose server decides.
    final class ServedProvider: FlagProvider {
        let name = "Served"
        private let memory = MemoryProvider()
        var keys: Set<String>? { memory.keys }
        func rule(for key: String) -> (any FlagRule)? { memory.rule(for: key) }
        func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
            memory.subscribe(handler)
        }
        func fixedContextChanged(_ context: EvaluationContext) {
            memory.set(.string("a of \(context.targetingKey ?? "nobody")"), for: "a")
        }
    }

    @Test("A provider's changes on a new context are part of that change")
    func served() throws {
        provider.setRule(
            TestRule { context, _ in .value(.string(context.targetingKey ?? ""), reason: .split) }, for: "b")
        let stack = FlagStack([ServedProvider(), provider])
        let (a, b) = (Flag("a", default: ""), Flag("b", default: ""))
        try stack.declare([a.declaration, b.declaration])
        #expect(stack[a] == "a of nobody")
        let batches = Recorded<[JSONValue]>()
        let subscription = stack.onChange { batches.append($0.map(\.new.value)) }
        stack.setContext(EvaluationContext(targetingKey: "ada"))
        #expect(batches.all == [["a of ada", "ada"]])
        #expect(stack[a] == "a of ada" && stack[b] == "ada")
        subscription.cancel()
    }

    @Test("A change affects only those of 5,000 flags that depend on it")
    func dependantsOnly() throws {
        let asked = Recorded<String>()
        for number in 0..<5000 {
            provider.setRule(
                TestRule { _, _ in
                    asked.append("f\(number)")
                    return .value(true, reason: .targetingMatch)
                }, for: "f\(number)")
        }
        let stack = FlagStack([provider])
        try stack.declare(
            (0..<5000).map { Flag("f\($0)", default: false, parent: [11, 12].contains($0) ? "f10" : nil).declaration })
        let before = asked.all.count
        provider.set(false, for: "f10")
        #expect(Set(asked.all[before...]).isSubset(of: ["f10", "f11", "f12"]))
        #expect(!stack[Flag("f12", default: true)])
    }
}
