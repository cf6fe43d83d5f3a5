import Foundation
import HTTPTesting
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@Suite struct FlagProcessTests {
    private func layout(_ stream: LineReader, until wanted: String) async throws -> String? {
        var layout: String?
        while layout != wanted, let message = try await stream.next("editor") { layout = message["layout"] as? String }
        return layout
    }

    @Test("The program checks its flags file while it runs; arguments and environment have priority")
    func edited() async throws {
        let (folder, runs) = (try TemporaryFolder(), try TemporaryFolder())
        try runs.write(FlagFileText(editor: "classic").text, to: "flags.json")
        let program = try await DocumentsProcess(
            folder: folder, runs: runs, options: ["--flag", "Documents/DocumentExport=false"],
            environment: ["FIRESTEEL_FLAG_READINGSPEED": "100"])
        let (tab, stream) = try await program.client.openTab()
        #expect(try await layout(stream, until: "classic") == "classic")
        try runs.write(FlagFileText(export: true, editor: "wide", readingSpeed: 400).text, to: "flags.json")
        #expect(try await layout(stream, until: "wide") == "wide")
        let exported = try await tab.perform("export", ["name": "A.md", "text": "x"])
        #expect(exported.outcome == "unavailable")
        try await tab.switchFeature("premium", on: true)
        let text = String(repeating: "word ", count: 400)
        let measured = try await tab.perform("statistics", ["name": "A.md", "text": text])
        #expect(measured.messages.first?["readingMinutes"] as? Int == 4)
        stream.close()
        program.terminate()
        #expect(try await program.waitForEnd() == 0)
    }

    @Test("A server’s flags have priority over the file, and disable a feature while the program runs")
    func server() async throws {
        let (folder, runs) = (try TemporaryFolder(), try TemporaryFolder())
        try runs.write(FlagFileText(editor: "classic").text, to: "flags.json")
        let flags = Mutex(FlagFileText(editor: "wide").text)
        let server = try TestServer { _ in
            [.response(200, [.contentType: "application/json"], flags.withLock { $0 })]
        }
        let program = try await DocumentsProcess(
            folder: folder, runs: runs, options: ["--remote-flags", server.url("/flags.json").absoluteString])
        let (tab, stream) = try await program.client.openTab()
        #expect(try await layout(stream, until: "wide") == "wide")
        flags.withLock { $0 = FlagFileText(export: false, editor: "classic").text }
        #expect(try await layout(stream, until: "classic") == "classic")
        let exported = try await tab.perform("export", ["name": "A.md", "text": "x"])
        #expect(exported.outcome == "unavailable")
        stream.close()
        program.terminate()
        #expect(try await program.waitForEnd() == 0)
    }

    @Test("The server’s token may be created while the program runs, and pages say where the flags come from")
    func tokenFile() async throws {
        let (folder, runs) = (try TemporaryFolder(), try TemporaryFolder())
        try runs.write(FlagFileText(editor: "classic").text, to: "flags.json")
        let server = try TestServer { _ in
            [.response(200, [.contentType: "application/json"], FlagFileText(editor: "wide").text)]
        }
        let address = server.url("").absoluteString
        let program = try await DocumentsProcess(
            folder: folder, runs: runs, options: ["--server", address, "--server-token-file", runs.path + "/token"])
        let stream = try await program.client.openTab().stream
        let waiting = try await stream.next("flags")
        #expect(waiting?["address"] as? String == address && waiting?["state"] as? String == "notReady")
        try runs.write("fs_server_development_x", to: "token")
        #expect(try await layout(stream, until: "wide") == "wide")
        var origin = waiting
        while origin?["state"] as? String != "ready", let next = try await stream.next("flags") { origin = next }
        #expect(origin?["updated"] != nil && origin?["reason"] == nil)
        stream.close()
        program.terminate()
        #expect(try await program.waitForEnd() == 0)
    }

    @Test("With an invalid flags file the program keeps running, and the log has the location of the error")
    func broken() async throws {
        let (folder, runs) = (try TemporaryFolder(), try TemporaryFolder())
        try runs.write("{\n  \"flags\": [", to: "flags.json")
        let program = try await DocumentsProcess(folder: folder, runs: runs)
        let stream = try await program.client.openTab().stream
        #expect(try await layout(stream, until: "classic") == "classic")
        try runs.write(FlagFileText(editor: "wide").text, to: "flags.json")
        #expect(try await layout(stream, until: "wide") == "wide")
        stream.close()
        program.terminate()
        #expect(try await program.waitForEnd() == 0)
        let log = try runs.text(of: "logs/documents.log")
        #expect(log.contains("flags.json: ") && log.contains("Line 2, column "))
    }
}
