import Foundation
import TestSupport
import Testing

@testable import Documents

@Suite("The open command") struct OpenCommandTests {
    private func open(_ arguments: String...) async throws -> (status: Int32, words: String) {
        try await withOwnThread {
            let process = Process()
            process.executableURL = try DocumentsProcess.executable()
            process.arguments = ["open"] + arguments
            let output = Pipe()
            (process.standardOutput, process.standardError) = (output, output)
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: data, as: UTF8.self))
        }
    }

    @Test("It finds the running app, sends it the link, and prints the result")
    func opens() async throws {
        let (folder, runs) = (try TemporaryFolder(), try TemporaryFolder())
        try folder.write("# Map", to: "Map.md")
        let program = try await DocumentsProcess(
            folder: folder, runs: runs, options: ["--flag", "Documents/DocumentExport=false"])
        let file = runs.path + "/running.json"
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)

        let early = try await open("documents://open/Map", "--runs", runs.path)
        #expect(early.status == 5)
        #expect(early.words.contains("http://127.0.0.1:\(program.client.port)/open/Map"))

        let stream = try await program.client.openTab().stream
        let done = try await open("documents://open/Map", "--runs", runs.path)
        #expect(done.status == 0 && done.words == "Done.\n")
        #expect(try await stream.next("outside") != nil)
        let byPort = try await open(
            "documents://open/Map", "--runs", runs.path, "--port", "\(program.client.port)")
        #expect(byPort.status == 0)
        let otherPort = try await open("documents://open/Map", "--runs", runs.path, "--port", "1")
        #expect(otherPort.status == 4 && otherPort.words.contains("uses port \(program.client.port)"))

        let expected: [(String, Int32, String)] = [
            ("documents://open/Nothing", 1, "isn’t in the folder"), ("documents://nowhere", 2, "No route matches"),
            ("documents://export/Map", 3, "not available"),
        ]
        let hostile = try await open("documents://open/%1b%5d0;pwned%07%e2%80%aetxt", "--runs", runs.path)
        #expect(hostile.status != 0 && hostile.words.contains("pwned"))
        #expect(!hostile.words.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
        for (link, status, words) in expected {
            let answer = try await open(link, "--runs", runs.path)
            #expect(answer.status == status && answer.words.contains(words), "\(link): \(answer)")
        }
        stream.close()
        program.terminate()
        #expect(try await program.waitForEnd() == 0)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("It reports that no app is running, also if the last one crashed")
    func notRunning() async throws {
        let runs = try TemporaryFolder()
        let none = try await open("documents://open/Map", "--runs", runs.path)
        #expect(none.status == 4 && none.words.contains("isn’t running"))
        // No process listens on port 1.
        try RunningFile(port: 1, token: String(repeating: "0", count: 32)).write(to: runs.path + "/running.json")
        let stale = try await open("documents://open/Map", "--runs", runs.path)
        #expect(stale.status == 4 && stale.words.contains("isn’t running"))
    }
}
