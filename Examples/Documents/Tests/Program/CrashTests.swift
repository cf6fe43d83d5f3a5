import DocumentsCore
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@testable import Documents

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
        #expect(await store.drafts(of: try DocumentName("Plan.md")).map(\.text) == ["never saved"])
    }

    #if canImport(Glibc)
    @Test("After a fatal error, its message and a backtrace are beside the run, and are removed with it")
    func details() async throws {
        let (folder, runs) = (try TemporaryFolder(), try TemporaryFolder())
        let program = try await DocumentsProcess(folder: folder, runs: runs, backtrace: nil)
        let (tab, stream) = try await program.client.openTab()
        defer { stream.close() }
        _ = try? await tab.perform("crash", ["how": CrashKind.fatalError.rawValue])
        #expect(try await program.waitForEnd() < 0)

        let runFolder = RunFolder(path: runs.path)
        let summary = try #require(try runFolder.runs().first)
        let details = try #require(runFolder.crashDetails(of: try Run(path: summary.path)))
        #expect(details.message?.hasSuffix("Fatal error: A crash was requested.") == true)
        let frames = try #require(details.backtrace?.frames)
        #expect(frames.contains { $0.symbol.contains("CrashNow.perform") && !$0.isSystem })
        #expect(frames.first?.isSystem == true)

        let crash = try #require(LastCrash.find(in: runFolder, current: nil))
        #expect(crash.text == "The last run crashed during Crash Now.")
        #expect(
            crash.link(in: "http://127.0.0.1:1/#token=2") == "http://127.0.0.1:1/runs?run=\(summary.id)#token=2")
        try runFolder.remove(summary.id)
        #expect(try FileManager.default.contentsOfDirectory(atPath: runs.path + "/crashes") == [])
        #expect(LastCrash.find(in: runFolder, current: nil) == nil)
    }
    #endif

    @Test("The tokens of the app and the inspector are those of the last start, until they are replaced")
    func tokens() async throws {
        let (folder, runs) = (try TemporaryFolder(), try TemporaryFolder())
        var tokens: [[String]] = []
        for options in [[], [], ["--new-token"]] {
            let program = try await DocumentsProcess(folder: folder, runs: runs, options: options, inspector: true)
            tokens.append([try #require(program.client.token), try #require(program.inspector?.token)])
            program.terminate()
            #expect(try await program.waitForEnd() == 0)
        }
        #expect(tokens[0] == tokens[1])
        #expect(Set(tokens[0] + tokens[2]).count == 4)
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
