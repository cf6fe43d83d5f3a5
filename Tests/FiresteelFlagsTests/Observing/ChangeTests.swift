import Dispatch
import FiresteelFlags
import Synchronization
import Testing

@Suite("Each change is delivered once and in order")
struct ChangeTests {
    let provider = MemoryProvider()
    let stack: FlagStack
    let a = Flag("a", default: 0)
    let b = Flag("b", default: 0)

    init() throws {
        stack = FlagStack([provider])
        try stack.declare([a.declaration, b.declaration])
    }

    @Test("A change has the resolution before and after")
    func resolutions() throws {
        let seen = Recorded<FlagChange>()
        let subscription = stack.onChange { seen.append(contentsOf: $0) }
        provider.set(1, for: "a")
        provider.setRule(ConstantRule(1, variant: "one"), for: "a")
        provider.set(nil, for: "a")
        #expect(seen.all.map(\.old.value) == [0, 1, 1])
        #expect(seen.all.map(\.new.value) == [1, 1, 0])
        #expect(seen.all.map(\.new.variant) == [nil, "one", nil])
        #expect(seen.all.map(\.valueChanged) == [true, false, true])
        #expect(seen.all.last?.new.reason == .default)
        subscription.cancel()
    }

    @Test("A change without an effect isn't reported")
    func nothing() {
        let seen = Recorded<FlagChange>()
        provider.set(1, for: "a")
        let subscription = stack.onChange { seen.append(contentsOf: $0) }
        provider.set(1, for: "a")
        provider.set(5, for: "nobody's")
        provider.set(nil, for: "b")
        stack.setContext(EvaluationContext(targetingKey: "x"))
        #expect(seen.all.isEmpty)
        subscription.cancel()
    }

    @Test("A number written with a point and one without are the same value")
    func sameNumber() throws {
        let ratio = Flag("ratio", default: 1.0)
        try stack.declare([ratio.declaration])
        let seen = Recorded<FlagChange>()
        let subscription = stack.onChange { seen.append(contentsOf: $0) }
        provider.set(1, for: "ratio")
        provider.set(.double(1), for: "ratio")
        provider.set(.double(3), for: "a")
        provider.set(3, for: "a")
        #expect(seen.all.map(\.key) == ["ratio", "a"])
        #expect(seen.all.map(\.valueChanged) == [false, true])
        #expect(stack.description(of: "ratio")?.differsFromDefault == false)
        subscription.cancel()
    }

    @Test("A change of several flags is one")
    func together() {
        let batches = Recorded<[String]>()
        let subscription = stack.onChange { batches.append($0.map(\.key)) }
        provider.set(["a": 1, "b": 2])
        provider.removeAll()
        #expect(batches.all == [["a", "b"], ["a", "b"]])
        subscription.cancel()
    }

    @Test("A cancelled subscription receives no changes")
    func cancelled() {
        let seen = Recorded<FlagChange>()
        let subscription = stack.onChange { seen.append(contentsOf: $0) }
        provider.set(1, for: "a")
        subscription.cancel()
        provider.set(2, for: "a")
        #expect(seen.all.count == 1)
    }

    @Test("A reader of a stream that resumes late misses nothing")
    func lateReader() async {
        let all = stack.changes()
        let ofA = stack.changes(of: a)
        for number in 1...1000 { provider.set(.int(number), for: number.isMultiple(of: 2) ? "a" : "b") }
        let changes = await next(1000, of: all)
        #expect(changes.map(\.new.value) == (1...1000).map { .int($0) })
        let typed = await next(500, of: ofA)
        #expect(typed.map(\.new.value) == (1...500).map { $0 * 2 })
        #expect(zip(typed, typed.dropFirst()).allSatisfy { $0.new.value == $1.old.value })
    }

    @Test("A stream ends with its stack", .timeLimit(.minutes(5)))
    func end() async {
        var stack: FlagStack? = FlagStack([provider])
        let all = stack?.changes()
        let ofA = stack?.changes(of: a)
        provider.set(1, for: "a")
        stack = nil
        provider.set(2, for: "a")
        if let all, let ofA {
            #expect(await next(.max, of: all).map(\.new.value) == [1])
            #expect(await next(.max, of: ofA).map(\.new.value) == [1])
        }
    }

    @Test(
        "While a handler runs, other threads set values, and all changes are delivered afterwards",
        .timeLimit(.minutes(5)))
    func slowHandler() {
        let isTold = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        let seen = Recorded<JSONValue>()
        let subscription = stack.onChange { changes in
            if seen.all.isEmpty {
                isTold.signal()
                mayGoOn.wait()
            }
            seen.append(contentsOf: changes.map(\.new.value))
        }
        let provider = provider
        let first = DispatchQueue(label: "first")
        first.async { provider.set(1, for: "a") }
        isTold.wait()
        // These return although the handler hasn't: no lock is held meanwhile.
        provider.set(2, for: "b")
        provider.set(3, for: "a")
        #expect(stack[a] == 3)
        mayGoOn.signal()
        first.sync {}
        #expect(seen.all == [1, 2, 3])
        subscription.cancel()
    }

    @Test("A handler may read, set, subscribe and change the context")
    func insideHandler() {
        let stack = stack
        let provider = provider
        let (a, b) = (a, b)
        let seen = Recorded<String>()
        let later = Mutex<Subscription?>(nil)
        let subscription = stack.onChange { changes in
            for change in changes {
                seen.append("\(change.key) \(change.new.value.json()), reads \(stack[a]) \(stack[b])")
                if change.key == "a", stack[a] < 3 {
                    provider.set(.int(stack[a] + 1), for: "a")
                    provider.set(.int(stack[a]), for: "b")
                    stack.setContext(EvaluationContext(targetingKey: "\(stack[a])"))
                    _ = stack.snapshot()
                    _ = stack.explain("a")
                }
            }
            later.withLock { if $0 == nil { $0 = stack.onChange { seen.append("later: \($0.map(\.key))") } } }
        }
        provider.set(1, for: "a")
        #expect(
            seen.all == [
                "a 1, reads 1 0", "a 2, reads 2 2", "b 2, reads 3 3", "a 3, reads 3 3", "later: [\"a\"]",
                "b 3, reads 3 3", "later: [\"b\"]",
            ])
        subscription.cancel()
        later.withLock { $0?.cancel() }
    }

    @Test("Changes by many threads are delivered as one chain")
    func manyThreads() {
        let seen = Recorded<FlagChange>()
        let subscription = stack.onChange { seen.append(contentsOf: $0) }
        let provider = provider
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<250 { provider.set(.int(thread * 1000 + number + 1), for: thread < 2 ? "a" : "b") }
        }
        for key in ["a", "b"] {
            let changes = seen.all.filter { $0.key == key }
            #expect(changes.first?.old.value == 0)
            #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.new == $1.old })
            #expect(changes.last?.new.value == .int(stack[key == "a" ? a : b]))
        }
        subscription.cancel()
    }

    @Test("A diagnostic is delivered when it is reported")
    func diagnostics() {
        let seen = Recorded<FlagDiagnostic>()
        let subscription = stack.onDiagnostic { seen.append($0) }
        provider.set("large", for: "a")
        provider.set("larger", for: "a")
        #expect(seen.all.map(\.kind) == [.typeMismatch])
        #expect(seen.all.first?.file?.hasSuffix("ChangeTests.swift") == true)
        #expect(seen.all.first?.description.contains("large") == true)
        subscription.cancel()
    }
}
