import FiresteelTesting
import FiresteelTimeline
import Synchronization
import Testing

@testable import Firesteel

@Suite("Hooks of performs")
struct HookTests {
    private let test: TestRuntime
    private var hooks: PerformHooks { test.runtime.dispatcher.hooks }
    private var main: ActionSession { test.runtime.main }

    init() throws { test = try TestRuntime(HookApp.self) }

    private func rest(of performs: HookedPerforms) async -> [String] {
        performs.end()
        return await performs.rest.map(\.words)
    }

    // MARK: Delivery

    @Test("Begins and ends are delivered in order, with times and the action's data of its input")
    func order() async throws {
        let performs = hooks.attach([.analytics, .activities], bound: 100)
        let main = main
        await Hooked.both.perform(
            HookInput(title: "Outer") { [test] in
                test.clock.advance(by: .seconds(2))
                await Hooked.analyzed.perform(HookInput(title: "Inner"), options: .in(main))
            }, options: .in(main))
        performs.end()
        let received = await performs.rest
        #expect(received.map(\.words) == ["begin Both", "begin Analyzed", "end Analyzed", "end Both"])
        guard case .perform(let begin)? = received.first, case .perform(let end)? = received.last else {
            Issue.record("\(received)")
            return
        }
        #expect(begin.perform == end.perform && begin.perform == test.performs.first?.id)
        #expect(begin.session == main.identifier && begin.sessionName == "main" && begin.stack != 0)
        #expect(begin.analyticsIdentifier == "both" && begin.attributes == ["title": .string("Outer")])
        #expect(begin.eligibility == .perform && begin.activity?.content.title == "Outer")
        #expect(end.completion?.outcome == .success && end.completion?.duration == 2_000_000_000)
    }

    @Test("Each reader receives its kinds of data, and an action provides only data for attached readers")
    func kinds() async {
        func perform(_ input: HookInput) async {
            await Hooked.both.perform(input, options: .in(main))
            await Hooked.analyzed.perform(input, options: .in(main))
            await Hooked.active.perform(input, options: .in(main))
            await Hooked.plain.perform(input, options: .in(main))
            await Hooked.hidden.perform(input, options: .in(main))
        }
        let first = HookInput()
        await perform(first)
        #expect(first.asked.attributes.load(ordering: .relaxed) == 0)
        #expect(first.asked.activity.load(ordering: .relaxed) == 0)

        let analytics = hooks.attach(.analytics, bound: 100)
        let second = HookInput()
        await perform(second)
        #expect(second.asked.attributes.load(ordering: .relaxed) == 2)
        #expect(second.asked.activity.load(ordering: .relaxed) == 0)

        let activities = hooks.attach(.activities, bound: 100)
        await perform(HookInput())
        let both = ["begin Both", "end Both"]
        let analyzed = both + ["begin Analyzed", "end Analyzed"]
        #expect(await rest(of: analytics) == analyzed + analyzed)
        #expect(await rest(of: activities) == both + ["begin Active", "end Active"])

        let last = HookInput()
        await perform(last)
        #expect(last.asked.attributes.load(ordering: .relaxed) == 0)
        #expect(last.asked.activity.load(ordering: .relaxed) == 0)
    }

    @Test("If an input has no activity, only readers of analytics receive it")
    func noActivity() async {
        let analytics = hooks.attach(.analytics, bound: 100)
        let activities = hooks.attach(.activities, bound: 100)
        await Hooked.both.perform(HookInput(title: ""), options: .in(main))
        #expect(await rest(of: analytics) == ["begin Both", "end Both"])
        #expect(await rest(of: activities) == [])
    }

    @Test("Readers of activities receive closed stacks and sessions, after their performs")
    func closings() async {
        let analytics = hooks.attach(.analytics, bound: 100)
        let activities = hooks.attach(.activities, bound: 100)
        let session = test.runtime.session("Window")
        await Hooked.both.perform(HookInput(), options: .in(session))
        session.close()
        #expect(await rest(of: analytics) == ["begin Both", "end Both"])
        #expect(await rest(of: activities) == ["begin Both", "end Both", "stacks closed", "session closed"])
    }

    // MARK: Bounds and barriers

    @Test("Beyond the limit, events are counted, and the gap is reported in its place")
    func bound() async {
        let performs = hooks.attach(.analytics, bound: 3)
        for _ in 0..<3 { await Hooked.both.perform(HookInput(), options: .in(main)) }
        var iterator = performs.makeAsyncIterator()
        #expect(await iterator.next()?.words == "begin Both")
        // There is room for one, and for no more.
        await Hooked.analyzed.perform(HookInput(), options: .in(main))
        #expect(
            await rest(of: performs) == ["end Both", "begin Both", "missed 3", "begin Analyzed", "missed 1"])
    }

    @Test("A slow reader doesn't delay others")
    func bounds() async {
        let slow = hooks.attach(.analytics, bound: 1)
        let quick = hooks.attach(.analytics, bound: 100)
        for _ in 0..<10 { await Hooked.analyzed.perform(HookInput(), options: .in(main)) }
        #expect(await rest(of: slow) == ["begin Analyzed", "missed 19"])
        #expect(await rest(of: quick).count == 20)
    }

    @Test("A barrier is in order and never missed, however full the queue is")
    func barrier() async {
        let performs = hooks.attach(.analytics, bound: 1)
        await Hooked.both.perform(HookInput(), options: .in(main))
        let isPassed = Atomic(false)
        performs.inOrder { isPassed.store(true, ordering: .relaxed) }
        await Hooked.analyzed.perform(HookInput(), options: .in(main))
        performs.end()
        var words: [String] = []
        for await element in performs {
            words.append(element.words)
            if case .barrier(let body) = element { body() }
            let isOver = isPassed.load(ordering: .relaxed)
            #expect(isOver == words.contains("barrier"))
        }
        #expect(words == ["begin Both", "missed 1", "barrier", "missed 2"])
    }

    @Test("A waiter for a reader continues when the reader reaches it, and immediately if it has ended")
    func waiting() async {
        let performs = hooks.attach(.analytics, bound: 100)
        let read = Mutex<[String]>([])
        let reader = Task.detached {
            for await element in performs {
                if case .barrier(let body) = element { body() } else { read.withLock { $0.append(element.words) } }
            }
        }
        for count in 1...20 {
            await Hooked.analyzed.perform(HookInput(), options: .in(main))
            await performs.barrier()
            #expect(read.withLock(\.count) == 2 * count)
        }
        performs.end()
        await reader.value
        await performs.barrier()
    }

    // MARK: Ending

    @Test("Ended, it delivers pending events; dropped, only barriers", arguments: [true, false])
    func ending(drops: Bool) async {
        let performs = hooks.attach([.analytics, .activities], bound: 4)
        for _ in 0..<3 { await Hooked.both.perform(HookInput(), options: .in(main)) }
        performs.inOrder {}
        if drops { performs.drop() } else { performs.end() }
        await Hooked.both.perform(HookInput(), options: .in(main))
        let waited = drops ? [] : ["begin Both", "end Both", "begin Both", "end Both", "missed 2"]
        #expect(await performs.rest.map(\.words) == waited + ["barrier"])
    }

    @Test(
        "A reader that attaches or detaches during an action never receives an end without its begin; others receive both"
    )
    func duringPerform() async throws {
        let leaving = hooks.attach(.analytics, bound: 100)
        let staying = hooks.attach(.analytics, bound: 100)
        let late = Mutex<HookedPerforms?>(nil)
        await Hooked.both.perform(
            HookInput { [hooks] in
                leaving.end()
                late.withLock { $0 = hooks.attach(.analytics, bound: 100) }
            }, options: .in(main))
        #expect(await leaving.rest.map(\.words) == ["begin Both"])
        #expect(await rest(of: staying) == ["begin Both", "end Both"])
        let attached = try #require(late.withLock { $0 })
        #expect(await rest(of: attached) == [])
    }

    @Test("It ends with its runtime", .timeLimit(.minutes(5)))
    func runtimeGone() async throws {
        let performs: HookedPerforms
        do {
            let other = try TestRuntime(HookApp.self)
            performs = other.runtime.dispatcher.hooks.attach(.analytics, bound: 100)
            await Hooked.analyzed.perform(HookInput(), options: .in(other.runtime.main))
        }
        #expect(await performs.rest.map(\.words) == ["begin Analyzed", "end Analyzed"])
    }

    @Test("However many perform, attach and detach concurrently, no reader receives an end without its begin, or twice")
    func load() async {
        let (hooks, main) = (hooks, main)
        let whole = hooks.attach(.analytics, bound: 10_000)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask { for _ in 0..<200 { await Hooked.analyzed.perform(HookInput(), options: .in(main)) } }
            }
            for _ in 0..<2 {
                group.addTask {
                    for round in 0..<50 {
                        let performs = hooks.attach(.analytics, bound: 10_000)
                        await Hooked.both.perform(HookInput(), options: .in(main))
                        if round.isMultiple(of: 2) { performs.end() } else { performs.drop() }
                        expectPairs(await performs.rest, ends: false)
                    }
                }
            }
        }
        whole.end()
        let received = await whole.rest
        #expect(received.count == 2_600)
        expectPairs(received, ends: true)
        #expect(hooks.asked(for: [.analytics, .activities]).isEmpty)
    }

    private func expectPairs(_ received: [HookedPerforms.Element], ends: Bool) {
        var isEnded: [UInt64: Bool] = [:]
        for case .perform(let perform) in received {
            let before = isEnded.updateValue(perform.completion != nil, forKey: perform.perform)
            #expect(before == (perform.completion == nil ? nil : false))
        }
        if ends { #expect(isEnded.values.allSatisfy { $0 }) }
    }

    // MARK: What is kept

    @Test("All attachments are erased, also if one fails, and the first error is thrown")
    func erasing() {
        final class Kept: HookAttachment {
            let name: String
            let erased = Atomic(false)

            init(_ name: String) { self.name = name }

            func erase() throws {
                erased.store(true, ordering: .relaxed)
                if !name.isEmpty { throw RefusedError(name: name) }
            }
        }
        struct RefusedError: Error, Equatable { let name: String }
        let kept = ["", "first", "second", ""].map { Kept($0) }
        for attachment in kept { hooks.retain(attachment) }
        #expect(hooks.retained.map { ObjectIdentifier($0) } == kept.map { ObjectIdentifier($0) })
        #expect(throws: RefusedError(name: "first")) { try hooks.erase() }
        #expect(kept.allSatisfy { $0.erased.load(ordering: .relaxed) })
    }
}
