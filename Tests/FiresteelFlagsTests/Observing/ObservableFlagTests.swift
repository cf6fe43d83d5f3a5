import FiresteelFlags
import Observation
import Testing

@Suite("Views follow flags by Observation")
struct ObservableFlagTests {
    let provider = MemoryProvider()
    let stack: FlagStack
    init() { stack = FlagStack([provider]) }

    @Test("Readers of the value are notified of its change when the new one is in place")
    func tracking() {
        let flag = stack.observable(Flag("a", default: 1))
        let seen = Recorded<Int>()
        let value = withObservationTracking {
            flag.value
        } onChange: {
            seen.append(flag.value)
        }
        #expect(value == 1)
        provider.set(5, for: "b")
        #expect(seen.all.isEmpty)
        provider.set(2, for: "a")
        #expect(seen.all == [2])
        // Tracking is for one change, as everywhere.
        provider.set(3, for: "a")
        #expect(seen.all == [2])
        #expect(flag.value == 3)
    }

    @Test("Where a value comes from is followed too")
    func resolution() {
        let flag = stack.observable(Flag("a", default: 1))
        let seen = Recorded<String?>()
        _ = withObservationTracking {
            flag.resolution
        } onChange: {
            seen.append(flag.resolution.provider)
        }
        provider.set(1, for: "a")
        #expect(seen.all == ["Memory"])
    }

    @Test("A context's change is followed")
    func context() {
        provider.setRule(
            TestRule { context, _ in .value(.string(context.targetingKey ?? "nobody"), reason: .targetingMatch) },
            for: "a")
        let flag = stack.observable(Flag("a", default: ""))
        let seen = Recorded<String>()
        withObservationTracking {
            #expect(flag.value == "nobody")
        } onChange: {
            seen.append(flag.value)
        }
        stack.setContext(EvaluationContext(targetingKey: "ada"))
        #expect(seen.all == ["ada"])
    }

    @Test("A released one leaves nothing behind")
    func letGo() {
        weak var gone: ObservableFlag<Int>?
        do {
            let flag = stack.observable(Flag("a", default: 1))
            gone = flag
            #expect(flag.value == 1)
        }
        #expect(gone == nil)
        provider.set(2, for: "a")
    }
}
