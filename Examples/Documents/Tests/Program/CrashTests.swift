import DocumentsCore
import FiresteelTimeline
import TestSupport
import Testing

@Suite struct CrashTests {
    @Test(
        "After a crash, the run contains the completed actions, the crash in flight, and the cause of the end",
        arguments: CrashKind.allCases, [true, false])
    func crash(kind: CrashKind, backtrace: Bool) async throws {
        let (folder, runs) = (try TemporaryFolder(), try TemporaryFolder())
        let program = try await DocumentsProcess(folder: folder, runs: runs, backtrace: backtrace)
        let (tab, stream) = try await program.client.openTab()
        defer { stream.close() }
        let created = try await tab.perform("create", ["name": "Plan", "text": "one"])
        let version = try #require(created.messages.first?["version"] as? String)
        _ = try await tab.perform("edit", ["name": "Plan.md", "text": "never saved", "version": version])
        _ = try? await tab.perform("crash", ["how": kind.rawValue])
        #expect(try await program.waitForEnd() < 0)

        let summary = try #require(try RunFolder(path: runs.path).runs().first)
        let run = try Run(path: summary.path)
        #expect(run.end.isCrash)
        // SIGKILL can't be handled. Other signals are recorded, with and without Swift's own handler.
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

    @Test("SIGTERM ends the program in an orderly way")
    func orderly() async throws {
        let (folder, runs) = (try TemporaryFolder(), try TemporaryFolder())
        let program = try await DocumentsProcess(folder: folder, runs: runs)
        let stream = try await program.client.openTab().stream
        program.terminate()
        #expect(try await program.waitForEnd() == 0)
        let run = try Run(path: try #require(try RunFolder(path: runs.path).runs().first).path)
        guard case .orderly = run.end else { Issue.record("\(run.end)"); return }
        stream.close()
    }

    @Test("A page that disconnects during a write doesn’t end the program")
    func brokenPipe() async throws {
        let (folder, runs) = (try TemporaryFolder(), try TemporaryFolder())
        let program = try await DocumentsProcess(folder: folder, runs: runs)
        for _ in 0..<5 {
            let (tab, stream) = try await program.client.openTab()
            stream.close()
            for number in 0..<3 {
                _ = try await tab.perform("create", ["name": "\(number) \(UInt32.random(in: 0 ... .max))"])
            }
        }
        #expect(program.isRunning)
        program.terminate()
        #expect(try await program.waitForEnd() == 0)
    }
}
