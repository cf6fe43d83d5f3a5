import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Testing

@testable import FiresteelInspector

@Suite("The filters of the timeline", .timeLimit(.minutes(5)))
struct TimelineFilterTests {
    /// Performs in two sessions: one that fails, one that closes, and one that takes 250 ms.
    private func record(_ bench: Bench) async {
        let window = bench.runtime.session("Window 2", principal: "ada")
        await Editing.save.perform(Document(title: "Plan"), options: .in(window))
        await Editing.save.perform(Document(title: "Budget", fails: true), options: .userInitiated(false))
        await Editing.close.perform(options: .in(window).from(.http))
        await Sharing.share.request()?.perform(Document(title: "Plan B"))
        let (began, start) = AsyncStream<Void>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let task = Task { await Editing.wait.perform(Wait.Input(began: start, gate: gate)) }
        for await _ in began { break }
        bench.test.clock.advance(by: .milliseconds(250))
        open.yield()
        _ = await task.value
    }

    @Test("Only names that mean themselves are offered as names of sessions")
    func sessionNames() throws {
        for name in ["main", "Window 2", "2026-11-23", "a-b", "é"] {
            #expect(SessionCondition.isName(name))
            let condition = try #require(try SessionCondition(wanted: [name], excluded: []))
            #expect(condition.isMet(by: 7, name: name) && !condition.isMet(by: 7, name: "other"))
        }
        for name in ["", "42", "-42", "--1", "-", "a,b"] { #expect(!SessionCondition.isName(name)) }
    }

    @Test("Durations, actions, sources, sessions and features are filtered, and each can be excluded")
    func filters() async throws {
        try await withInspector { bench async throws in
            await record(bench)
            func count(_ query: String) async throws -> Int {
                (try await bench.client.get("timeline?\(query)") as PageData.Rows).total
            }
            #expect(try await count("only=actions") == 5)
            #expect(try await count("took=%3E100ms") == 1)
            #expect(try await count("took=%3E=250ms") == 1)
            #expect(try await count("took=%3E250ms") == 0)
            #expect(try await count("took=%3E0.2s,%3C1min") == 1)
            #expect(try await count("took=%3C0s") == 0)
            #expect(try await count("took=%3C1us") == 4)
            #expect(try await count("action=save") == 3)
            #expect(try await count("action=save,close") == 4)
            #expect(try await count("-action=save&only=actions") == 2)
            #expect(try await count("source=http") == 1)
            #expect(try await count("-source=http&only=actions") == 4)
            #expect(try await count("session=window+2") == 2)
            #expect(try await count("session=window+2,main") == 5)
            #expect(try await count("session=window") == 0)
            #expect(try await count("-session=window+2&only=actions") == 3)
            #expect(try await count("principal=ada") == 2)
            #expect(try await count("principal=bo") == 0)
            #expect(try await count("-principal=ada&only=actions") == 3)
            #expect(try await count("feature=sharing") == 1)
            #expect(try await count("feature=Editing&-action=save") == 2)
            #expect(try await count("-feature=Editing&only=actions") == 1)
            #expect(try await count("-outcome=success,failure&only=actions") == 1)
            #expect(try await count("outcome=failure&action=save&session=main&took=%3C1s") == 1)
        }
    }

    @Test("Flag events are filtered by their key")
    func flags() async throws {
        try await withInspector { bench async throws in
            let timeline = try #require(bench.runtime.timeline)
            let keys = ["editor.toolbar", "editor.limit"].map { timeline.nameFlag($0) }
            for key in keys + [keys[0]] {
                timeline.flagExposed(
                    key, FlagAnswer(value: "true", provider: "File"), ChangeFields(time: timeline.now))
            }
            func count(_ query: String) async throws -> Int {
                (try await bench.client.get("timeline?only=changes&\(query)") as PageData.Rows).total
            }
            #expect(try await count("flag=editor.toolbar") == 2)
            #expect(try await count("flag=LIMIT") == 1)
            #expect(try await count("-flag=limit") == 2)
            let values: PageData.FilterValues = try await bench.client.get("timeline/values?name=flag")
            #expect(values.values.map(\.value) == ["editor.toolbar", "editor.limit"])
        }
    }

    @Test("Completions are the values of a run with the numbers of matching entries, the most frequent first")
    func values() async throws {
        try await withInspector { bench async throws in
            await record(bench)
            func values(_ query: String) async throws -> [String] {
                let found: PageData.FilterValues = try await bench.client.get("timeline/values?\(query)")
                return found.values.map { "\($0.value) \($0.label ?? "-") \($0.count)" }
            }
            #expect(
                try await values("name=action&only=actions") == [
                    "Save Editing 2", "Close Editing 1", "Save Sharing 1", "Wait Editing 1",
                ])
            #expect(try await values("name=action&limit=1&only=actions") == ["Save Editing 2"])
            #expect(try await values("name=session&only=actions") == ["main - 3", "Window 2 - 2"])
            #expect(try await values("name=principal") == ["ada - 2"])
            #expect(try await values("name=outcome&session=main") == ["success - 2", "failure - 1"])
            #expect(try await values("name=source") == ["application - 4", "http - 1"])
            #expect(
                try await values("name=feature&only=actions&took=%3C1s") == [
                    "SampleApp Sample App 5", "SampleApp/Editing Editing 4", "SampleApp/Sharing Sharing 1",
                ])
        }
    }

    @Test("A saved timeline has the performs that the filter shows", arguments: ["text", "jsonl"])
    func export(format: String) async throws {
        try await withInspector { bench async throws in
            await record(bench)
            let saved = try await bench.client.send(
                "GET", "/api/timeline/export?format=\(format)&-session=main&action=save")
            #expect(saved.status == 200)
            #expect(saved.text.contains("Plan") && !saved.text.contains("Plan B") && !saved.text.contains("Budget"))
            let slow = try await bench.client.send("GET", "/api/timeline/export?format=\(format)&took=%3E100ms")
            #expect(slow.text.contains("Wait") && !slow.text.contains("Plan"))
            let feature = try await bench.client.send("GET", "/api/timeline/export?format=\(format)&feature=sharing")
            #expect(feature.text.contains("Plan B") && !feature.text.contains("Budget"))
        }
    }

    @Test("Durations are read with any unit, and nothing else is")
    func durations() throws {
        let bounds = try #require(DurationBounds([">=1.5ms", "<2s"]))
        #expect(bounds.contains(1_500_000) && bounds.contains(1_999_999_999))
        #expect(!bounds.contains(1_499_999) && !bounds.contains(2_000_000_000))
        for text in [
            "100ms", ">", ">ms", ">1", "> 1s", ">1 s", ">-1s", ">1e3s", ">1.2.3s", ">.5s", ">1.s", "=1s", "", ">1y",
        ] {
            #expect(DurationBounds([text]) == nil, "\(text)")
        }
        for (text, nanoseconds) in [
            (">=3ns", 3), (">=3us", 3_000), (">=3µs", 3_000), (">=2min", 120_000_000_000), (">=1h", 3_600_000_000_000),
        ] as [(String, UInt64)] {
            let bounds = try #require(DurationBounds([text]))
            #expect(bounds.contains(nanoseconds) && !bounds.contains(nanoseconds - 1))
        }
    }
}
