import Firesteel
import FiresteelFlags
import FiresteelTesting
import Foundation
import TestSupport
import Testing

@testable import FiresteelInspector

@Suite("Flags of sessions", .timeLimit(.minutes(5)))
struct FlagSessionTests {
    @Test("A session with its own context has the value for that context, and those that differ come first")
    func ownContext() async throws {
        try await withFlags { bench in
            let free = bench.bench.runtime.session(
                "Window", context: EvaluationContext(targetingKey: "somebody", attributes: ["plan": "free"]))
            let premium = bench.bench.runtime.session(
                "Window", context: EvaluationContext(targetingKey: "reader", attributes: ["plan": "premium"]))
            let found = try await bench.sessions("key=editor.toolbar")
            #expect(found.open == 3 && found.examined == 3 && found.known == 2 && found.differing == 1)
            #expect(found.sessions.map(\.session.id) == [free.identifier, premium.identifier])
            #expect(found.sessions.map(\.value) == [#""classic""#, #""wide""#])
            #expect(found.sessions.map(\.variant) == ["a", "b"] && found.sessions.map(\.differs) == [true, false])
            #expect(found.sessions[0].targetingKey == "somebody" && found.sessions[0].reason == "DEFAULT")
            #expect(found.sessions[0].provider == "Server" && found.sessions.allSatisfy(\.own))
            #expect(
                found.values.map(\.value) == [#""classic""#, #""wide""#] && found.values.map(\.sessions) == [1, 1])
            free.setContext(EvaluationContext(targetingKey: "somebody", attributes: ["plan": "premium"]))
            #expect(try await bench.sessions("key=editor.toolbar").differing == 0)
            premium.close()
            #expect(try await bench.sessions("key=editor.toolbar").known == 1)
            #expect(try await bench.detail("editor.toolbar").flag.read == false)
            #expect(bench.bench.test.flagRecords.isEmpty)
        }
    }

    @Test("A session that read a flag in a context of its choice has the value that it read last")
    func lastRead() async throws {
        try await withFlags { bench in
            let runtime = bench.bench.runtime
            let tab = runtime.session("Tab 1")
            func read(_ plan: String) -> Toolbar {
                let context = EvaluationContext(attributes: ["plan": .string(plan)])
                return tab.use { bench.stack.value(of: bench.flags.toolbar, in: context) }
            }
            #expect(try await bench.sessions("key=editor.toolbar").known == 0)
            for (plan, value) in [("free", #""classic""#), ("premium", #""wide""#), ("free", #""classic""#)] {
                _ = read(plan)
                let found = try await bench.sessions("key=editor.toolbar")
                #expect(found.sessions.map(\.value) == [value] && found.sessions.map(\.own) == [false])
                #expect(found.differing == (plan == "free" ? 1 : 0))
                #expect(found.sessions[0].variant == (plan == "free" ? "a" : "b"))
            }
        }
    }

    @Test("A session that read the program's value has the program's value after each change")
    func programValue() async throws {
        try await withFlags { bench in
            let tab = bench.bench.runtime.session("Tab 1")
            await Exporting.export.request()?.perform(bench.flags, options: .in(tab))
            _ = try await bench.set("editor.toolbar", #""classic""#)
            let found = try await bench.sessions("key=editor.toolbar")
            #expect(found.sessions.map(\.value) == [#""classic""#] && found.differing == 0)
            let read = try #require(found.sessions[0].read)
            #expect(read.value == #""wide""# && read.action?.identifier == "Export" && read.session?.name == "Tab 1")
        }
    }

    @Test("The actions that read a flag have the value at that time, also if it wasn't new to their session")
    func reads() async throws {
        try await withFlags { bench in
            let tab = bench.bench.runtime.session("Tab 1")
            for _ in 0..<2 { await Exporting.export.request()?.perform(bench.flags, options: .in(tab)) }
            _ = try await bench.set("editor.toolbar", #""classic""#)
            await Exporting.export.request()?.perform(bench.flags, options: .in(tab))
            let found = try await bench.sessions("key=editor.toolbar")
            #expect(found.reads.map(\.value) == [#""classic""#, #""wide""#, #""wide""#])
            #expect(found.reads.map(\.first) == [true, false, true])
            #expect(found.sessions[0].read?.perform == found.reads[0].perform)
            for (read, value) in zip(found.reads, [#""classic""#, #""wide""#, #""wide""#]) {
                let perform = try #require(read.perform)
                let detail: FlagsOfPerform = try await bench.client.get("timeline/performs/\(perform)")
                let flag = try #require(detail.flags.first { $0.flag == "editor.toolbar" })
                #expect(flag.value == value && flag.first == read.first && flag.provider == read.provider)
            }
            try bench.bench.runtime.eraseTimeline()
            #expect(try await bench.sessions("key=editor.toolbar").reads.isEmpty)
        }
    }

    @Test("The list has the values of a session: of its own context, or those that it read last")
    func listOfSession() async throws {
        try await withFlags { bench in
            let runtime = bench.bench.runtime
            func toolbar(in session: ActionSession) async throws -> PageData.Flag? {
                let flags: PageData.Flags = try await bench.client.get("flags?session=\(session.identifier)")
                #expect(flags.session?.name == session.name)
                return flags.flags.first { $0.key == "editor.toolbar" }
            }
            let free = EvaluationContext(targetingKey: "somebody", attributes: ["plan": "free"])
            let own = try #require(try await toolbar(in: runtime.session("Window", context: free)))
            #expect(own.value == #""classic""# && own.variant == "a" && own.reason == "DEFAULT" && !own.differs)
            let tab = runtime.session("Tab 1")
            #expect(try await toolbar(in: tab)?.value == #""wide""#)
            _ = tab.use { bench.stack.value(of: bench.flags.toolbar, in: free) }
            #expect(try await toolbar(in: tab)?.value == #""classic""#)
            tab.close()
            #expect(try await bench.client.send("GET", "/api/flags?session=\(tab.identifier)").status == 404)
            #expect(try await bench.client.get("flags", PageData.Flags.self).session == nil)
        }
    }

    @Test("A flag is explained for a session")
    func explain() async throws {
        try await withFlags { bench in
            let session = bench.bench.runtime.session(
                "Window", context: EvaluationContext(attributes: ["plan": "free"]))
            let question = PageData.FlagQuestion(key: "editor.toolbar", session: session.identifier)
            let explained: PageData.FlagExplained = try await bench.post("flags/explain", question).json()
            #expect(explained.value == #""classic""# && explained.variant == "a")
            session.close()
            let closed = try await bench.post("flags/explain", question)
            #expect(closed.status == 404)
            #expect(try closed.json(PageData.Failure.self).error.message.contains("is closed"))
            let mixed = PageData.FlagQuestion(key: "editor.toolbar", targetingKey: "somebody", session: 1)
            #expect(try await bench.post("flags/explain", mixed).status == 400)
        }
    }

    @Test("Sessions are found by name, targeting key and value, and without a flag")
    func filters() async throws {
        try await withFlags { bench in
            let sessions = (0..<4).map { number in
                bench.bench.runtime.session(
                    "Window \(number)",
                    context: EvaluationContext(
                        targetingKey: "reader-\(number)", attributes: ["plan": number == 2 ? "free" : "premium"]))
            }
            #expect(
                try await bench.sessions("key=editor.toolbar&text=READER-1").sessions.map(\.session.name) == [
                    "Window 1"
                ])
            #expect(try await bench.sessions("key=editor.toolbar&text=window+3").total == 1)
            let classic = try await bench.sessions("key=editor.toolbar&value=%22classic%22")
            #expect(classic.sessions.map(\.session.name) == ["Window 2"] && classic.known == 4)
            let two = try await bench.sessions("key=editor.toolbar&limit=2")
            #expect(two.sessions.count == 2 && two.total == 4)
            let all = try await bench.sessions("text=window")
            #expect(all.total == 4 && all.open == 5 && all.sessions.allSatisfy { $0.value == nil && $0.own })
            #expect(try await bench.client.send("GET", "/api/flags/sessions?key=missing").status == 404)
            #expect(try await bench.client.send("GET", "/api/flags/sessions?key=editor.fade&limit=201").status == 400)
            withExtendedLifetime(sessions) {}
        }
    }

    @Test("Ten thousand sessions with large values and hostile names have a bounded response")
    func many() async throws {
        try await withFlags { bench in
            bench.server.set(.string(String(repeating: "x", count: 60_000)), for: "editor.greeting")
            let name = "</script>\u{202E}\u{0}" + String(repeating: "n", count: 100)
            let sessions = (0..<10_001).map { number in
                bench.bench.runtime.session(
                    name,
                    context: EvaluationContext(
                        targetingKey: String(repeating: "k", count: 2_000),
                        attributes: ["plan": "free", "n": .int(number)]))
            }
            let response = try await bench.client.send("GET", "/api/flags/sessions?key=editor.greeting&limit=200")
            #expect(response.body.count < 300_000)
            let found: PageData.FlagSessions = try response.json()
            #expect(found.open == 10_002 && found.examined == 10_000 && found.known == 10_000)
            #expect(found.sessions.count == 200 && found.values.count == 1)
            #expect(found.sessions[0].targetingKey?.count == FlagSessionReader.longestValue)
            withExtendedLifetime(sessions) {}
        }
    }

    @Test("An override is stored for later runs, or for this run only, and both can be undone")
    func stored() async throws {
        let folder = try TemporaryFolder()
        let store = OverrideStore(folder.file("overrides.json"))
        try await withFlags(overrides: store) { bench in
            func set(_ value: String?, _ stored: Bool?) async throws -> PageData.Flag {
                let change = PageData.FlagOverrideChange(key: "editor.width", value: value, stored: stored)
                return try await bench.post("flags/override", change).json(PageData.FlagDetail.self).flag
            }
            #expect(try await bench.client.get("flags", PageData.Flags.self).overrides?.stores == true)
            #expect(try await set("80", false).stored == false && OverrideStore(store.file).values.isEmpty)
            #expect(try await set("90", nil).stored == false && OverrideStore(store.file).values.isEmpty)
            #expect(
                try await set("90", true).stored == true && OverrideStore(store.file).values == ["editor.width": 90])
            #expect(try await set("91", nil).stored == true)
            #expect(try await set(nil, nil).stored == nil && OverrideStore(store.file).values.isEmpty)
            _ = try await set("80", false)
            _ = try await bench.set("editor.fade", "0.25")
            let removed: PageData.FlagsRestored = try await bench.client.send("DELETE", "/api/flags/overrides").json()
            #expect(removed.removed.count == 2 && removed.unstored == ["editor.width"])
            let changes = PageData.FlagOverrideChanges(values: removed.removed, unstored: removed.unstored)
            let flags: PageData.Flags = try await bench.post("flags/overrides", changes).json()
            #expect(flags.flags.first { $0.key == "editor.width" }?.stored == false)
            #expect(OverrideStore(store.file).values == ["editor.fade": 0.25])
        }
    }
}
