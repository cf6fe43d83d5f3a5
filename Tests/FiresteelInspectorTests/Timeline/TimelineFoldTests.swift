import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@testable import FiresteelInspector

@Suite("The folded timeline", .timeLimit(.minutes(5)))
struct TimelineFoldTests {
    @Test("Equal neighbors are one row, which can be opened")
    func folding() async throws {
        try await withInspector { bench async throws in
            await Editing.close.perform()
            for index in 0..<50 {
                await Editing.save.perform(Document(title: "Draft \(index)"))
                bench.test.clock.advance(by: .milliseconds(10))
            }
            for _ in 0..<3 { await Editing.save.perform(Document(title: "Full", fails: true)) }
            await Editing.close.perform()

            let folded: PageData.Rows = try await bench.client.get("timeline?fold=1")
            #expect(folded.total == 4 && folded.entries == 55 && folded.performs == 55)
            #expect(folded.rows.map { $0.repeats?.times } == [nil, 50, 3, nil])
            let row = folded.rows[1]
            #expect(row.input == "Draft 0" && row.repeats?.input == "Draft 49" && row.n == 1)
            #expect(row.repeats?.last == row.at + 490_000)
            #expect(row.repeats?.spans == nil, "The times of many are left out.")
            #expect(folded.rows[2].repeats?.spans?.count == 3)
            #expect(folded.rows[2].error == "The disk is full")

            let open: PageData.Rows = try await bench.client.get("timeline?fold=1&open=7&limit=500")
            #expect(open.total == 53)
            #expect(open.rows.map(\.n) == Array(0...50) + [51, 54])
            #expect(open.rows[1].repeats?.times == 50 && open.rows[2].repeats == nil)
            let end: PageData.Rows = try await bench.client.get("timeline?fold=1&open=7&offset=-2")
            #expect(end.rows.map(\.n) == [51, 54])
            let failures: PageData.Rows = try await bench.client.get("timeline?fold=1&outcome=failure&open=52")
            #expect(failures.total == 3 && failures.rows.map(\.n) == [51, 52, 53])

            func sums(_ query: String) async throws -> [Int] {
                let overview: PageData.Overview = try await bench.client.get("timeline/overview?bars=7&\(query)")
                return overview.bars.reduce([0, 0, 0]) { [$0[0] + $1[0], $0[1] + $1[1], $0[2] + $1[2]] }
            }
            #expect(try await sums("fold=1") == [55, 3, 4])
            #expect(try await sums("fold=1&open=7") == [55, 3, 53])
            #expect(try await sums("fold=1&outcome=failure") == [3, 3, 1])
        }
    }

    @Test("An entry is found in its row, and its group is opened")
    func finding() async throws {
        try await withInspector { bench async throws in
            for _ in 0..<3 { await Editing.close.perform() }
            for index in 0..<50 { await Editing.save.perform(Document(title: "Draft \(index)")) }
            await Editing.close.perform()
            func find(_ place: Int, _ query: String = "") async throws -> (PageData.Rows, UInt64) {
                let plain: PageData.Rows = try await bench.client.get("timeline?limit=500")
                let id = plain.rows[place].id
                return (try await bench.client.get("timeline?fold=1&limit=500&find=\(id)\(query)"), id)
            }
            let (folded, id) = try await find(20)
            // Before it, one row for the three that close, and the first entries of its group.
            #expect(folded.found == PageData.FoundRow(position: 18, group: 3) && folded.total == 52)
            #expect(folded.rows[18].id == id && folded.rows[18].repeats == nil)
            let (both, _) = try await find(20, "&open=0")
            #expect(both.found == PageData.FoundRow(position: 20, group: 3) && both.rows[20].id == id)
            let (filtered, _) = try await find(20, "&action=save")
            #expect(filtered.found == PageData.FoundRow(position: 17, group: 3) && filtered.rows[17].id == id)
            let (single, _) = try await find(53)
            #expect(single.found == PageData.FoundRow(position: 2, group: nil) && single.total == 3)
            let (excluded, _) = try await find(20, "&action=close")
            #expect(excluded.found == nil && excluded.total == 1)
            #expect(try await bench.client.get("timeline?fold=1&find=999999999", PageData.Rows.self).found == nil)
            #expect(try await bench.client.send("GET", "/api/timeline?fold=1&find=x").status == 400)
        }
    }

    @Test("Performs of different parents, sessions and errors stay apart")
    func apart() async throws {
        try await withInspector { bench async throws in
            for title in ["A", "B", "C"] { await Editing.nest.perform(Document(title: title)) }
            let inner: PageData.Rows = try await bench.client.get("timeline?fold=1&action=save")
            #expect(inner.total == 3, "Each has a parent of its own.")
            let outer: PageData.Rows = try await bench.client.get("timeline?fold=1&action=nest")
            #expect(outer.total == 1 && outer.rows.first?.repeats?.times == 3)
            await Editing.save.perform(Document(title: "A"), options: .in(bench.runtime.session("window")))
            await Editing.save.perform(Document(title: "A"))
            let sessions: PageData.Rows = try await bench.client.get("timeline?fold=1&action=save")
            #expect(sessions.total == 5)
            await Editing.save.perform(Document(title: "B"))
            let pair: PageData.Rows = try await bench.client.get("timeline?fold=1&action=save&session=main&offset=-2")
            #expect(pair.rows.map(\.input) == ["A", "B"], "Two equal neighbors are two rows.")
        }
    }

    @Test("Every part of a folded timeline equals that of a plain list, whatever is open", arguments: 1...6)
    func againstModel(seed: Int) async throws {
        try await withInspector { bench async throws in
            var random = SplitMix64(seed: UInt64(seed))
            for round in 0..<8 {
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let isSave = Bool.random(using: &random)
                    let fails = Int.random(in: 0..<4, using: &random) == 0
                    for _ in 0..<Int.random(in: 1...9, using: &random) {
                        if isSave {
                            await Editing.save.perform(Document(title: "x", fails: fails))
                        } else {
                            await Editing.close.perform()
                        }
                    }
                }
                let filter = ["", "&outcome=success,closing", "&action=save"][round % 3]
                let plain: PageData.Rows = try await bench.client.get("timeline?limit=500\(filter)")
                let places = plain.rows.compactMap(\.n)
                let open = places.isEmpty ? [] : (0..<3).map { _ in places.randomElement(using: &random) ?? 0 }
                var expected: [Int] = []
                var group: [PageData.Row] = []
                func close() {
                    let numbers = group.compactMap(\.n)
                    let isOpen = numbers.count < 3 || numbers.contains(where: open.contains)
                    expected += isOpen ? numbers : Array(numbers.prefix(1))
                    group = []
                }
                for row in plain.rows {
                    if let last = group.last, last.action != row.action || last.outcome != row.outcome { close() }
                    group.append(row)
                }
                close()
                let query = "timeline?fold=1&open=\(open.map(String.init).joined(separator: ","))\(filter)"
                let whole: PageData.Rows = try await bench.client.get("\(query)&limit=500")
                #expect(whole.rows.compactMap(\.n) == expected && whole.total == expected.count)
                let offset = Int.random(in: 0...max(1, expected.count), using: &random)
                let part: PageData.Rows = try await bench.client.get("\(query)&offset=\(offset)&limit=5")
                #expect(part.rows.compactMap(\.n) == Array(expected.dropFirst(offset).prefix(5)))
            }
        }
    }

    @Test("Positions remain those of the same rows when the oldest entries are dropped")
    func bounded() async throws {
        let clock = ManualTimelineClock()
        let timeline = Timeline(
            Timeline.Configuration(
                program: ProgramDescription(name: "Model"), storage: .memory, runSize: 8 << 20, clock: .manual(clock)))
        let feature = timeline.nameFeature(identifier: "App", name: "App")
        let actions = ["Open", "Save"].map { timeline.nameAction(identifier: $0, name: $0, feature: feature) }
        let view = TimelineView(live: timeline, capacity: 500, block: 100)
        var positions: [UInt64: Int] = [:]
        for round in 0..<60 {
            for index in 0..<20 {
                clock.advance(by: .milliseconds(1))
                let fields = BeginFields(
                    time: clock.now, perform: PerformFields(session: 1, action: actions[(round + index / 5) % 2]))
                let none = UnsafeRawBufferPointer(start: nil, count: 0)
                let token = timeline.begin(fields, input: none)
                timeline.complete(token, CompletionFields(of: fields, time: clock.now, outcome: .success), error: none)
            }
            await view.refresh()
            let page = await view.foldedPage(PerformFilter(), open: [], offset: -500, limit: 500)
            #expect(page.rows.count == page.total - page.first)
            for (index, row) in page.rows.enumerated() where row.repeats?.times == 5 {
                let position = page.first + index
                #expect(positions[row.id] == nil || positions[row.id] == position)
                positions[row.id] = position
            }
        }
        #expect(await view.foldedPage(PerformFilter(), open: [], offset: 0, limit: 0).first > 0)
    }

    /// The latest time that a record may have.
    private static let latest = UInt64.max - 1

    @Test(
        "Forged times are in a bar of the overview, and end nothing",
        arguments: [[5, latest, 0], [0, latest], [latest, latest], [latest, 1]])
    func forged(times: [UInt64]) async throws {
        let timeline = Timeline(
            Timeline.Configuration(
                program: ProgramDescription(name: "Model"), storage: .memory, runSize: 8 << 20,
                clock: .manual(ManualTimelineClock())))
        let feature = timeline.nameFeature(identifier: "App", name: "App")
        let action = timeline.nameAction(identifier: "Open", name: "Open", feature: feature)
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        for time in times {
            let fields = BeginFields(time: time, perform: PerformFields(session: 1, action: action))
            let token = timeline.begin(fields, input: none)
            timeline.complete(token, CompletionFields(of: fields, time: time, outcome: .success), error: none)
        }
        let view = TimelineView(recorded: timeline.run)
        for bars in [1, 7, 1_000] {
            let overview = await view.overview(PerformFilter(), bars: bars)
            #expect(overview.bars.count == bars && overview.from <= overview.to)
            #expect(overview.bars.reduce(0) { $0 + $1[0] } == times.count)
            let folded = await view.foldedOverview(PerformFilter(), open: [], bars: bars)
            #expect(folded.bars.reduce(0) { $0 + $1[2] } > 0)
        }
    }

    @Test("100,000 performs are filtered and folded, and follow new ones")
    func many() async throws {
        let clock = ManualTimelineClock()
        let timeline = Timeline(
            Timeline.Configuration(
                program: ProgramDescription(name: "Model"), storage: .memory, runSize: 64 << 20, clock: .manual(clock)))
        let feature = timeline.nameFeature(identifier: "App", name: "App")
        let actions = ["Open", "Save"].map { timeline.nameAction(identifier: $0, name: $0, feature: feature) }
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        func record(_ range: Range<Int>) {
            for number in range {
                let fields = BeginFields(
                    time: clock.now, perform: PerformFields(session: 1, action: actions[number / 10 % 2]))
                let token = timeline.begin(fields, input: none)
                clock.advance(by: .milliseconds(number % 100 == 0 ? 200 : 1))
                let outcome: Outcome = number % 1_000 == 0 ? .failure : .success
                timeline.complete(token, CompletionFields(of: fields, time: clock.now, outcome: outcome), error: none)
            }
        }
        record(0..<100_000)
        let view = TimelineView(live: timeline)
        await view.refresh()
        let whole = await view.foldedPage(PerformFilter(), open: [], offset: -200, limit: 200)
        // Each tenth begins a group, and each failure is followed by the rest of its group.
        #expect(whole.entries == 100_000 && whole.total == 10_000 + 100 && whole.rows.count == 200)
        let filter = try PerformFilter(QueryParameters("took=%3E100ms&-outcome=failure&action=open"))
        let slow = await view.foldedPage(filter, open: [], offset: 0, limit: 10)
        #expect(slow.entries == 900 && slow.total == 1 && slow.rows.first?.repeats?.times == 900)
        record(100_000..<100_200)
        await view.refresh()
        #expect(await view.foldedPage(PerformFilter(), open: [], offset: 0, limit: 1).total == 10_100 + 20 + 1)
        #expect(await view.foldedPage(filter, open: [], offset: 0, limit: 1).entries == 901)
    }
}
