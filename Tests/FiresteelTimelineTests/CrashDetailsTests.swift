import Foundation
import TestSupport
import Testing

@testable import FiresteelTimeline

@Suite("The details of a crash beside its run")
struct CrashDetailsTests {
    private let folder: TemporaryFolder
    private let runs: RunFolder
    private let run: Run

    init() throws {
        folder = try TemporaryFolder()
        let child = try Child.run("raise", folder: folder.path, number: Int(SIGSEGV))
        try #require(child.signal == SIGSEGV)
        runs = RunFolder(path: folder.path)
        run = try runs.open(#require(try runs.runs().first).id)
    }

    private func name(_ number: Int) -> String { "crashes/\(run.header.process)-\(number).message" }

    @Test("Files of other processes and times, links, pipes and folders aren't its details, and remain")
    func others() throws {
        #expect(runs.crashDetails(of: run) == nil)
        let other = "crashes/\(run.header.process + 1)-1.message"
        try folder.write("other", to: other)
        try folder.write("old", to: name(2))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -86_400)], ofItemAtPath: folder.file(name(2)).path)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file(name(3)).path, withDestinationPath: folder.file(other).path)
        #expect(mkfifo(folder.file(name(4)).path, 0o600) == 0)
        try FileManager.default.createDirectory(at: folder.file(name(5)), withIntermediateDirectories: false)
        try folder.write("no backtrace", to: "crashes/program-\(run.header.process)-0.0.log")
        #expect(runs.crashDetails(of: run) == nil)
        try runs.remove(run.header.identifier)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("crashes").path)
        #expect(left.count == 5 && !left.contains { $0.hasSuffix(".log") })
    }

    @Test("Bytes that aren't text are replaced, and only the first line of the first 256 KiB is the message")
    func damaged() throws {
        try folder.write([0xFF, 0x41, 0x0A] + [UInt8](repeating: 0x42, count: 1 << 20), to: name(1))
        #expect(runs.crashDetails(of: run)?.message == "\u{FFFD}A")
        try folder.write([UInt8](repeating: 0x42, count: 1 << 20), to: name(1))
        #expect(runs.crashDetails(of: run)?.message?.count == 2_000)
        try folder.write([], to: name(1))
        #expect(runs.crashDetails(of: run) == nil)
    }

    #if canImport(Glibc)
    @Test("Details are recorded in a folder whose parents are missing, and why they aren't in another is an error")
    func folders() throws {
        let path = folder.path + "/not/there/yet"
        let child = try Child.run("details", folder: path)
        #expect(child.lines.first == "D recorded")
        let runs = RunFolder(path: path)
        let run = try runs.open(#require(try runs.runs().first).id)
        #expect(runs.crashDetails(of: run)?.message?.hasSuffix("Fatal error: as asked") == true)

        try folder.write("", to: "file")
        let refused = try Child.run("details", folder: folder.path + "/file/runs")
        let error = "/file/runs/crashes: Not a directory. Use another folder of runs."
        #expect(refused.lines.first?.hasSuffix(error) == true)
    }
    #endif

    @Test("A missing folder has no details, and neither does one among thousands of other files")
    func many() throws {
        #expect(RunFolder(path: folder.path + "/none").crashDetails(of: run) == nil)
        for number in 0..<3_000 { try folder.write("x", to: "crashes/1-\(number).message") }
        #expect(runs.crashDetails(of: run) == nil)
        try folder.write("App/File.swift:1: Fatal error: x", to: name(1))
        #expect(runs.crashDetails(of: run)?.message == "App/File.swift:1: Fatal error: x")
    }
}
