import Firesteel
import FiresteelBehaviour
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Testing

@Suite("Behaviour", .timeLimit(.minutes(2)))
struct BehaviourTests {
    private struct CardError: Error {}

    @Test("Performs are counted by outcome, with their durations")
    func figures() async throws {
        try await withTestRuntime(Shop.self) { test in
            for milliseconds in [1, 2, 100] {
                await Basket.pay.perform(Work { test.clock.advance(by: .milliseconds(milliseconds)) })
            }
            await Basket.pay.perform(Work { throw CardError() })
            await Basket.pay.perform(Work { throw CancellationError() })
            await Basket.open.perform(Work())
            let actions = await test.runtime.behaviour.actions()
            #expect(actions.map(\.action) == [Basket.payPath, Basket.openPath])
            let pay = actions[0]
            #expect(pay.performs == 5 && pay.successes == 3 && pay.failures == 1 && pay.cancellations == 1)
            #expect(pay.meanDuration == 20_600)
            let median = try #require(pay.durations.quantile(0.5))
            #expect(median < 2_000)
            let basis = await test.runtime.behaviour.basis()
            #expect(basis.sessions == 1 && basis.uncountedPerforms == 0 && basis.lostEvents == 0)
        }
    }

    @Test("The next action is the next one that begins in the session, whether or not those before have completed")
    func order() async throws {
        try await withTestRuntime(Shop.self) { test in
            let (one, other) = (test.runtime.session("one"), test.runtime.session("other"))
            await Basket.open.perform(Work(), options: .in(one))
            await Basket.pay.perform(Work(), options: .in(other))
            await Basket.add.perform(
                Work {
                    // Part of the same step.
                    await Basket.open.perform(Work())
                    // A second window's step, and the next one of this window, which begins meanwhile.
                    await Task.detached {
                        await Basket.pay.perform(Work(), options: .in(other))
                        await Basket.pay.perform(Work(), options: .in(one))
                    }.value
                }, options: .in(one))
            await Sharing.share.request()?.perform(
                Work(), options: PerformOptions(session: one, isUserInitiated: false))
            await Basket.open.perform(Work(), options: PerformOptions(session: one, source: .agent))
            await Basket.add.perform(Work(), options: .in(one))
            let behaviour = test.runtime.behaviour
            #expect(await behaviour.texts(after: Basket.openPath) == ["Add 1/1"])
            #expect(await behaviour.texts(after: Basket.addPath) == ["Pay 1/1"])
            #expect(await behaviour.texts(after: Basket.payPath) == ["Add 1/2", "Pay 1/2"])
            #expect(await behaviour.texts(after: Sharing.path) == [])
        }
    }

    @Test("Only actions that are available in the session are suggested, without an exposure or a refusal")
    func available() async throws {
        let flags = FlagStack(overrides: MemoryProvider("Test"))
        try await withTestRuntime(Shop.self, flags: ["Shop/Beta": true], { $0.flags = flags }) { test in
            let behaviour = test.runtime.behaviour
            for _ in 1...2 {
                await Basket.open.perform(Work())
                await Beta.probe.request()?.perform(Work())
            }
            await Basket.open.perform(Work())
            await Sharing.share.request()?.perform(Work())
            await Basket.open.perform(Work())
            func suggested(in session: ActionSession, confidence: Double = 0) async -> [String] {
                await behaviour.suggestions(in: session, after: Basket.openPath, confidence: confidence).map(\.text)
            }
            let session = test.runtime.session("reader", context: EvaluationContext(targetingKey: "ada"))
            #expect(await suggested(in: test.runtime.main) == ["Probe 2/3", "Share 1/3"])
            #expect(await behaviour.suggestions(in: test.runtime.main).map(\.text) == ["Probe 2/3", "Share 1/3"])
            #expect(await behaviour.suggestions(in: session).isEmpty)
            try flags.setOverride(false, for: "Shop/Beta")
            let events = test.runtime.timeline?.run.events().count
            #expect(await suggested(in: session) == ["Share 1/3"])
            #expect(await suggested(in: session, confidence: 0.5) == [])
            #expect(test.runtime.timeline?.run.events().count == events)
            test.runtime.setToggle(Sharing.self, false)
            #expect(await suggested(in: test.runtime.main) == [])
            #expect(await behaviour.texts(after: Basket.openPath) == ["Probe 2/3", "Share 1/3"])
        }
    }

    @Test("The candidates and the limit are applied to what is suggested, not to its observations")
    func candidates() async throws {
        try await withTestRuntime(Shop.self) { test in
            for _ in 1...2 { await perform(Basket.open, Basket.add) }
            await Basket.open.perform(Work())
            await Sharing.share.request()?.perform(Work())
            let behaviour = test.runtime.behaviour, main = test.runtime.main
            func suggested(_ candidates: Set<ActionPath>?, limit: Int) async -> [String] {
                await behaviour.suggestions(in: main, after: Basket.openPath, among: candidates, limit: limit).map(
                    \.text)
            }
            #expect(await suggested(nil, limit: 1) == ["Add 2/3"])
            #expect(await suggested([Sharing.path, Basket.payPath], limit: 3) == ["Share 1/3"])
            #expect(await suggested(nil, limit: -1) == [])
        }
    }

    @Test("What one person does is counted apart, and erased with the principal")
    func people() async throws {
        try await withTestRuntime(Shop.self) { test in
            for person in ["ada", "ada", "bob"] {
                let session = test.runtime.session("window", principal: Principal(person))
                await perform(Basket.open, Basket.add, in: session)
                if person == "bob" { await Basket.pay.perform(Work(), options: .in(session)) }
            }
            await Basket.open.perform(Work())
            await Sharing.share.request()?.perform(Work())
            let behaviour = test.runtime.behaviour
            #expect(await behaviour.texts(after: Basket.openPath) == ["Add 3/4", "Share 1/4"])
            #expect(await behaviour.texts(after: Basket.openPath, of: .person("ada")) == ["Add 2/2"])
            #expect(await behaviour.texts(after: Basket.openPath, of: .person(nil)) == ["Share 1/1"])
            #expect(await behaviour.texts(after: Basket.openPath, of: .person("eve")) == [])
            #expect(await behaviour.funnel([Basket.openPath, Basket.addPath, Basket.payPath]) == [4, 3, 1])
            #expect(await behaviour.funnel([Basket.addPath, Basket.openPath]) == [3, 0])
            #expect(await behaviour.funnel([Beta.path, Basket.openPath]) == [0, 0])
            try test.runtime.eraseTimeline(of: "ada")
            #expect(await behaviour.texts(after: Basket.openPath) == ["Add 1/2", "Share 1/2"])
            #expect(await behaviour.texts(after: Basket.openPath, of: .person("ada")) == [])
            try test.runtime.eraseTimeline()
            #expect(await behaviour.actions() == [])
        }
    }

    @Test("Hundreds of sessions at once are counted exactly")
    func many() async throws {
        let configure: (inout RuntimeConfiguration) -> Void = { configuration in
            configuration.runSize = 8 << 20
            // Events that are read while others are recorded are ordered by their times, which a stopped clock doesn't give.
            configuration.clock = .system
        }
        try await withTestRuntime(Shop.self, configure) { test in
            let behaviour = test.runtime.behaviour
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<400 {
                    group.addTask {
                        let session = test.runtime.session("request", principal: Principal("\(number % 7)"))
                        await perform(Basket.open, Basket.add, in: session)
                        await Basket.pay.perform(Work(), options: .in(session))
                        if number % 40 == 0 { _ = await behaviour.actions() }
                    }
                }
            }
            #expect(await behaviour.texts(after: Basket.openPath) == ["Add 400/400"])
            #expect(await behaviour.texts(after: Basket.addPath, of: .person("6")) == ["Pay 57/57"])
            #expect(await behaviour.funnel([Basket.openPath, Basket.payPath]) == [400, 400])
        }
    }

    @Test("A runtime without a timeline has no figures, and one that is released takes its counts along")
    func none() async throws {
        weak var released: Behaviour?
        try await withTestRuntime(Shop.self, { $0.storage = .none }) { test in
            await Basket.open.perform(Work())
            released = test.runtime.behaviour
            #expect(await test.runtime.behaviour.actions() == [])
            await test.runtime.behaviour.read()
            #expect(await test.runtime.behaviour.basis().isComplete)
        }
        #expect(released == nil)
    }
}

/// Performs two actions one after the other.
private func perform<First: ScriptedAction, Second: ScriptedAction>(
    _ first: ActionBinding<Basket, First>, _ second: ActionBinding<Basket, Second>, in session: ActionSession? = nil
) async {
    await first.perform(Work(), options: PerformOptions(session: session))
    await second.perform(Work(), options: PerformOptions(session: session))
}
