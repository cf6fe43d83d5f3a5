import Dispatch
import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Analytics")
struct AnalyticsTests {
    @Test("An action with an analytics identifier has an event at its begin and one at its completion")
    func beginAndEnd() async throws {
        try await withTestRuntime(AnalyzedApp.self) { test in
            let provider = RecordingProvider()
            let analytics = test.runtime.attachAnalytics(to: [provider], consent: .granted)
            let clock = test.clock
            let book = Novel(title: "beginAndEnd", pages: 7) { clock.advance(by: .milliseconds(12)) }
            await NovelReading.open.perform(book)
            await analytics.flush()

            try #require(provider.events.count == 2)
            let (begin, end) = (provider.events[0], provider.events[1])
            #expect(begin.fullName == "book-open.begin" && end.fullName == "book-open.end")
            #expect(begin.phase == .begin && end.phase == .end(.success, duration: .milliseconds(12)))
            #expect(begin.attributes == ["pages": 7] && end.attributes == begin.attributes)
            #expect(end.time - begin.time == 12_000)
            #expect(begin.perform == end.perform && begin.perform == test.performs.first?.id)
            #expect(begin.action.text == "AnalyzedApp/NovelReading/#OpenNovel")
            #expect(begin.source == .application && begin.isUserInitiated)
        }
    }

    @Test(
        "The end has the outcome",
        arguments: [
            (ActionOutcome.success, Outcome.success), (.successClosing, .successClosing),
            (.failure(SampleError()), .failure), (.failureClosing(SampleError()), .failureClosing),
            (.cancelled, .cancelled),
        ])
    func outcomes(outcome: ActionOutcome, recorded: Outcome) async throws {
        try await withTestRuntime(AnalyzedApp.self) { test in
            let provider = RecordingProvider()
            let analytics = test.runtime.attachAnalytics(to: [provider], consent: .granted)
            await NovelReading.open.perform(Novel(title: "outcomes", outcome: outcome))
            await analytics.flush()
            #expect(provider.events.last?.phase == .end(recorded, duration: .zero))
        }
    }

    @Test("An action without an analytics identifier has no event, and one of the main actor has its two")
    func unnamed() async throws {
        try await withTestRuntime(AnalyzedApp.self) { test in
            let provider = RecordingProvider()
            let analytics = test.runtime.attachAnalytics(to: [provider], consent: .granted)
            await NovelReading.unnamed.perform()
            await MainActor.run { _ = NovelReading.turn.perform() }
            await analytics.flush()
            #expect(provider.events.map(\.fullName) == ["page-turn.begin", "page-turn.end"])
        }
    }

    @Test("Without a timeline and stacks there are events nevertheless")
    func nothingRecorded() async throws {
        let provider = RecordingProvider()
        try await withTestRuntime(AnalyzedApp.self) {
            $0.storage = .none
            $0.keepsStacks = false
        } _: { test in
            let analytics = test.runtime.attachAnalytics(to: [provider], consent: .granted)
            await NovelReading.open.perform(Novel(title: "nothingRecorded"))
            await analytics.flush()
        }
        #expect(provider.events.map(\.fullName) == ["book-open.begin", "book-open.end"])
    }

    @Test("Without consent nothing is computed or sent")
    func denied() async throws {
        try await withTestRuntime(AnalyzedApp.self) { test in
            let provider = RecordingProvider()
            let analytics = test.runtime.attachAnalytics(to: [provider], consent: .denied)
            await NovelReading.open.perform(Novel(title: "denied"))
            await analytics.flush()
            #expect(OpenNovel.asked.withLock { $0["denied"] } == nil)
            // What an earlier run left is discarded.
            #expect(provider.calls == [.discard, .flush])
        }
    }

    // On the main actor, whose thread no other test uses: a blocked provider has one of the others.
    @MainActor
    @Test("Revoked consent drops pending events before the call returns")
    func takenBack() async throws {
        try await withTestRuntime(AnalyzedApp.self) { test in
            let isCalled = DispatchSemaphore(value: 0)
            let mayReturn = DispatchSemaphore(value: 0)
            let isFirst = Mutex(true)
            let provider = RecordingProvider { _ in
                let isFirst = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                guard isFirst else { return }
                isCalled.signal()
                mayReturn.wait()
            }
            let analytics = test.runtime.attachAnalytics(to: [provider], consent: .granted)
            for _ in 0..<1_000 { NovelReading.turn.perform() }
            // The provider blocks a thread that tests share, so a separate one releases it.
            try await withOwnThread {
                isCalled.wait()
                Thread.detachNewThread { mayReturn.signal() }
                try analytics.setConsent(.denied)
            }
            let calls = provider.calls
            #expect(calls.last == .discard)
            await NovelReading.open.perform(Novel(title: "takenBack after"))
            await analytics.flush()
            #expect(provider.calls == calls + [.flush])
            #expect(OpenNovel.asked.withLock { $0["takenBack after"] } == nil)
        }
    }

    @Test("A perform that began before the consent has no event, not even for its end")
    func underWay() async throws {
        try await withTestRuntime(AnalyzedApp.self) { test in
            let provider = RecordingProvider()
            let analytics = test.runtime.attachAnalytics(to: [provider], consent: .granted)
            let book = Novel(title: "underWay") {
                try analytics.setConsent(.denied)
                try analytics.setConsent(.granted)
            }
            await NovelReading.open.perform(book)
            await NovelReading.open.perform(Novel(title: "after"))
            await analytics.flush()
            let events = provider.events
            #expect(events.suffix(2).map(\.fullName) == ["book-open.begin", "book-open.end"])
            let first = test.performs.first?.id
            let ends = events.filter { $0.perform == first && $0.phase != .begin }
            #expect(ends == [])
        }
    }

    @Test("The user changes in order with the events")
    func identity() async throws {
        try await withTestRuntime(AnalyzedApp.self) { test in
            let provider = RecordingProvider()
            let analytics = test.runtime.attachAnalytics(to: [provider], consent: .granted)
            await NovelReading.open.perform(Novel(title: "one"))
            analytics.identify("ada")
            await NovelReading.open.perform(Novel(title: "two"))
            analytics.reset()
            await analytics.flush()
            let open = [RecordingProvider.Call.record("book-open.begin"), .record("book-open.end")]
            #expect(provider.calls == [.start] + open + [.identify("ada")] + open + [.reset, .flush])
        }
    }

    @Test("A user who signs in without consent is reported when it is given")
    func identifiedBefore() async throws {
        let test = try TestRuntime(AnalyzedApp.self)
        let provider = RecordingProvider()
        let analytics = test.runtime.attachAnalytics(to: [provider], consent: .denied)
        analytics.identify("ada")
        #expect(provider.calls == [.discard])
        try analytics.setConsent(.granted)
        #expect(provider.calls == [.discard, .start, .identify("ada")])
    }

    @MainActor
    @Test("A slow provider delays no other; missed events are counted and reported")
    func slow() async throws {
        try await withTestRuntime(AnalyzedApp.self) { test in
            let hold = Mutex(true)
            let provider = RecordingProvider { _ in while hold.withLock({ $0 }) {} }
            let analytics = test.runtime.attachAnalytics(to: [provider], consent: .granted)
            let count = 5_000
            for _ in 0..<count { NovelReading.turn.perform() }
            hold.withLock { $0 = false }
            await analytics.flush()
            #expect(analytics.missed > 0)
            #expect(provider.events.count + analytics.missed == 2 * count)
            #expect(
                test.runtime.faults == [
                    .observer(
                        "Analytics events were dropped because providers are too slow. Use providers that return sooner."
                    )
                ])
        }
    }

    @Test("All providers are notified, flushed and closed, and a provider's report is a fault of the runtime, once")
    func several() async throws {
        try await withTestRuntime(AnalyzedApp.self) { test in
            let providers = [RecordingProvider("one"), RecordingProvider("two")]
            let analytics = test.runtime.attachAnalytics(to: providers, consent: .granted)
            await NovelReading.open.perform(Novel(title: "several"))
            await analytics.close(within: .seconds(2))
            for provider in providers {
                #expect(
                    provider.calls == [
                        .start, .record("book-open.begin"), .record("book-open.end"), .close(.seconds(2)),
                    ])
                provider.report("The disk is full.")
                provider.report("The disk is full.")
            }
            #expect(
                test.runtime.faults == [.observer("one: The disk is full."), .observer("two: The disk is full.")])
            #expect(test.runtime.analytics.map { $0 === analytics } == [true])
        }
    }

    @Test("Erasing a person's data drops pending analytics events, and analytics continues")
    func erasing() async throws {
        try await withTestRuntime(AnalyzedApp.self) { test in
            let provider = RecordingProvider()
            let analytics = test.runtime.attachAnalytics(to: [provider], consent: .granted)
            try test.runtime.eraseTimeline()
            #expect(provider.calls == [.start, .discard, .start])
            await NovelReading.open.perform(Novel(title: "erasing"))
            await analytics.flush()
            #expect(provider.events.count == 2)
        }
    }

    @Test("Events that can't be removed are reported, and aren't sent")
    func stubborn() async throws {
        try await withTestRuntime(AnalyzedApp.self) { test in
            let (stubborn, other) = (RecordingProvider("stubborn"), RecordingProvider())
            let analytics = test.runtime.attachAnalytics(to: [stubborn, other], consent: .granted)
            #expect(throws: StubbornError.self) { try analytics.setConsent(.denied) }
            #expect(analytics.consent == .denied)
            #expect(other.calls == [.start, .discard])
            #expect(throws: StubbornError.self) { try test.runtime.eraseTimeline() }
        }
    }

    @Test("A released runtime ends its analytics, and nothing retains it")
    func gone() async throws {
        let provider = RecordingProvider()
        weak var gone: FeatureRuntime?
        do {
            let test = try TestRuntime(AnalyzedApp.self)
            gone = test.runtime
            test.runtime.attachAnalytics(to: [provider], consent: .granted)
            await test.runtime.use { _ = await NovelReading.open.perform(Novel(title: "gone")) }
            await test.runtime.analytics.first?.flush()
        }
        #expect(gone == nil)
        #expect(provider.events.count == 2)
    }
}
