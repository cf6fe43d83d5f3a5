import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Logging
import Testing

@testable import FiresteelInspector

@Suite("Program, features, stacks, logs and runs", .timeLimit(.minutes(5)))
struct ProgramTests {
    @Test("The program has its name, its run and its counts")
    func program() async throws {
        try await withInspector { bench in
            await Editing.save.perform(Document(title: "x", fails: true))
            let session = bench.runtime.session("second")
            let program: PageData.Program = try await bench.client.get("program")
            #expect(program.name == "Test")
            #expect(program.pid == ProcessInfo.processInfo.processIdentifier)
            #expect(program.run == bench.runtime.timeline?.runIdentifier)
            #expect(program.recording == PageData.Recording(kind: "memory"))
            #expect(
                program.counts
                    == PageData.Counts(
                        features: 3, performs: 1, failures: 1, inFlight: 0, stacks: 1, sessions: 2, crashes: 0))
            session.close()
        }
    }

    @Test("Features come as a tree with conditions, actions and how these were used")
    func features() async throws {
        try await withInspector { bench in
            for _ in 0..<3 { await Editing.save.perform(Document(title: "x")) }
            await Editing.save.perform(Document(title: "x", fails: true))
            await Editing.stray.perform()
            let features: PageData.Features = try await bench.client.get("features")
            let root = try #require(features.roots.first)
            #expect(root.path == "SampleApp" && root.kind == "group")
            let editing = try #require(root.features.first)
            #expect(editing.kind == "feature" && editing.tags == ["text"] && editing.availability.state == "available")
            let save = try #require(editing.actions.first)
            #expect(save.identifier == "Save" && save.published && save.undeclared == nil && save.input == "Document")
            #expect(save.performs == 4 && save.failures == 1 && save.took == 0)
            let stray = try #require(editing.actions.last)
            #expect(stray.identifier == "Stray" && stray.undeclared == true && stray.performs == 1)
            let sharing = try #require(root.features.last)
            #expect(sharing.kind == "conditional")
            #expect(sharing.conditions.map(\.control?.kind) == ["toggle", "runtime"])
        }
    }

    @Test("Constraints can be switched, and the feature changes immediately")
    func control() async throws {
        try await withInspector { bench in
            func set(_ kind: String, _ on: Bool) async throws -> PageData.Feature {
                let body = #"{"path": "SampleApp/Sharing", "kind": "\#(kind)", "on": \#(on)}"#
                return try await bench.client.send("POST", "/api/features/control", body: body).json()
            }
            var feature = try await set("toggle", false)
            #expect(feature.availability.state == "unavailable")
            #expect(
                feature.availability.reasons == [
                    PageData.Reason(
                        text: "Switched off by the user",
                        remedy: PageData.Remedy(
                            kind: "switch-on", text: feature.availability.reasons.first?.remedy?.text ?? "",
                            feature: "SampleApp/Sharing"))
                ])
            #expect(feature.conditions.first?.control == PageData.Control(kind: "toggle", on: false))
            #expect(Sharing.share.request() == nil)
            feature = try await set("runtime", false)
            #expect(feature.availability.reasons.count == 2)
            _ = try await set("toggle", true)
            feature = try await set("runtime", true)
            #expect(feature.availability.state == "available")
            #expect(Sharing.share.request() != nil)
        }
    }

    @Test("Stacks come by session, the last used first, one within the other")
    func stacks() async throws {
        try await withInspector { bench in
            let old = bench.runtime.session("old")
            let new = bench.runtime.session("new")
            await Editing.save.perform(Document(title: "x"), options: .in(old))
            bench.test.clock.advance(by: .seconds(1))
            await Editing.save.perform(Document(title: "y"), options: .in(new))
            await Sharing.share.request()?.perform(Document(title: "z"), options: .in(new))
            let stacks: PageData.Stacks = try await bench.client.get("stacks")
            #expect(stacks.total == 3)
            #expect(stacks.sessions.map(\.name) == ["new", "old", "main"])
            let stack = try #require(stacks.sessions.first?.stacks.first)
            #expect(stacks.sessions.first?.stacks.count == 1)
            #expect(stack.feature.path == "SampleApp/Editing")
            guard case .perform(let perform) = stack.entries.first, case .stack(let below) = stack.entries.last else {
                Issue.record("The stack has other entries: \(stack.entries)")
                return
            }
            #expect(perform.input == "y" && perform.outcome == "success")
            #expect(below.feature.path == "SampleApp/Sharing" && below.entries.count == 1)
            let one: PageData.Stacks = try await bench.client.get("stacks?session=\(old.identifier)")
            #expect(one.total == 1 && one.sessions.map(\.name) == ["old"])
            await Editing.close.perform(options: .in(new))
            let after: PageData.Stacks = try await bench.client.get("stacks?session=\(new.identifier)")
            let closed = try #require(after.sessions.first?.stacks.first)
            #expect(closed.closed != nil)
            #expect(after.sessions.first?.stacks.count == 1)
        }
    }

    @Test("Ten thousand sessions are listed in time")
    func manySessions() async throws {
        try await withInspector(configure: { $0.runSize = 8 << 20 }) { bench in
            let sessions = (0..<10_000).map { bench.runtime.session("session \($0)") }
            for session in sessions { await Editing.save.perform(Document(title: "x"), options: .in(session)) }
            let stacks: PageData.Stacks = try await bench.client.get("stacks?limit=20")
            #expect(stacks.total == 10_001)
            #expect(stacks.sessions.count == 20)
            withExtendedLifetime(sessions) {}
        }
    }

    private func line(_ number: Int) -> LogLine {
        let isEditing = number.isMultiple(of: 2)
        let path = isEditing ? "SampleApp/Editing" : "SampleApp/Sharing"
        return LogLine(
            time: Int64(number), level: number.isMultiple(of: 10) ? .error : .info, label: "test",
            message: "Line \(number)", metadata: ["number": "N\(number)"],
            context: LogContext(feature: FeaturePath(path), featureName: isEditing ? "Editing" : "Sharing", action: nil)
        )
    }

    @Test("Log lines come in parts, filtered by level, text, feature and focus")
    func logs() async throws {
        try await withInspector(configure: { $0.recentLogLines = 100 }) { bench in
            let store = try #require(bench.runtime.logStore)
            for number in 0..<150 { store.add(line(number)) }
            func lines(_ query: String) async throws -> PageData.Lines { try await bench.client.get("logs?\(query)") }
            let all = try await lines("offset=-3")
            #expect(all.first == 50 && all.total == 150 && all.hidden == 0)
            #expect(all.lines.map(\.n) == [147, 148, 149])
            #expect(all.lines.first?.metadata == ["number": "N147"])
            #expect(try await lines("offset=0&limit=52").lines.map(\.n) == [50, 51])
            #expect(try await lines("level=warning").total == 10)
            #expect(try await lines("text=n14").total == 10)
            #expect(try await lines("feature=SampleApp/Sharing").total == 50)
            bench.runtime.logging.focus = [FeaturePath("SampleApp/Sharing")]
            let focused = try await lines("focus=1&offset=0&limit=500")
            #expect(focused.total == 60 && focused.hidden == 40)
            #expect(focused.lines.map { $0.hidden ?? 0 }.reduce(0, +) == 40)
            #expect(try await lines("focus=0").total == 150)
        }
    }

    @Test("Levels and focus are set from here")
    func logging() async throws {
        try await withInspector { bench in
            func post(_ target: String, _ body: String) async throws -> PageData.Logging {
                try await bench.client.send("POST", "/api/logging/\(target)", body: body).json()
            }
            var logging = try await post("level", #"{"path": "SampleApp/Editing", "level": "debug"}"#)
            #expect(logging.levels == ["SampleApp/Editing": "debug"])
            #expect(bench.runtime.logging.effectiveLevel(for: FeaturePath("SampleApp/Editing")) == .debug)
            logging = try await post("level", #"{"level": "error"}"#)
            #expect(logging.level == "error")
            logging = try await post("level", #"{"path": "SampleApp/Editing", "level": null}"#)
            #expect(logging.levels.isEmpty)
            logging = try await post("focus", #"{"paths": ["SampleApp/Editing"]}"#)
            #expect(logging.focus == ["SampleApp/Editing"])
            logging = try await post("focus", #"{"paths": []}"#)
            #expect(logging.focus.isEmpty)
            #expect(try await bench.client.get("logging") == logging)
        }
    }

    @Test("Two inspectors in one process show each its own program")
    func two() async throws {
        try await withInspector { first in
            await Editing.save.perform(Document(title: "First"))
            try await withInspector { second in
                await Editing.save.perform(Document(title: "Second"))
                #expect(first.inspector.port != second.inspector.port)
                let one: PageData.Rows = try await first.client.get("timeline")
                let other: PageData.Rows = try await second.client.get("timeline")
                #expect(one.rows.map(\.input) == ["First"])
                #expect(other.rows.map(\.input) == ["Second"])
                var thief = second.client
                thief.token = first.client.token
                #expect(try await thief.send("GET", "/api/program").status == 401)
            }
        }
    }

    @Test("A port that is taken, a host that isn't ours and a weak token are said clearly")
    func errors() async throws {
        try await withInspector { bench in
            let port = bench.inspector.port
            await #expect(throws: InspectorError.portTaken(host: "127.0.0.1", port: port)) {
                _ = try await Inspector.start(bench.runtime, InspectorConfiguration(port: port))
            }
            await #expect(throws: InspectorError.unusableHost("example.org")) {
                _ = try await Inspector.start(bench.runtime, InspectorConfiguration(host: "example.org"))
            }
            await #expect(throws: InspectorError.unusableHost("192.0.2.1")) {
                _ = try await Inspector.start(bench.runtime, InspectorConfiguration(host: "192.0.2.1"))
            }
            await #expect(throws: InspectorError.weakToken) {
                _ = try await Inspector.start(bench.runtime, InspectorConfiguration(token: "1234"))
            }
        }
    }

    @Test("A given token is used, and a port is free again after stopping")
    func givenToken() async throws {
        try await withInspector { bench in
            let token = String(repeating: "a1", count: 16)
            let first = try await Inspector.start(bench.runtime, InspectorConfiguration(token: token))
            #expect(first.url.absoluteString == "http://127.0.0.1:\(first.port)/#token=\(token)")
            let client = RawClient(port: first.port, token: token)
            #expect(try await client.send("GET", "/api/program").status == 200)
            await first.stop()
            let again = try await Inspector.start(
                bench.runtime, InspectorConfiguration(port: first.port, token: token))
            #expect(try await client.send("GET", "/api/program").status == 200)
            await again.stop()
        }
    }
}
