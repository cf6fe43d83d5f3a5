import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Logging
import Testing

@testable import FiresteelInspector

@Suite("The timeline's interface", .timeLimit(.minutes(5)))
struct TimelineEndpointTests {
    @Test("A perform is a row with everything that is known of it")
    func row() async throws {
        try await withInspector { bench in
            let session = bench.runtime.session("window", userInitiated: false)
            bench.test.clock.advance(by: .seconds(2))
            await Editing.save.perform(Document(title: "Plan"), options: .in(session).from(.http))
            let page: PageData.Rows = try await bench.client.get("timeline")
            #expect(page.total == 1 && page.first == 0 && page.lost == 0 && page.failures == 0 && page.inFlight == 0)
            let row = try #require(page.rows.first)
            #expect(row.n == 0)
            #expect(row.outcome == "success")
            #expect(row.feature == PageData.Name(path: "SampleApp/Editing", name: "Editing"))
            #expect(row.action == PageData.ActionName(identifier: "Save", name: "Save"))
            #expect(row.input == "Plan")
            #expect(row.session == PageData.SessionName(id: session.identifier, name: "window"))
            #expect(row.source == "http")
            #expect(!row.user)
            #expect(row.at == 1_767_225_602_000_000)
            #expect(row.took == 0)
            #expect(row.parent == nil && row.depth == 0 && row.error == nil)
        }
    }

    @Test("A detail has input, error, chain, children, lines and stack")
    func detail() async throws {
        try await withInspector { bench in
            await Editing.nest.perform(Document(title: "Plan", fails: true))
            let page: PageData.Rows = try await bench.client.get("timeline")
            #expect(page.failures == 1)
            let outer = try #require(page.rows.first { $0.action.identifier == "Nest" })
            let inner = try #require(page.rows.first { $0.action.identifier == "Save" })
            #expect(inner.parent == outer.id && inner.depth == 1)
            #expect(inner.error == "The disk is full")

            bench.runtime.logStore?.add(
                LogLine(
                    time: 5, level: .warning, label: "store", message: "40 KB left",
                    context: LogContext(
                        feature: FeaturePath("SampleApp/Editing"), featureName: "Editing",
                        action: LogContext.PerformedAction(
                            identifier: "Save", name: "Save", perform: inner.id, session: 1, sessionName: "main",
                            stack: 1, input: nil))))

            struct Detail: Decodable {
                var id: UInt64
                var ended: Int64?
                var fields: [PageData.Field]
                var cut: Bool
                var error: PageData.ErrorInfo?
                var chain: [PageData.Row]
                var children: [PageData.Row]
                var log: [PageData.Line]
                var stack: PageData.StackReference?
            }
            let detail: Detail = try await bench.client.get("timeline/performs/\(inner.id)")
            #expect(detail.id == inner.id)
            #expect(detail.ended == inner.at)
            #expect(
                detail.fields == [
                    PageData.Field(value: "Plan"), PageData.Field(label: "Password", hidden: true),
                ])
            #expect(!detail.cut)
            #expect(detail.error == PageData.ErrorInfo(message: "The disk is full", type: "DiskFullError"))
            #expect(detail.chain.map(\.id) == [outer.id])
            #expect(detail.log.map(\.message) == ["40 KB left"])
            #expect(detail.stack?.feature.path == "SampleApp/Editing")
            #expect(detail.stack?.opened != nil)
            let above: Detail = try await bench.client.get("timeline/performs/\(outer.id)")
            #expect(above.children.map(\.id) == [inner.id])
            #expect(above.error == nil && above.chain.isEmpty)
        }
    }

    @Test("A perform is in flight until it ends")
    func inFlight() async throws {
        try await withInspector { bench in
            let (began, start) = AsyncStream<Void>.makeStream()
            let (gate, open) = AsyncStream<Void>.makeStream()
            let input = Wait.Input(began: start, gate: gate)
            let task = Task { await Editing.wait.perform(input) }
            for await _ in began { break }
            var page: PageData.Rows = try await bench.client.get("timeline?outcome=in-flight")
            #expect(page.total == 1 && page.inFlight == 1)
            #expect(page.rows.first?.outcome == "in-flight" && page.rows.first?.took == nil)
            bench.test.clock.advance(by: .milliseconds(412))
            open.yield()
            _ = await task.value
            page = try await bench.client.get("timeline?outcome=in-flight")
            #expect(page.total == 0 && page.inFlight == 0 && page.rows.isEmpty)
            page = try await bench.client.get("timeline")
            #expect(page.rows.first?.took == 412_000)
        }
    }

    @Test("Performs with an unknown outcome can be filtered, and saved only with others")
    func unknownOutcome() async throws {
        try await withInspector { bench in
            await Editing.save.perform(Document(title: "Plan"))
            var page: PageData.Rows = try await bench.client.get("timeline?outcome=unknown")
            #expect(page.total == 0)
            page = try await bench.client.get("timeline?outcome=unknown,success")
            #expect(page.total == 1)
            let alone = try await bench.client.send("GET", "/api/timeline/export?format=text&outcome=unknown")
            #expect(alone.status == 400)
            let both = try await bench.client.send("GET", "/api/timeline/export?format=text&outcome=unknown,success")
            #expect(both.status == 200 && both.text.contains("Plan"))
        }
    }

    @Test("Pages are parts of the whole, from either end")
    func paging() async throws {
        try await withInspector { bench async throws in
            for index in 0..<50 { await Editing.save.perform(Document(title: "Title \(index)")) }
            func titles(_ query: String) async throws -> [String] {
                let page: PageData.Rows = try await bench.client.get("timeline?\(query)")
                #expect(page.total == 50)
                return page.rows.compactMap(\.input)
            }
            #expect(try await titles("offset=0&limit=3") == ["Title 0", "Title 1", "Title 2"])
            #expect(try await titles("offset=48&limit=10") == ["Title 48", "Title 49"])
            #expect(try await titles("offset=-2&limit=10") == ["Title 48", "Title 49"])
            #expect(try await titles("offset=-1000&limit=2") == ["Title 0", "Title 1"])
            #expect(try await titles("offset=50&limit=10") == [])
            #expect(try await titles("offset=7&limit=0") == [])
        }
    }

    @Test("Filters combine, and failures cover those that closed their stack")
    func filters() async throws {
        try await withInspector { bench async throws in
            let window = bench.runtime.session("window")
            await Editing.save.perform(Document(title: "Plan"), options: .in(window))
            await Editing.save.perform(Document(title: "Budget", fails: true), options: .userInitiated(false))
            await Editing.close.perform(options: .in(window))
            await Sharing.share.request()?.perform(Document(title: "PLAN B"))
            func count(_ query: String) async throws -> Int {
                (try await bench.client.get("timeline?\(query)") as PageData.Rows).total
            }
            #expect(try await count("text=plan") == 2)
            #expect(try await count("text=disk+is") == 1)
            #expect(try await count("text=password") == 0)
            #expect(try await count("outcome=failure") == 1)
            #expect(try await count("outcome=closing,failure") == 2)
            #expect(try await count("user=1") == 3)
            #expect(try await count("session=\(window.identifier)") == 2)
            #expect(try await count("feature=SampleApp/Sharing") == 1)
            #expect(try await count("feature=SampleApp/Sharing,SampleApp/Editing") == 4)
            #expect(try await count("feature=SampleApp") == 4)
            #expect(try await count("feature=SampleApp/Edit") == 0)
            #expect(try await count("text=plan&feature=SampleApp/Sharing") == 1)
            #expect(try await count("since=0") == 4)
            #expect(try await count("until=1") == 0)
        }
    }

    @Test("The overview has every perform in one of its bars")
    func overview() async throws {
        try await withInspector { bench in
            for index in 0..<90 {
                await Editing.save.perform(Document(title: "x", fails: index % 9 == 0))
                bench.test.clock.advance(by: .seconds(1))
            }
            func sum(_ overview: PageData.Overview, _ column: Int) -> Int {
                overview.bars.reduce(0) { $0 + $1[column] }
            }
            let overview: PageData.Overview = try await bench.client.get("timeline/overview?bars=30")
            #expect(overview.bars.count == 30)
            #expect(sum(overview, 0) == 90)
            #expect(sum(overview, 1) == 10)
            #expect(overview.bars.allSatisfy { (2...4).contains($0[0]) })
            #expect(overview.to - overview.from >= 89_000_000)
            let failures: PageData.Overview = try await bench.client.get("timeline/overview?bars=30&outcome=failure")
            #expect(sum(failures, 0) == 10)
            #expect(failures.from == overview.from && failures.to == overview.to)
        }
    }

    @Test("Sessions come with the busiest first")
    func sessions() async throws {
        try await withInspector { bench in
            let busy = bench.runtime.session("busy")
            for _ in 0..<3 { await Editing.save.perform(Document(title: "x"), options: .in(busy)) }
            await Editing.save.perform(Document(title: "x"))
            let sessions: PageData.Sessions = try await bench.client.get("timeline/sessions")
            #expect(sessions.sessions.map(\.name) == ["busy", "main"])
            #expect(sessions.sessions.map(\.performs) == [3, 1])
        }
    }

    @Test("A run is saved in three forms, whole or filtered", arguments: ["text", "jsonl", "html"])
    func exports(format: String) async throws {
        try await withInspector { bench in
            for index in 0..<300 { await Editing.save.perform(Document(title: "Title-\(index)-end")) }
            let whole = try await bench.client.send("GET", "/api/timeline/export?format=\(format)")
            #expect(whole.status == 200)
            let name = try #require(bench.runtime.timeline?.runIdentifier)
            #expect(whole.field("content-disposition")?.hasPrefix("attachment; filename=\"\(name).") == true)
            for index in 0..<300 { #expect(whole.text.contains("Title-\(index)-end")) }
            #expect(!whole.text.contains(Document.secret))
            let part = try await bench.client.send("GET", "/api/timeline/export?format=\(format)&text=title-7-")
            #expect(part.text.contains("Title-7-end"))
            #expect(!part.text.contains("Title-8-end"))
        }
    }

    @Test("Without a recording the timeline is empty")
    func off() async throws {
        try await withInspector(configure: { $0.storage = .none }) { bench in
            await Editing.save.perform(Document(title: "x"))
            let page: PageData.Rows = try await bench.client.get("timeline")
            #expect(page.total == 0)
            let program: PageData.Program = try await bench.client.get("program")
            #expect(program.recording?.kind == "off")
            let response = try await bench.client.send("GET", "/api/timeline/performs/1")
            #expect(response.status == 404)
        }
    }

    @Test("Erased data is in no response")
    func erasing() async throws {
        try await withInspector { bench in
            await Editing.save.perform(Document(title: "Diary", fails: true))
            var page: PageData.Rows = try await bench.client.get("timeline?text=diary")
            #expect(page.total == 1)
            let runs = try await bench.client.send("DELETE", "/api/runs")
            #expect(runs.status == 200)
            page = try await bench.client.get("timeline")
            #expect(page.rows.allSatisfy { $0.input == nil })
            #expect(page.failures == 0)
        }
    }
}
