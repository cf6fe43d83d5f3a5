import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@Suite("Secrets stay secret", .timeLimit(.minutes(5))) struct PlantedSecretTests {
    /// The folders of one program: everything that it can write to.
    private let folder: TemporaryFolder
    private let runs: TemporaryFolder
    private let temporary: TemporaryFolder
    private let secrets = (0..<100).map { _ in
        String((0..<16).map { _ in "ABCDEFGHJKLMNPQRSTUVWXYZ23456789".randomElement() ?? "A" })
    }

    init() throws { (folder, runs, temporary) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder()) }

    private func start() async throws -> DocumentsProcess {
        let console = runs.file("console.txt")
        if !FileManager.default.fileExists(atPath: console.path) { try runs.write("", to: "console.txt") }
        let errors = try FileHandle(forWritingTo: console)
        try errors.seekToEnd()
        // No server listens there, so that messages remain queued as they would be sent.
        try runs.write("fs_ingest_development_x", to: "report-token")
        let server = [
            "--server", "http://127.0.0.1:1", "--server-token", "fs_server_development_x",
            "--report-token-file", runs.file("report-token").path,
        ]
        return try await DocumentsProcess(
            folder: folder, runs: runs, options: server, environment: ["TMPDIR": temporary.path], inspector: true,
            errors: errors)
    }

    @Test("100 planted secrets are in no file, message to a server, report or export, after a kill and a restart")
    func planted() async throws {
        let program = try await start()
        // The most recent tab presents the actions that the inspector performs.
        let (tab, stream) = try await program.client.openTab()
        try await tab.switchFeature("reports", on: true)
        // What happens from the consent on is counted.
        try await eventually { runs.has("insight/consent.json") }
        try await plant(in: program, tab)
        let before = try await makeReports(of: program, crashed: false)
        _ = try? await tab.perform("crash", ["how": "SIGKILL"])
        #expect(try await program.waitForEnd() < 0)
        stream.close()
        let killed = try #require(try RunFolder(path: runs.path).runs().first)
        let after = try await start()
        let crashed = try await makeReports(of: after, crashed: true)
        let exports = try await export(killed.path)
        // What the killed run left.
        try await eventually { queuedMessages(of: killed.id, "crash").count == 1 }
        after.terminate()
        #expect(try await after.waitForEnd() == 0)
        let messages = try await showMessages()
        let counts = ["segment", "end"].flatMap { queuedMessages(of: killed.id, $0) }
        for names in [counts, queuedMessages(of: killed.id, "crash")] {
            #expect(names.contains { messages[$0]?.contains("RedeemCode") == true }, "\(names)")
        }

        // They arrived, and are recorded as hidden.
        var hidden = 0
        try Run(path: killed.path).forEachPerform { perform in
            let isHidden = perform.fields == [InputField(label: "Code", value: .hidden)]
            if perform.action?.identifier == "RedeemCode", isHidden { hidden += 1 }
            return true
        }
        #expect(hidden == 80)
        let files = try readFiles()
        let console = files[runs.file("console.txt").path] ?? ""
        let lines = console.split(separator: "\n").filter { $0.contains("Redeeming a gift code") }
        #expect(lines.count == 80 && lines.allSatisfy { $0.contains("hidden") })
        let readable = [before, crashed, exports].flatMap { $0 }
        #expect(readable.count == 8 && readable.allSatisfy { $0.value.contains("Redeem") })

        for (place, text) in readable + messages.map({ $0 }) + files.map({ $0 }) {
            let found = secrets.indices.filter { text.contains(secrets[$0]) || text.contains(secrets[$0].lowercased()) }
            #expect(found.isEmpty, "\(place) has the secrets \(found)")
        }
    }

    /// Sends each secret by one of the program's interfaces, as valid and invalid codes.
    private func plant(in program: DocumentsProcess, _ tab: TestTab) async throws {
        let inspector = try #require(program.inspector)
        // Few at a time, because both servers limit the connections.
        for first in stride(from: 0, to: secrets.count, by: 20) {
            try await withThrowingTaskGroup { group in
                for index in first..<first + 20 {
                    group.addTask { try await plant(secrets[index], index % 5, in: tab, inspector) }
                }
                try await group.waitForAll()
            }
        }
    }

    private func plant(_ secret: String, _ kind: Int, in tab: TestTab, _ inspector: TestClient) async throws {
        switch kind {
        case 0, 1: #expect(try await tab.perform("redeem", ["code": secret]).outcome == "success")
        case 2: #expect(try await tab.perform("redeem", ["code": secret + "!"]).outcome == "failure")
        case 3:
            let outcome = try await outcome(of: #"{"code": "\#(secret)"}"#, by: inspector)
            #expect(outcome == "success")
        default:
            // A form with other values than the input's type has.
            let outcome = try await outcome(of: #"{"code": ["\#(secret)"], "\#(secret)": 1}"#, by: inspector)
            #expect(outcome == "refused")
        }
    }

    /// Performs the action with the inspector, and returns its outcome.
    private func outcome(of input: String, by inspector: TestClient) async throws -> String? {
        let body = ["action": "Documents/Preferences/#RedeemCode", "input": input]
        return try await inspect("POST", "/api/actions/perform", body, by: inspector).json()["outcome"] as? String
    }

    private func inspect(
        _ method: String, _ path: String, _ body: (any Encodable)? = nil, by client: TestClient
    ) async throws -> TestClient.Answer {
        let text = try body.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        return try await client.send(
            method, path, headers: ["Authorization": "Bearer \(client.token ?? "")"], body: text)
    }

    /// Creates reports with the inspector, and returns their contents by format; a ZIP is unpacked.
    private func makeReports(of program: DocumentsProcess, crashed: Bool) async throws -> [String: String] {
        struct Request: Encodable { let format: String, userInitiatedOnly = false, crashedRun: Bool }
        let inspector = try #require(program.inspector)
        var reports: [String: String] = [:]
        for format in ["html", "zip"] {
            let request = Request(format: format, crashedRun: crashed)
            var state = try await inspect("POST", "/api/reports", request, by: inspector).json()
            let id = try #require(state["id"] as? String)
            while state["state"] as? String == "working" {
                await Task.yield()
                state = try await inspect("GET", "/api/reports/\(id)", by: inspector).json()
            }
            #expect(state["state"] as? String == "ready")
            // The download would remove the file.
            let name = try #require(state["name"] as? String)
            let file = runs.file("reports/\(name)").path
            if format == "html" {
                reports["report.html \(crashed)"] = try String(contentsOfFile: file, encoding: .utf8)
            } else {
                reports["report.zip \(crashed)"] = try await output(
                    of: URL(fileURLWithPath: "/usr/bin/env"), ["unzip", "-p", file])
            }
        }
        return reports
    }

    /// Exports a run with the command line, and returns the exports by format.
    private func export(_ run: String) async throws -> [String: String] {
        var exports: [String: String] = [:]
        for format in ["text", "jsonl", "otlp", "html"] {
            exports[format] = try await output(
                of: DocumentsProcess.executable("firesteel"), ["export", run, "--format", format])
        }
        return exports
    }

    /// Returns the names of the messages of a run and kind that wait to be sent.
    private func queuedMessages(of run: String, _ kind: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: runs.file("insight/queue").path)) ?? []
        return names.filter { $0.contains("_\(run)_\(kind)_") }
    }

    /// Shows the messages that wait to be sent with the command line, and returns the texts by name, with the list.
    private func showMessages() async throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: runs.file("insight/queue").path)
        #expect(!names.isEmpty)
        let program = try DocumentsProcess.executable("firesteel")
        let folder = ["--folder", runs.path]
        var shown = ["report show": try await output(of: program, ["report", "show"] + folder)]
        for name in names {
            shown[name] = try await output(of: program, ["report", "show", name] + folder)
            // Byte for byte.
            shown["\(name), sent"] = try await output(of: program, ["report", "show", name, "--json"] + folder)
        }
        return shown
    }

    private func output(of program: URL, _ arguments: [String]) async throws -> String {
        let (status, text) = try await withOwnThread {
            let process = Process()
            process.executableURL = program
            process.arguments = arguments
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: data, as: UTF8.self))
        }
        #expect(status == 0, "\(arguments)")
        return text
    }

    /// Returns the contents of all files that the program wrote, by path.
    private func readFiles() throws -> [String: String] {
        var files: [String: String] = [:]
        for root in [folder, runs, temporary] {
            for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
                let file = root.path + "/" + path
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue else {
                    continue
                }
                files[file] = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
            }
        }
        return files
    }
}
