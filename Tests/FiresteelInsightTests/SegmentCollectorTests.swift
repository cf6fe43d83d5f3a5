import Firesteel
import FiresteelFlags
import FiresteelInsight
import FiresteelTesting
import FiresteelTimeline
import TestSupport
import Testing

private enum Notebook: FeatureGroup {
    static let subfeatures = features(Pages.self, Sharing.self)
}

private enum Pages: Feature {
    static let write = action(Write.self)
    static let print = action(Print.self)
    static let actions = declare(write, print)
}

private enum Sharing: ConditionalFeature {
    static var constraints: Constraints { Flagged(default: false) }
    static let share = action(Share.self)
    static let actions = declare(share)
}

private struct PaperError: Error {}

private enum Write: Action {
    static func perform(_ context: ActionContext<Bool>, presenter: NoPresenter) async throws -> ActionOutcome {
        if context.input { throw PaperError() }
        return .success
    }
}

private enum Print: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

private enum Share: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

@Suite("Segments of a run")
struct SegmentCollectorTests {
    private let pseudonyms = KeyedPseudonyms(key: Array(repeating: 7, count: 16), person: "installation")
    private let write = RunSegment.ActionPath(feature: "Notebook/Pages", action: "Write")
    private let print = RunSegment.ActionPath(feature: "Notebook/Pages", action: "Print")

    private func collector(_ timeline: Timeline) -> SegmentCollector {
        SegmentCollector(timeline.run.header, pseudonyms: pseudonyms)
    }

    @Test("Performs are counted by action, outcome and error, with durations and what followed")
    func counts() async throws {
        try await withTestRuntime(Notebook.self) { test in
            let timeline = try #require(test.runtime.timeline)
            var cursor = timeline.cursor()
            var collector = collector(timeline)
            await Pages.write.perform(false)
            await Pages.write.perform(true)
            await Pages.print.perform()
            test.clock.advance(by: .seconds(2))
            collector.add(cursor.next(), names: timeline.run.names)
            let segment = collector.nextSegment(until: timeline.now)
            #expect(segment.number == 1 && segment.from == 0 && segment.until == 2_000)
            let person = try #require(segment.people.first)
            #expect(segment.people.count == 1 && person.session == 0)
            #expect(person.pseudonym == pseudonyms.ofRun && !person.pseudonym.isEmpty)
            #expect(person.actions.map(\.path) == [print, write])
            #expect(person.actions[1].successes == 1 && person.actions[1].failures == ["PaperError": 1])
            #expect(person.actions[1].durations.counts.values.reduce(0, +) == 2)
            #expect(
                person.successions == [
                    .init(from: write, to: print, count: 1), .init(from: write, to: write, count: 1),
                ])
        }
    }

    @Test("The example of the guide counts a perform")
    func guide() async throws {
        try await withTestRuntime(Notebook.self) { test in
            let timeline = try #require(test.runtime.timeline)
            let (key, installation) = ([UInt8](repeating: 1, count: 16), "installation")
            var cursor = timeline.cursor()
            await Pages.print.perform()
            test.clock.advance(by: .seconds(1))
            // guide: FiresteelInsight
            var collector = SegmentCollector(
                timeline.run.header, pseudonyms: KeyedPseudonyms(key: key, person: installation))
            collector.add(cursor.next(), names: timeline.run.names)
            let segment = collector.nextSegment(until: timeline.now)
            // end
            #expect(segment.people[0].actions.map(\.successes) == [1])
        }
    }

    @Test("Each event is in one segment, and segments follow each other without a gap")
    func partition() async throws {
        try await withTestRuntime(Notebook.self) { test in
            let timeline = try #require(test.runtime.timeline)
            var cursor = timeline.cursor()
            var collector = collector(timeline)
            var segments: [RunSegment] = []
            for round in 0..<5 {
                for _ in 0...round {
                    await Pages.write.perform(false)
                    test.clock.advance(by: .milliseconds(10))
                }
                collector.add(cursor.next(), names: timeline.run.names)
                segments.append(collector.nextSegment(until: timeline.now))
            }
            #expect(segments.map(\.number) == [1, 2, 3, 4, 5])
            #expect(segments.map { $0.people[0].actions.first?.successes } == [1, 2, 3, 4, 5])
            #expect(zip(segments, segments.dropFirst()).allSatisfy { $0.until == $1.from })
            let idle = collector.nextSegment(until: timeline.now)
            #expect(idle.people.count == 1 && idle.people[0].actions.isEmpty)
        }
    }

    @Test("People have separate entries under pseudonyms, which don't contain their identifiers")
    func people() async throws {
        try await withTestRuntime(Notebook.self) { test in
            let timeline = try #require(test.runtime.timeline)
            var cursor = timeline.cursor()
            var collector = collector(timeline)
            let ada = test.runtime.session(
                "tab", context: EvaluationContext(targetingKey: "ada"), principal: "ada@example.com")
            let eve = test.runtime.session("tab", context: EvaluationContext(targetingKey: "eve"), principal: "eve")
            await Pages.write.perform(false, options: .in(ada))
            await Pages.print.perform(options: .in(ada))
            await Pages.write.perform(true, options: .in(eve))
            await Pages.print.perform()
            eve.close()
            test.clock.advance(by: .seconds(1))
            collector.add(cursor.next(), names: timeline.run.names)
            let segment = collector.nextSegment(until: timeline.now)
            #expect(segment.people.count == 3)
            #expect(segment.people[0].actions.map(\.path) == [print])
            #expect(segment.people[1].pseudonym == pseudonyms.pseudonym(of: "ada@example.com"))
            #expect(segment.people[1].actions.map(\.path) == [print, write] && !segment.people[1].isEnded)
            #expect(segment.people[2].actions.map(\.failures) == [["PaperError": 1]] && segment.people[2].isEnded)
            #expect(!String(decoding: segment.json, as: UTF8.self).contains("ada@example.com"))
        }
    }

    @Test("Refused requests are counted with their reasons")
    func refusals() async throws {
        try await withTestRuntime(Notebook.self) { test in
            let timeline = try #require(test.runtime.timeline)
            var cursor = timeline.cursor()
            var collector = collector(timeline)
            #expect(Sharing.share.request() == nil)
            test.clock.advance(by: .seconds(1))
            collector.add(cursor.next(), names: timeline.run.names)
            let refusal = try #require(collector.nextSegment(until: timeline.now).people[0].refusals.first)
            #expect(refusal.feature == "Notebook/Sharing" && refusal.count == 1 && !refusal.reasons.isEmpty)
        }
    }

    @Test("The rest of a run that its program didn't send is collected once")
    func remainder() async throws {
        let folder = try TemporaryFolder()
        let program = RecordedProgram(storage: .folder(folder.path))
        let timeline = program.timeline
        var cursor = timeline.cursor()
        var collector = collector(timeline)
        for _ in 0..<3 { program.perform() }
        let until = timeline.now
        program.clock.advance(by: .seconds(1))
        collector.add(cursor.next(), names: timeline.run.names)
        let first = collector.nextSegment(until: until)
        for _ in 0..<4 { program.perform() }
        timeline.end()
        let run = try Run(path: folder.path + "/" + timeline.runIdentifier + ".run")
        let rest = try #require(RunSegment.remainder(of: run, after: (1, until), pseudonyms: pseudonyms))
        let whole = try #require(RunSegment.remainder(of: run, after: nil, pseudonyms: pseudonyms))
        #expect(first.people[0].actions[0].successes == 3)
        #expect(rest.number == 2 && rest.from == first.until && rest.end == .init(.orderly))
        #expect(rest.people[0].actions[0].successes == 4)
        #expect(whole.number == 1 && whole.people[0].actions[0].successes == 7)
    }
}
