import Firesteel
import FiresteelFlags
import FiresteelTimeline
import Foundation
import Logging
import SocketTesting
import TestSupport
import Testing

@testable import FiresteelInspector

@Suite("The live stream", .timeLimit(.minutes(5)))
struct LiveStreamTests {
    @Test("It sends a greeting, then performs with their rows")
    func performs() async throws {
        try await withInspector { bench in
            let reader = try await StreamReader(bench.client)
            defer { reader.close() }
            let hello = try await reader.next("hello", as: PageData.Hello.self)
            #expect(hello.run == bench.runtime.timeline?.runIdentifier)
            await Editing.save.perform(Document(title: "Plan"))
            var change = try await reader.next("timeline", as: PageData.TimelineChange.self)
            while change.total < 1 { change = try await reader.next("timeline", as: PageData.TimelineChange.self) }
            #expect(change.total == 1)
            while change.rows?.first?.outcome != "success" {
                change = try await reader.next("timeline", as: PageData.TimelineChange.self)
            }
            #expect(change.rows?.first?.input == "Plan")
            let stacks = try await reader.next("stacks", as: PageData.StacksChange.self)
            #expect(stacks.open == 1)
        }
    }

    @Test("An action that was performed before its run was read anew is sent as well")
    func readAnew() async throws {
        try await withInspector { bench in
            let timelines = Timelines(bench.runtime)
            let pace = LiveHub.Pace(turn: .seconds(3_600))
            let hub = LiveHub(bench.runtime, timelines, pace: pace, logger: Logger(label: "test"))
            let subscription = await hub.subscribe()
            await hub.look()
            // As removing all runs does at its end, after a page has read that there are none.
            await timelines.forgetAll()
            await Editing.save.perform(Document(title: "Plan"))
            await hub.look()
            let changes = try #require(await subscription.next())
            #expect(changes.performs.isTooMany)
            await hub.stop()
        }
    }

    @Test("It sends changes of switches, levels and lines, and a heartbeat")
    func topics() async throws {
        try await withInspector(tune: { $0.pace.turnsPerHeartbeat = 3 }) { bench in
            let reader = try await StreamReader(bench.client)
            defer { reader.close() }
            _ = try await reader.next("hello")
            bench.runtime.setToggle(Sharing.self, false)
            _ = try await reader.next("features")
            bench.runtime.logging.level = .trace
            _ = try await reader.next("logging")
            bench.runtime.logStore?.add(LogLine(time: 0, level: .info, label: "test", message: "hello"))
            let logs = try await reader.next("logs", as: PageData.LogsChange.self)
            #expect(logs.total == 1)
            _ = try await reader.next("alive")
        }
    }

    @Test("It sends changes of flags, their overrides and their providers, with the changes on the timeline")
    func flags() async throws {
        try await withFlags { bench in
            let reader = try await StreamReader(bench.client)
            defer { reader.close() }
            _ = try await reader.next("hello")
            try bench.stack.setOverride(80, for: "editor.width")
            _ = try await reader.next("flags")
            // As before, but overridden: no value changes.
            try bench.stack.setOverride(true, for: "editor.autosave")
            _ = try await reader.next("flags")
            bench.server.set(false, for: "left.over")
            _ = try await reader.next("flags")
            bench.server.setStatus(FlagProviderStatus(.stale))
            _ = try await reader.next("flags")
        }
        try await withFlags { bench in
            let reader = try await StreamReader(bench.client)
            defer { reader.close() }
            _ = try await reader.next("hello")
            try bench.stack.setOverride(false, for: "FlaggedApp/Exporting")
            var outcomes: Set<String> = []
            while !outcomes.isSuperset(of: ["flag-changed", "availability"]) {
                let change = try await reader.next("timeline", as: PageData.TimelineChange.self)
                #expect(change.performs == 0)
                outcomes.formUnion(change.rows?.map(\.outcome) ?? [])
            }
        }
    }

    @Test("It sends new runs")
    func runs() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("runs-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withInspector(configure: { $0.storage = .folder(folder.path) }, tune: { $0.pace.turnsPerFolder = 1 })
        { bench in
            let reader = try await StreamReader(bench.client)
            defer { reader.close() }
            _ = try await reader.next("hello")
            let other = try FeatureRuntime(SampleApp.self, RuntimeConfiguration(storage: .folder(folder.path)))
            defer { other.end() }
            _ = try await reader.next("runs")
        }
    }

    @Test("Too many changes are sent as one")
    func overflow() async throws {
        try await withInspector(tune: { $0.pace.turn = .milliseconds(100) }) { bench in
            let reader = try await StreamReader(bench.client)
            defer { reader.close() }
            _ = try await reader.next("hello")
            for index in 0..<1_000 { await Editing.save.perform(Document(title: "\(index)")) }
            var change = try await reader.next("timeline", as: PageData.TimelineChange.self)
            var hasOverflown = change.rows == nil
            while change.total < 1_000 {
                change = try await reader.next("timeline", as: PageData.TimelineChange.self)
                hasOverflown = hasOverflown || change.rows == nil
            }
            #expect(hasOverflown)
        }
    }

    @Test("The stream of a disconnected client is released with the next heartbeat")
    func vanishing() async throws {
        try await withInspector(tune: { $0.pace.turnsPerHeartbeat = 2 }) { bench in
            for _ in 0..<5 {
                let reader = try await StreamReader(bench.client)
                _ = try await reader.next("hello")
                #expect(await bench.inspector.streamCount() == 1)
                reader.close()
                try await eventually { await bench.inspector.streamCount() == 0 }
            }
        }
    }

    @Test("A client that reads nothing delays no other")
    func unread() async throws {
        try await withInspector(tune: { $0.pace.turn = .milliseconds(1) }) { bench in
            let reader = try await StreamReader(bench.client)
            defer { reader.close() }
            try await eventually { await bench.inspector.streamCount() == 1 }
            let title = String(repeating: "x", count: 200)
            for _ in 0..<20_000 { await Editing.save.perform(Document(title: title)) }
            #expect(try await bench.client.send("GET", "/api/program").status == 200)
        }
    }

    @Test("Stopping ends every stream and closes the port")
    func stopping() async throws {
        try await withInspector { bench in
            let reader = try await StreamReader(bench.client)
            _ = try await reader.next("hello")
            await bench.inspector.stop()
            _ = try await reader.socket.readAll()
            reader.close()
            await #expect(throws: (any Error).self) { _ = try await bench.client.send("GET", "/") }
            #expect(await bench.inspector.streamCount() == 0)
        }
    }

    @Test("Unread changes stay as small as the newest state")
    func bounded() async throws {
        let subscription = LiveSubscription()
        for place in 0..<100_000 {
            var news = LiveChanges()
            news.performs.add(place)
            news.topics = [.stacks]
            subscription.offer(news)
        }
        let news = try #require(await subscription.next())
        #expect(news.performs.isTooMany)
        #expect(news.performs.places.isEmpty)
        #expect(news.topics == [.stacks])
    }
}
