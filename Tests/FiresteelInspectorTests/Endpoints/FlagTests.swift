import Firesteel
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Synchronization
import Testing

@testable import FiresteelInspector

@Suite("Flags, read", .timeLimit(.minutes(5)))
struct FlagTests {
    @Test("Every flag has its value, provider and reason")
    func list() async throws {
        try await withFlags { bench in
            let flags: PageData.Flags = try await bench.client.get("flags")
            #expect(
                flags.flags.map(\.key) == [
                    "FlaggedApp/Exporting", "editor.autosave", "editor.fade", "editor.formats", "editor.greeting",
                    "editor.toolbar", "editor.width", "left.over",
                ])
            #expect(flags.environment == "development")
            #expect(flags.providers.map(\.name) == ["Overrides", "Server"])
            #expect(flags.providers.map(\.keys) == [0, 3])
            #expect(flags.overrides == PageData.FlagOverrides(provider: "Overrides", count: 0, stores: false))
            #expect(flags.context == PageData.FlagContext(targetingKey: "reader", attributes: #"{"plan":"premium"}"#))
            let toolbar = try #require(flags.flags.first { $0.key == "editor.toolbar" })
            #expect(toolbar.type == "string" && toolbar.allowed == [#""classic""#, #""wide""#])
            #expect(toolbar.value == #""wide""# && toolbar.default == #""classic""# && toolbar.differs)
            #expect(toolbar.provider == "Server" && toolbar.reason == "TARGETING_MATCH" && toolbar.variant == "b")
            #expect(
                toolbar.name == "Toolbar" && toolbar.group == "Editor" && toolbar.owner == "Editor team"
                    && toolbar.declared)
            #expect(toolbar.expires == "2020-03-01" && toolbar.expired)
            let width = try #require(flags.flags.first { $0.key == "editor.width" })
            #expect(width.value == "72" && !width.differs && width.error?.code == "TYPE_MISMATCH")
            let stray = try #require(flags.flags.last)
            #expect(!stray.declared && stray.type == nil && stray.default == nil && stray.value == "true")
        }
    }

    @Test("A feature's own flag leads to the feature")
    func featureFlag() async throws {
        try await withFlags { bench in
            let flag = try await bench.detail("FlaggedApp/Exporting").flag
            #expect(flag.feature == PageData.Name(path: "FlaggedApp/Exporting", name: "Exporting"))
            #expect(flag.group == "Features" && flag.name == "Exporting" && flag.value == "true")
        }
    }

    @Test("The details of a flag have the value of each source, the explanation and the declaration")
    func detail() async throws {
        try await withFlags { bench in
            let detail = try await bench.detail("editor.toolbar")
            let more = detail.more
            #expect(more.answers.map(\.provider) == ["Overrides", "Server", ""])
            #expect(more.answers.map(\.outcome) == ["none", "value", "value"])
            #expect(more.answers.map(\.won) == [false, true, false])
            #expect(more.answers.map(\.value) == [nil, #""wide""#, #""classic""#])
            #expect(!more.steps.isEmpty && more.steps.contains { $0.depth > 0 })
            #expect(more.kind == "experiment" && more.file?.hasSuffix("FlaggedApp.swift") == true && more.line != nil)
            #expect(more.notes.map(\.kind) == ["expired"])
            #expect(try await bench.detail("editor.formats").more.parent == "editor.autosave")
            let width = try await bench.detail("editor.width").more
            #expect(width.answers[1].error?.code == "TYPE_MISMATCH" && width.answers[2].won)
            #expect(try await bench.detail("left.over").more.answers.map(\.provider) == ["Overrides", "Server"])
        }
    }

    @Test("Looking at flags counts as no read, and exposes nothing")
    func notARead() async throws {
        try await withFlags { bench in
            _ = try await bench.client.get("flags", PageData.Flags.self)
            _ = try await bench.detail("editor.toolbar")
            _ = try await bench.post("flags/explain", PageData.FlagQuestion(key: "editor.toolbar"))
            _ = try await bench.client.send("GET", "/api/flags/snapshot")
            #expect(try await bench.detail("editor.toolbar").flag.read == false)
            #expect(bench.bench.test.flagRecords.isEmpty)
            #expect(bench.flags.toolbar.value == .wide)
            #expect(try await bench.detail("editor.toolbar").flag.read == true)
        }
    }

    @Test("A flag is explained for another context, step by step")
    func explain() async throws {
        try await withFlags { bench in
            let question = PageData.FlagQuestion(
                key: "editor.toolbar", targetingKey: "somebody", attributes: #"{"plan": "free"}"#)
            let explained: PageData.FlagExplained = try await bench.post("flags/explain", question).json()
            #expect(explained.value == #""classic""# && explained.variant == "a" && explained.reason == "DEFAULT")
            #expect(explained.provider == "Server" && explained.error == nil)
            #expect(explained.answers.map(\.won) == [false, true, false])
            #expect(explained.steps.contains { $0.path != nil })
            let own: PageData.FlagExplained = try await bench.post(
                "flags/explain", PageData.FlagQuestion(key: "editor.toolbar", attributes: #"{"plan":"premium"}"#)
            ).json()
            #expect(own.value == #""wide""#)
        }
    }

    @Test(
        "An unreadable context is reported with the location of the error",
        arguments: [
            ("{\"plan\": }", "Line 1, column 10"), ("[1]", "JSON object"),
            ("{\"a\": 1,\n \"a\": 2}", "Line 2, column 2"),
        ])
    func badContext(text: String, words: String) async throws {
        try await withFlags { bench in
            let response = try await bench.post(
                "flags/explain", PageData.FlagQuestion(key: "editor.toolbar", attributes: text))
            #expect(response.status == 400)
            #expect(try response.json(PageData.Failure.self).error.message.contains(words))
        }
    }

    @Test("All values are saved as a file")
    func snapshot() async throws {
        try await withFlags { bench in
            let response = try await bench.client.send("GET", "/api/flags/snapshot")
            #expect(response.status == 200)
            let run = try #require(bench.bench.runtime.timeline?.runIdentifier)
            #expect(response.field("content-disposition") == "attachment; filename=\"\(run)-flags.json\"")
            guard case .object(let all) = try JSONValue(json: response.body), case .object(let flags)? = all["flags"],
                case .object(let toolbar)? = flags["editor.toolbar"]
            else {
                Issue.record("It is another file: \(response.text)")
                return
            }
            #expect(toolbar["value"] == "wide" && toolbar["provider"] == "Server" && toolbar["variant"] == "b")
            #expect(all["environment"] == "development")
        }
    }

    @Test("The program has the number of flags that differ from their default")
    func differing() async throws {
        try await withFlags { bench in
            #expect(try await bench.client.get("program", PageData.Program.self).counts.flags == 1)
            _ = try await bench.set("editor.width", "80")
            #expect(try await bench.client.get("program", PageData.Program.self).counts.flags == 2)
        }
    }

    @Test("Evaluated unknown keys are listed until they are declared")
    func unknown() async throws {
        try await withFlags { bench in
            #expect(try await bench.client.get("flags", PageData.Flags.self).unknown.isEmpty)
            let place = "\(#fileID):\(#line + 1)"
            _ = bench.stack.resolve(key: "editor.tolbar", as: .string, default: "classic")
            let flags: PageData.Flags = try await bench.client.get("flags")
            #expect(flags.unknown == [PageData.UnknownFlag(key: "editor.tolbar", places: [place])])
            #expect(flags.flags.count == 8 && flags.diagnostics.isEmpty)
            #expect(try await bench.client.send("GET", "/api/flags/one?key=editor.tolbar").status == 404)
            bench.server.set("wide", for: "editor.tolbar")
            #expect(try await bench.client.get("flags", PageData.Flags.self).unknown.isEmpty)
        }
    }

    @Test("A flag has the number of days it has been constant, if that is long and no rule reads the context")
    func constant() async throws {
        let now = Mutex(1_798_675_200.0)
        try await withFlags(clock: { now.withLock { $0 } }) { bench in
            func constant() async throws -> [String: Int] {
                let flags = try await bench.client.get("flags", PageData.Flags.self).flags
                return flags.reduce(into: [:]) { $0[$1.key] = $1.constant }
            }
            #expect(try await constant().isEmpty)
            now.withLock { $0 += 31 * 86_400 }
            let days = try await constant()
            #expect(days["editor.greeting"] == 31 && days["editor.toolbar"] == nil && days["left.over"] == nil)
            let greeting = try await bench.detail("editor.greeting")
            #expect(greeting.flag.constant == 31 && greeting.more.notes.map(\.kind) == ["constant"])
            _ = try await bench.set("editor.greeting", #""Hello""#)
            #expect(try await constant()["editor.greeting"] == nil)
        }
    }

    @Test("The status of providers is returned")
    func status() async throws {
        try await withFlags { bench in
            bench.server.setStatus(
                FlagProviderStatus(.stale, updated: 1.5, error: FlagError(.general, "It did not answer.")))
            let flags: PageData.Flags = try await bench.client.get("flags")
            #expect(
                flags.providers.last
                    == PageData.FlagProvider(
                        name: "Server", state: "stale", updated: 1_500_000, fault: "It did not answer.", keys: 3))
        }
    }
}
