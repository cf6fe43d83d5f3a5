import ArgumentParser
import DocumentsCore
import FiresteelFlagAuthoring
import FiresteelFlags
import Foundation
import TestSupport
import Testing

@testable import Documents

@Suite struct CommandLineTests {
    @Test("By default the build configuration decides on the inspector, the crash menu is on, and ports are selected")
    func defaults() throws {
        let command = try DocumentsCommand.parse([])
        #expect(command.folder == nil && command.port == nil && command.inspectorPort == nil)
        #expect(command.inspector == nil && command.crashMenu)
    }

    @Test(
        "Invalid arguments are rejected",
        arguments: [
            ["--port", "8080", "--inspector-port", "8080"], ["--port", "70000"], ["--import-pause", "-1"],
            ["--flag", "editor"], ["--nonsense"], ["--remote-flags", "flags.json"],
            ["--remote-flags", "ftp://example.com/a"], ["--server", "http://example.com"],
            ["--server-token", "fs_server_x"], ["--server", "flags", "--server-token", "fs_server_x"],
            ["--server", "http://example.com", "--server-token", "fs_server_x", "--server-token-file", "token"],
        ])
    func refused(arguments: [String]) {
        #expect(throws: (any Error).self) { try DocumentsCommand.parse(arguments) }
    }

    @Test("The help contains every option")
    func help() {
        let help = DocumentsCommand.helpMessage()
        for option in [
            "--folder", "--port", "--inspector-port", "--no-inspector", "--runs", "--import-pause", "--no-crash-menu",
            "--flags", "--flag", "--remote-flags", "--server", "--server-token", "--server-token-file",
            "--report-token-file", "--rehearse", "--rehearse-crash",
        ] {
            #expect(help.contains(option))
        }
    }

    @Test("The printed flags have the names of their features and the declared defaults")
    func declaredFlags() throws {
        let flags = try FlagsCommand.declared()
        #expect(flags.flags.keys.sorted() == ["Documents/DocumentExport", "editor", "fast-save", "readingSpeed"])
        // Half of the people have Fast Save.
        #expect(flags.targetings["fast-save"]?.otherwise == .split([.init("on", 50), .init("off", 50)]))
        let export = try #require(flags.flags["Documents/DocumentExport"])
        #expect(export.name == "Document Export" && export.description?.hasPrefix("Export a document") == true)
        #expect(flags.targetings["Documents/DocumentExport"]?.isOn == true)
        _ = try flags.compiled()
    }

    @Test("A token file is read again for each request, and only a token of the kind server is accepted")
    func tokenFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/token"
        #expect(throws: CommandError.self) { try ServerToken.read(path) }
        for (text, token) in [
            ("fs_server_a\n", "fs_server_a"), ("fs_client_a", nil), ("", nil), ("fs_server_a b", nil),
        ] {
            try folder.write(text, to: "token")
            #expect((try? ServerToken.read(path)) == token)
        }
    }

    @Test("A requested port is the only one tried; otherwise the next free one is used and printed")
    func ports() async throws {
        let taken: (UInt16) async throws -> UInt16 = { port in
            if port < 8083 { throw ServerError.portTaken }
            return port
        }
        await #expect(throws: CommandError.self) { _ = try await PortChoice(asked: 8080, first: 8080).start(taken) }
        let next = try await PortChoice(asked: nil, first: 8080).start(taken)
        #expect(next.result == 8083)
        #expect(next.remark == "Port 8080 is in use. Using 8083.")
        #expect(try await PortChoice(asked: nil, first: 8080, avoiding: 8083).start(taken).result == 8084)
        #expect(try await PortChoice(asked: nil, first: 9000).start(taken).remark == nil)
    }

    @Test("A port in use is distinguished from other errors")
    func portTaken() async throws {
        try await withApp { first in
            let port = first.client.port
            await #expect(throws: ServerError.portTaken) {
                try await withApp {
                    $0.port = port
                } _: { _ in
                }
            }
        }
    }

    @Test("If the folder of runs can’t be created, the program continues with its run in memory")
    func unwritableRuns() async throws {
        let (folder, runs) = (try TemporaryFolder(), try TemporaryFolder())
        try folder.write("# Plan", to: "Plan.md")
        try runs.write("a file", to: "file")
        let program = try await DocumentsProcess(
            folder: folder, runs: runs, options: ["--runs", runs.path + "/file/runs"], inspector: true)
        #expect(try await program.client.get("/").status == 200)
        #expect(try await program.inspector?.get("/timeline").status == 200)
        #expect(program.isRunning)
        program.terminate()
        #expect(try await program.waitForEnd() == 0)
        #expect(try runs.names == ["file"])
    }

    @Test("The samples are valid documents, and the logbook can be imported")
    func samples() async throws {
        let samples = try #require(WorkingPaths.samples).path
        let store = try DocumentStore(at: samples + "/Documents")
        let list = try await store.list()
        #expect(list.count >= 8)
        for document in list { #expect(try await store.read(document.name).text.hasPrefix("# ")) }

        let folder = try TemporaryFolder()
        let end = try await DocumentStore(at: folder.path).importDocuments(from: samples + "/Logbook") { _ in }
        #expect(end.imported == 60 && end.skipped.isEmpty)
    }
}
