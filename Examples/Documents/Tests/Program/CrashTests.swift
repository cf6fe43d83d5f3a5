import DocumentsCore
import FiresteelTimeline
import TestSupport
import Testing

@Suite struct CrashTests {
    @Test(
        "After a crash, the run shows what was done, the crash still in flight, and how it ended",
        arguments: CrashKind.allCases, [true, false])
    func crash(kind: CrashKind, backtrace: Bool) async throws {
        let (folder, runs) = (try TemporaryFolder(), try TemporaryFolder())
        let program = try await DocumentsProcess(folder: folder, runs: runs, backtrace: backtrace)
        let tab = TestTab(id: String(repeating: "a", count: 32), client: program.client)
        _ = try await program.client.post("/api/tabs", ["tab": tab.id])
        let created = try await tab.perform("create", ["name": "Plan", "text": "one"])
        let version = try #require(created.messages.first?["version"] as? String)
        _ = try await tab.perform("edit", ["name": "Plan.md", "text": "never saved", "version": version])
        _ = try? await tab.perform("crash", ["how": kind.rawValue])
        // Waiting for the process would block a thread that tests share.
        try await eventually { !program.isRunning }
        #expect(program.waitForEnd() < 0)

        let summary = try #require(try RunFolder(path: runs.path).runs().first)
        let run = try Run(path: summary.path)
        #expect(run.end.isCrash)
        // Nobody hears of SIGKILL. Of the others it is noted whether Swift's own handler stands in between or not.
        #expect(run.end.identifier == (kind == .kill ? "died" : "signal"))
        let inFlight = try #require(run.inFlight().first)
        #expect(inFlight.action?.identifier == "CrashNow")
        #expect(inFlight.input == kind.rawValue)
        #expect(inFlight.sessionName == "Tab 1")
        var before: [String?] = []
        run.forEachPerform { perform in
            if perform.outcome != nil { before.append(perform.action?.identifier) }
            return true
        }
        #expect(before == ["CreateDocument", "EditDocument"])

        let store = try DocumentStore(at: folder.path)
        #expect(await store.draft(of: try DocumentName("Plan.md"))?.text == "never saved")
    }

    @Test("Asked politely, the program ends in good order")
    func orderly() async throws {
        let (folder, runs) = (try TemporaryFolder(), try TemporaryFolder())
        let program = try await DocumentsProcess(folder: folder, runs: runs)
        let tab = TestTab(id: String(repeating: "b", count: 32), client: program.client)
        _ = try await program.client.post("/api/tabs", ["tab": tab.id])
        let stream = try await tab.stream()
        _ = try await stream.next("hello")
        program.terminate()
        #expect(program.waitForEnd() == 0)
        let run = try Run(path: try #require(try RunFolder(path: runs.path).runs().first).path)
        guard case .orderly = run.end else { Issue.record("\(run.end)"); return }
        stream.close()
    }

    @Test("A page that goes while it is written to doesn’t end the program")
    func brokenPipe() async throws {
        let (folder, runs) = (try TemporaryFolder(), try TemporaryFolder())
        let program = try await DocumentsProcess(folder: folder, runs: runs)
        let tab = TestTab(id: String(repeating: "c", count: 32), client: program.client)
        _ = try await program.client.post("/api/tabs", ["tab": tab.id])
        for _ in 0..<5 {
            let stream = try await tab.stream()
            _ = try await stream.next("hello")
            stream.close()
            for number in 0..<3 {
                _ = try await tab.perform("create", ["name": "\(number) \(UInt32.random(in: 0 ... .max))"])
            }
        }
        #expect(program.isRunning)
        program.terminate()
        #expect(program.waitForEnd() == 0)
    }
}
