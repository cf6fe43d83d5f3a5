import Dispatch
import FiresteelFlags
import FlagTesting
import Synchronization
import Testing

@Suite("Concurrent readers, writers and observers")
struct FlagConcurrencyTests {
    /// Texts that are whole only if all of their characters are the same.
    private static func text(_ number: Int) -> String {
        String(repeating: "abcdefgh".map(String.init)[number & 7], count: 40)
    }
    private static func isWhole(_ text: borrowing String) -> Bool {
        text.utf8.count == 40 && text.utf8.allSatisfy { [first = text.utf8.first] in $0 == first }
    }

    let rounds = 500
    let provider = MemoryProvider("Remote")
    let overrides = MemoryProvider("Overrides")
    let stack: FlagStack
    let text = Flag("text", default: FlagConcurrencyTests.text(0))
    let number = Flag("number", default: 0)
    let parent = Flag("parent", default: true)
    let pair = ["x", "y"].map { Flag($0, default: true, parent: "parent", exclusionGroup: "g") }
    let greeting = Flag("greeting", default: FlagConcurrencyTests.text(1))

    init() throws {
        stack = FlagStack([provider], overrides: overrides)
        provider.setRule(
            TestRule { context, _ in .value(.string(Self.text(context.targetingKey?.utf8.count ?? 0)), reason: .split)
            },
            for: "greeting")
        try stack.declare(
            [text.declaration, number.declaration, parent.declaration, greeting.declaration] + pair.map(\.declaration))
    }

    private func context(_ round: Int) -> EvaluationContext {
        EvaluationContext(targetingKey: String(repeating: "u", count: round % 5))
    }

    private func write(_ round: Int) {
        provider.set(.string(Self.text(round)), for: "text")
        provider.set(round.isMultiple(of: 3) ? nil : .int(round), for: "number")
        provider.set(.bool(!round.isMultiple(of: 7)), for: "parent")
        if round.isMultiple(of: 50) { provider.set("of another type", for: "number") }
    }

    private func override(_ round: Int) {
        overrides.set(round.isMultiple(of: 2) ? .string(Self.text(round + 3)) : nil, for: "text")
        overrides.set(round.isMultiple(of: 5) ? true : nil, for: round.isMultiple(of: 10) ? "x" : "y")
        if round.isMultiple(of: 100) { overrides.removeAll() }
    }

    /// Returns the number of read values that are impossible.
    private func read(_ round: Int) -> Int {
        var faults = 0
        if !Self.isWhole(stack[text]) { faults += 1 }
        if !stack.withValue(of: text, Self.isWhole) { faults += 1 }
        if !Self.isWhole(stack[greeting]) { faults += 1 }
        if stack.value(of: greeting, in: context(round)) != Self.text(round % 5) { faults += 1 }
        if !(0..<rounds).contains(stack[number]) { faults += 1 }
        if round.isMultiple(of: 20) {
            let snapshot = stack.snapshot()
            if snapshot["x"] == true, snapshot["y"] == true { faults += 1 }
            if snapshot["parent"] == false, snapshot["x"] == true { faults += 1 }
            if stack.explain("x") == nil { faults += 1 }
            if stack.descriptions().count < 6 { faults += 1 }
        }
        return faults
    }

    private func observe(_ round: Int) {
        let subscription = stack.onChange { [stack, number] _ in _ = stack[number] }
        let observable = stack.observable(text)
        _ = observable.value
        if round.isMultiple(of: 10) { _ = stack[Flag("late \(round)", default: round)] }
        subscription.cancel()
    }

    @Test(
        "Readers see only whole values, observers one sequence of changes, and the final state is that of one thread")
    func volume() async throws {
        let faults = Atomic(0)
        let seen = Recorded<FlagChange>()
        let subscription = stack.onChange { seen.append(contentsOf: $0) }
        let stream = stack.changes()
        DispatchQueue.concurrentPerform(iterations: 7) { thread in
            for round in 0..<rounds {
                switch thread {
                case 0, 1: write(round)
                case 2: override(round)
                case 3: stack.setContext(context(round))
                case 4: if round.isMultiple(of: 5) { observe(round) }
                default: faults.add(read(round), ordering: .relaxed)
                }
            }
        }
        #expect(faults.load(ordering: .relaxed) == 0)
        subscription.cancel()
        checkChains(seen.all)
        let streamed = await next(seen.all.count, of: stream)
        #expect(streamed == seen.all)
        try compareWithFreshStack()
    }

    private func checkChains(_ changes: [FlagChange]) {
        #expect(!changes.isEmpty)
        for (key, changes) in Dictionary(grouping: changes, by: \.key) {
            #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.new == $1.old }, "\(key)")
            #expect(changes.last?.new.value == stack.snapshot()[key], "\(key)")
        }
    }

    private func compareWithFreshStack() throws {
        let fresh = FlagStack([provider], overrides: overrides, context: stack.context)
        try fresh.declare(
            [text.declaration, number.declaration, parent.declaration, greeting.declaration] + pair.map(\.declaration))
        #expect(fresh[text] == stack[text])
        #expect(fresh[number] == stack[number])
        #expect(fresh[parent] == stack[parent])
        #expect(fresh[greeting] == stack[greeting])
        #expect(pair.map { fresh[$0] } == pair.map { stack[$0] })
    }
}
