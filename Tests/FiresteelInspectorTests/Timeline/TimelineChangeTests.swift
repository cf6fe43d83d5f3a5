import Firesteel
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Testing

@testable import FiresteelInspector

@Suite("Flags and availability on the timeline", .timeLimit(.minutes(5)))
struct TimelineChangeTests {
    private func rows(_ bench: FlagBench, _ query: String = "") async throws -> PageData.Rows {
        try await bench.client.get("timeline\(query)")
    }

    @Test("An exposed flag is listed after the action that read it, with its value, variant and reason")
    func exposure() async throws {
        try await withFlags { bench in
            await Exporting.export.request()?.perform(bench.flags)
            let page = try await rows(bench)
            let perform = try #require(page.rows.first { $0.change == nil })
            let exposed = try #require(page.rows.first { $0.change?.flag == "editor.toolbar" })
            #expect(exposed.outcome == "flag-exposed" && exposed.parent == perform.id && exposed.depth == 1)
            #expect(
                exposed.change
                    == PageData.RowChange(
                        flag: "editor.toolbar", value: #""wide""#, variant: "b", provider: "Server",
                        reason: "TARGETING_MATCH"))
            #expect(exposed.action == perform.action && exposed.feature == perform.feature && exposed.took == nil)
            #expect(page.performs == 1 && page.inFlight == 0 && page.total == page.rows.count)
            #expect(page.changes == page.total - 1)
            for query in ["?fold=1", "?fold=1&feature=FlaggedApp"] {
                let folded = try await rows(bench, query)
                #expect(folded.changes == page.changes && folded.entries - folded.changes == 1)
            }
            let ofActions = try await rows(bench, "?fold=1&only=actions")
            #expect(ofActions.changes == 0 && ofActions.entries == 1)
        }
    }

    @Test("A change of a flag has the old value, and one of availability the reason")
    func changes() async throws {
        try await withFlags { bench in
            await Exporting.toolbar.request()?.perform(SetToolbar.Input(flags: bench.stack, value: "classic"))
            try bench.stack.setOverride(false, for: "FlaggedApp/Exporting")
            let page = try await rows(bench, "?only=changes")
            #expect(page.changes == page.total && page.changes > 0)
            let changed = try #require(page.rows.first { $0.change?.flag == "editor.toolbar" })
            #expect(changed.outcome == "flag-changed" && changed.parent != nil)
            #expect(changed.change?.value == #""classic""# && changed.change?.was == #""wide""#)
            let switched = try #require(
                page.rows.first { $0.change?.flag == "FlaggedApp/Exporting" && $0.outcome == "flag-changed" })
            #expect(switched.parent == nil && switched.change?.reason == "OVERRIDE")
            let gone = try #require(page.rows.last { $0.outcome == "availability" })
            #expect(gone.feature == PageData.Name(path: "FlaggedApp/Exporting", name: "Exporting"))
            #expect(gone.change?.was == "available" && gone.change?.state == "unavailable")
            #expect(gone.change?.reasons?.count == 1)
        }
    }

    @Test("An action has the flags that it read and concurrent changes, which aren't its consequences")
    func detail() async throws {
        struct Detail: Decodable {
            var children: [PageData.Row]
            var changes: [PageData.Row]
            var chain: [PageData.Row]
        }
        try await withFlags { bench in
            await Exporting.toolbar.request()?.perform(SetToolbar.Input(flags: bench.stack, value: "classic"))
            let page = try await rows(bench, "?only=actions")
            #expect(page.total == 1 && page.rows.count == 1)
            let perform = try #require(page.rows.first)
            let detail: Detail = try await bench.client.get("timeline/performs/\(perform.id)")
            #expect(detail.children.isEmpty)
            #expect(detail.changes.map(\.outcome) == ["flag-changed"])
            let change = try #require(detail.changes.first)
            let above: Detail = try await bench.client.get("timeline/performs/\(change.id)")
            #expect(above.chain.map(\.id) == [perform.id] && above.changes.isEmpty)
        }
    }

    @Test("Filters match changes, and filters of actions omit them")
    func filters() async throws {
        try await withFlags { bench in
            await Exporting.export.request()?.perform(bench.flags)
            try bench.stack.setOverride("Moin", for: "editor.greeting")
            bench.bench.runtime.setToggle(Exporting.self, false)
            func outcomes(_ query: String) async throws -> Set<String> {
                Set(try await rows(bench, "?\(query)").rows.map(\.outcome))
            }
            #expect(try await outcomes("text=greeting") == ["flag-changed"])
            #expect(try await outcomes("text=moin") == ["flag-changed"])
            #expect(try await outcomes("text=switched+off") == ["availability"])
            #expect(try await outcomes("outcome=success") == ["success"])
            #expect(try await outcomes("only=actions") == ["success"])
            #expect(try await outcomes("user=1") == ["success"])
            let ofFeature = try await outcomes("only=changes&feature=FlaggedApp/Exporting")
            #expect(ofFeature.contains("availability") && !ofFeature.contains("flag-changed"))
            let overview: PageData.Overview = try await bench.client.get("timeline/overview?bars=10")
            let all = try await rows(bench)
            #expect(overview.bars.map { $0[0] }.reduce(0, +) == all.total)
            #expect(try await bench.client.get("program", PageData.Program.self).counts.performs == 1)
        }
    }

    @Test("An export by a flag has the actions that read or changed it, with their changes")
    func export() async throws {
        try await withFlags { bench in
            await Exporting.export.request()?.perform(bench.flags)
            await Exporting.toolbar.request()?.perform(SetToolbar.Input(flags: bench.stack, value: "classic"))
            try bench.stack.setOverride("Moin", for: "editor.greeting")
            func export(_ query: String) async throws -> [String] {
                let saved = try await bench.client.send("GET", "/api/timeline/export?format=text&\(query)")
                #expect(saved.status == 200)
                return saved.text.split(separator: "\n").map(String.init)
            }
            let toolbar = try await export("flag=toolbar")
            #expect(toolbar.contains { $0.contains("#Export") } && toolbar.contains { $0.contains("#SetToolbar") })
            #expect(toolbar.contains { $0.contains("editor.toolbar") && $0.contains("classic") })
            #expect(!toolbar.contains { $0.contains("editor.greeting") })
            let none = try await export("flag=nothing")
            #expect(!none.contains { $0.contains("#SetToolbar") || $0.contains("editor.toolbar") })
        }
    }

    @Test("A refused request has the feature and the reasons, and an action that was not performed its name")
    func refusals() async throws {
        try await withFlags { bench in
            let grant = try #require(Exporting.export.request())
            bench.bench.runtime.setToggle(Exporting.self, false)
            #expect(await grant.perform(bench.flags).error is GrantError)
            #expect(Exporting.export.request() == nil)
            let page = try await rows(bench)
            let refused = page.rows.filter { $0.outcome == "request-refused" }
            #expect(refused.map(\.feature.path) == ["FlaggedApp/Exporting", "FlaggedApp/Exporting"])
            #expect(refused.map(\.action.identifier) == ["Export", ""])
            #expect(refused.map { $0.change?.reasons } == [["Switched off by the user"], ["Switched off by the user"]])
            #expect(refused.map(\.user) == [true, false] && refused[0].session?.name == "main")
            #expect(page.performs == 0 && page.failures == 0)
            let text = try await bench.client.send("GET", "/api/timeline/export?format=html").text
            #expect(text.contains(#""kind":"request-refused""#) && text.contains("Switched off by the user"))
        }
    }

    @Test("A feature's availability at registration isn't a change")
    func registration() async throws {
        try await withFlags { bench in
            let outcomes = try await rows(bench).rows.map(\.outcome)
            #expect(!outcomes.contains("availability"))
        }
    }

    @Test("Exports have them, in each form", arguments: ["text", "jsonl", "html"])
    func exports(format: String) async throws {
        try await withFlags { bench in
            await Exporting.export.request()?.perform(bench.flags)
            try bench.stack.setOverride("Moin", for: "editor.greeting")
            bench.bench.runtime.setToggle(Exporting.self, false)
            let text = try await bench.client.send("GET", "/api/timeline/export?format=\(format)").text
            #expect(text.contains("editor.toolbar") && text.contains("editor.greeting"))
            #expect(text.contains("Moin") && text.contains("unavailable"))
        }
    }
}
