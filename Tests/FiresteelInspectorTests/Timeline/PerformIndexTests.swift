import Firesteel
import FiresteelTimeline
import TestSupport
import Testing

@testable import FiresteelInspector

@Suite("The index of performs", .timeLimit(.minutes(5)))
struct PerformIndexTests {
    /// Records random performs and keeps, beside them, the plain list that the index must agree with.
    private struct Model {
        struct Perform {
            var id: UInt64
            var began: Int64
            var action: Int
            var session: UInt32
            var input: String
            var outcome: Outcome?
            var error = ""
            var isUser: Bool
        }

        static let actionNames = [("Open", "Files"), ("Save", "Files"), ("Send", "Mail"), ("Read", "Mail")]
        let clock = ManualTimelineClock()
        let timeline: Timeline
        let actions: [NameID]
        var performs: [Perform] = []
        private var open: [(index: Int, token: PerformToken, fields: BeginFields)] = []
        private var random: SplitMix64

        init(seed: UInt64, runSize: Int = 4 << 20, inFlightCapacity: Int = 2048) {
            timeline = Timeline(
                Timeline.Configuration(
                    program: ProgramDescription(name: "Model"), storage: .memory, runSize: runSize,
                    inFlightCapacity: inFlightCapacity, clock: .manual(clock)))
            let root = timeline.nameFeature(identifier: "App", name: "App")
            let timeline = timeline
            actions = Self.actionNames.map { name, feature in
                let feature = timeline.nameFeature(identifier: feature, name: feature, parent: root)
                return timeline.nameAction(identifier: name, name: name, feature: feature)
            }
            random = SplitMix64(seed: seed)
        }

        mutating func step() {
            clock.advance(by: .milliseconds(Int.random(in: 0...3, using: &random)))
            if !open.isEmpty, Bool.random(using: &random) { complete() } else { begin() }
        }

        /// Begins and completes one perform after another, whatever else is in flight.
        mutating func pairs(_ count: Int) {
            for _ in 0..<count {
                begin()
                complete(open.count - 1)
            }
        }

        var inFlight: Int { open.count }

        mutating func begin() {
            let action = Int.random(in: 0..<actions.count, using: &random)
            let input = ["plan", "Budget", "Äpfel", "notes, long", ""].randomElement(using: &random) ?? ""
            let session = UInt32.random(in: 1...3, using: &random)
            let fields = BeginFields(
                time: clock.now,
                perform: PerformFields(
                    session: session, sessionName: timeline.nameSession("window \(session)"), action: actions[action],
                    isUserInitiated: Bool.random(using: &random)))
            let bytes = input.isEmpty ? [] : Array("Title\u{1F}\(input)\u{1E}".utf8)
            let token = bytes.withUnsafeBytes { timeline.begin(fields, input: $0) }
            open.append((performs.count, token, fields))
            performs.append(
                Perform(
                    id: token.perform, began: timeline.microseconds(of: clock.now), action: action, session: session,
                    input: input, isUser: fields.isUserInitiated))
        }

        /// Completes one in flight, counted from the oldest, or any.
        mutating func complete(_ place: Int? = nil) {
            let (index, token, fields) = open.remove(at: place ?? Int.random(in: 0..<open.count, using: &random))
            let outcome = Outcome.allCases.randomElement(using: &random) ?? .success
            let error = outcome.isFailure ? "The plan broke" : ""
            let bytes = error.isEmpty ? [] : Array("\(error)\u{1E}".utf8)
            bytes.withUnsafeBytes {
                timeline.complete(token, CompletionFields(of: fields, time: clock.now, outcome: outcome), error: $0)
            }
            performs[index].outcome = outcome
            performs[index].error = error
        }

        /// A filter, in the pages' words and as a plain condition.
        mutating func filter() -> (PerformFilter, (Perform) -> Bool) {
            var filter = PerformFilter()
            var conditions: [(Perform) -> Bool] = []
            if Bool.random(using: &random) {
                let text = ["PLAN", "äpfel", "window 2", "mail", "title", "sa"].randomElement(using: &random) ?? ""
                filter.text = TextNeedle(text)
                conditions.append { perform in
                    let (action, feature) = Self.actionNames[perform.action]
                    let texts = [
                        action, feature, "App/\(feature)", "window \(perform.session)", perform.input, perform.error,
                    ]
                    return texts.contains { $0.lowercased().contains(text.lowercased()) }
                }
            }
            if Bool.random(using: &random) {
                let words =
                    ["failure", "success,in-flight", "cancelled", "closing"].randomElement(using: &random) ?? ""
                for word in words.split(separator: ",") {
                    let isKnown = filter.add(outcome: String(word))
                    #expect(isKnown)
                }
                conditions.append { perform in
                    words.split(separator: ",").contains { word in
                        guard let outcome = perform.outcome else { return word == "in-flight" }
                        return word == "failure" ? outcome.isFailure : outcome.identifier == word
                    }
                }
            }
            if Bool.random(using: &random) {
                filter.features = FeatureScope(["App/Mail"])
                conditions.append { Self.actionNames[$0.action].1 == "Mail" }
            }
            if Bool.random(using: &random) {
                filter.session = 2
                conditions.append { $0.session == 2 }
            }
            if Bool.random(using: &random) {
                filter.isUserOnly = true
                conditions.append(\.isUser)
            }
            if let since = performs.randomElement(using: &random)?.began, Bool.random(using: &random) {
                filter.since = since
                conditions.append { $0.began >= since }
            }
            return (filter, { perform in conditions.allSatisfy { $0(perform) } })
        }

        mutating func window(of total: Int) -> (offset: Int, limit: Int) {
            (Int.random(in: -(total + 3)...(total + 3), using: &random), Int.random(in: 0...40, using: &random))
        }
    }

    @Test("Every part of every filtered timeline equals a plain list's, while performs continue", arguments: 1...8)
    func againstModel(seed: Int) async throws {
        var model = Model(seed: UInt64(seed))
        let view = TimelineView(live: model.timeline)
        var filters: [(PerformFilter, (Model.Perform) -> Bool)] = []
        for round in 0..<30 {
            for _ in 0..<40 { model.step() }
            if round % 3 == 0 { filters.append(model.filter()) }
            if round.isMultiple(of: 2) { await view.refresh() } else { _ = await view.refreshSome() }
            await view.refresh()
            for (filter, condition) in filters.suffix(6) {
                let expected = model.performs.filter(condition)
                let (offset, limit) = model.window(of: expected.count)
                let page = await view.page(filter, offset: offset, limit: limit)
                let start = offset < 0 ? max(expected.count + offset, 0) : min(offset, expected.count)
                #expect(page.total == expected.count)
                #expect(page.rows.map(\.id) == expected[start...].prefix(limit).map(\.id))
                #expect(
                    page.rows.map(\.outcome)
                        == expected[start...].prefix(limit).map {
                            $0.outcome?.identifier ?? "in-flight"
                        })
                let overview = await view.overview(filter, bars: 17)
                #expect(overview.bars.map { $0[0] }.reduce(0, +) == expected.count)
                #expect(overview.bars.map { $0[1] }.reduce(0, +) == expected.count { $0.outcome?.isFailure ?? false })
            }
            let counts = await view.page(PerformFilter(), offset: 0, limit: 0)
            #expect(counts.total == model.performs.count)
            #expect(counts.failures == model.performs.count { $0.outcome?.isFailure ?? false })
            #expect(counts.inFlight == model.performs.count { $0.outcome == nil })
        }
    }

    @Test("The oldest entries are removed in blocks, and positions stay the same")
    func bounded() async throws {
        var model = Model(seed: 42, runSize: 16 << 20)
        let view = TimelineView(live: model.timeline, capacity: 500, block: 100)
        var filter = PerformFilter()
        filter.session = 2
        while model.performs.count < 3_000 {
            for _ in 0..<50 { model.step() }
            await view.refresh()
            _ = await view.page(filter, offset: 0, limit: 10)
        }
        let page = await view.page(PerformFilter(), offset: -600, limit: 500)
        #expect(page.total == model.performs.count)
        #expect(page.first > 0 && page.first % 100 == 0)
        #expect((500...600).contains(page.total - page.first))
        let first = try #require(page.rows.first)
        #expect(first.n == page.first)
        #expect(first.id == model.performs[page.first].id)
        #expect(page.inFlight == model.performs.count { $0.outcome == nil })
        let kept = model.performs[page.first...].filter { $0.session == 2 }
        let filtered = await view.page(filter, offset: -1, limit: 1)
        #expect(filtered.total == kept.count)
        #expect(filtered.rows.map(\.id) == kept.suffix(1).map(\.id))
    }

    @Test("A perform occupies at most 64 bytes of it")
    func size() {
        #expect(MemoryLayout<PerformEntry>.stride <= 64)
    }

    @Test("Events overwritten before they were read are counted, and the rest is in order")
    func lapped() async throws {
        var model = Model(seed: 7, runSize: 256 << 10)
        while model.performs.count < 5_000 { model.step() }
        let view = TimelineView(live: model.timeline)
        await view.refresh()
        let page = await view.page(PerformFilter(), offset: 0, limit: 500)
        #expect(page.total < 5_000 && page.total > 100)
        #expect(page.lost > 0)
        #expect(page.rows.map(\.at) == page.rows.map(\.at).sorted())
        let known = Set(model.performs.map(\.id))
        #expect(page.rows.allSatisfy { known.contains($0.id) })
        #expect(page.inFlight == model.performs.count { $0.outcome == nil })
    }

    @Test("A reader that fell behind shows only performs in flight as such")
    func fellBehind() async throws {
        var model = Model(seed: 9, runSize: 1 << 20)
        for _ in 0..<100 { model.step() }
        let view = TimelineView(live: model.timeline)
        await view.refresh()
        for _ in 0..<40_000 { model.step() }
        #expect(model.timeline.run.refused.performs == 0)
        await view.refresh()
        let page = await view.page(PerformFilter(), offset: 0, limit: 0)
        #expect(page.lost > 0)
        #expect(page.inFlight == model.performs.count { $0.outcome == nil })
        var unseen = PerformFilter()
        let isKnown = unseen.add(outcome: "unknown")
        #expect(isKnown)
        let ended = await view.page(unseen, offset: 0, limit: 500)
        #expect(ended.total > 0)
        #expect(ended.rows.allSatisfy { $0.outcome == "unknown" })
    }

    @Test("A perform that is still in the run's table when its completion was read isn't in flight again")
    func completionFirst() throws {
        var model = Model(seed: 3)
        model.begin()
        let remembered = model.timeline.run.inFlightEvents()
        model.complete()
        model.begin()
        var index = PerformIndex()
        model.timeline.run.forEachEvent { event in
            index.add(event)
            return true
        }
        #expect(remembered.count == 1)
        index.add(remembered: remembered)
        index.add(remembered: model.timeline.run.inFlightEvents())
        #expect(index.places == 0..<2)
        #expect(index.inFlight == 1)
        #expect(index[0].outcome != nil)
    }

    @Test("After the table of performs in flight was full, a slow reader knows again which ended later")
    func refusedOnce() async throws {
        var model = Model(seed: 11, runSize: 1 << 20, inFlightCapacity: 16)
        let view = TimelineView(live: model.timeline)
        for _ in 0..<40 { model.begin() }
        #expect(model.timeline.run.refused.performs == 24)
        for _ in 0..<40 { model.complete() }
        await view.refresh()
        model.pairs(20_000)
        await view.refresh()
        for _ in 0..<5 { model.begin() }
        await view.refresh()
        #expect(await view.counts.inFlight == 5)
        for _ in 0..<5 { model.complete() }
        model.pairs(20_000)
        await view.refresh()
        #expect(await view.lost > 0)
        #expect(await view.counts.inFlight == 0)
    }

    @Test("A perform that found the table full stays in flight until it ends")
    func refusedInFlight() async throws {
        var model = Model(seed: 12, runSize: 1 << 20, inFlightCapacity: 16)
        let view = TimelineView(live: model.timeline)
        for _ in 0..<20 { model.begin() }
        await view.refresh()
        model.pairs(20_000)
        await view.refresh()
        #expect(await view.counts.inFlight == 20)
        // Ten that were in the table end while there is no reader; four that weren't continue.
        for _ in 0..<10 { model.complete(0) }
        for _ in 0..<2 {
            model.pairs(20_000)
            await view.refresh()
            #expect(await view.counts.inFlight == 10)
        }
        while model.inFlight > 0 { model.complete() }
        await view.refresh()
        #expect(await view.counts.inFlight == 0)
        #expect(await view.lost > 0)
    }
}
