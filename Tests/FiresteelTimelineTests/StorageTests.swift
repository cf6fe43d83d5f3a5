import Foundation
import TestSupport
import Testing

@testable import FiresteelTimeline

@Suite("Without a file, recording continues in memory")
struct StorageTests {
    /// Whether the tests that need a file system, or users, of their own are run.
    ///
    /// They are where this process may make them, and in continuous integration, where they fail otherwise: a test that
    /// is skipped everywhere guards nothing.
    static let mounts: Bool = {
        #if os(Linux)
        if ProcessInfo.processInfo.environment["CI"] == "true" { return true }
        #endif
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "unshare -rm mount -t tmpfs tmpfs /mnt"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    @Test("On a full disk", .enabled(if: mounts))
    func diskFull() throws {
        let folder = try TemporaryFolder()
        let child = try Child.run("fault", folder: folder.path, mount: "size=256k")
        #expect(child.status == 0 && child.signal == nil)
        #expect(child.lines.contains { $0.hasPrefix("F The disk is full: there is no room for the 8388608 bytes of") })
        #expect(child.lines.contains("P 100"))
    }

    @Test("On a file system that is read-only", .enabled(if: mounts))
    func readOnly() throws {
        let folder = try TemporaryFolder()
        let child = try Child.run("fault", folder: folder.path, mount: "ro")
        #expect(
            child.lines.contains {
                $0.hasPrefix("F Can't create timeline file") && $0.contains("Read-only file system")
            })
        #expect(child.lines.contains("P 100"))
    }

    @Test("In a folder that may not be written to", .enabled(if: geteuid() != 0 || mounts))
    func notAllowed() throws {
        let folder = try TemporaryFolder()
        try folder.protect()
        let child = try Child.run("fault", folder: folder.path, asStranger: true)
        #expect(child.status == 0 && child.signal == nil)
        #expect(
            child.lines.contains { $0.hasPrefix("F Can't create timeline file") && $0.contains("Permission denied") })
        #expect(child.lines.contains("P 100"))
        #expect(try folder.names.isEmpty)
    }

    @Test("Where files may not become that large, and no signal ends the process")
    func limitedFiles() throws {
        let folder = try TemporaryFolder()
        let child = try Child.run("limited", folder: folder.path)
        #expect(child.status == 0 && child.signal == nil)
        #expect(child.lines.contains { $0.hasPrefix("F The disk is full") })
        #expect(child.lines.contains("P 100"))
        #expect(try folder.names.isEmpty)
    }

    @Test("Where the folder can't be made")
    func noFolder() throws {
        let folder = try TemporaryFolder()
        try folder.write([1, 2, 3], to: "file")
        let recorder = Recorder(.folder(folder.path + "/file/runs"))
        recorder.perform("in memory")
        #expect(recorder.timeline.storageError != nil)
        #expect(recorder.timeline.storageError?.description.contains("Not a directory") == true)
        #expect(recorder.timeline.run.performs().map(\.input) == ["in memory"])
        recorder.timeline.end()
        #expect(try folder.bytes(of: "file") == [1, 2, 3])
    }

    @Test("A folder that isn't there is made, for its owner alone")
    func madeFolder() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path + "/a/b"))
        #expect(recorder.timeline.storageError == nil)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/a/b")
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        let file = try FileManager.default.attributesOfItem(atPath: recorder.path)
        #expect((file[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test("Two processes with one folder have a run each")
    func twoProcesses() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path))
        recorder.perform("here")
        _ = try Child.run("end", folder: folder.path)
        recorder.perform("here again")
        let runs = try RunFolder(path: folder.path).runs()
        #expect(runs.count == 2)
        let other = try #require(runs.first { $0.id != recorder.timeline.runIdentifier })
        #expect(try RunFolder(path: folder.path).open(other.id).performs().map(\.input) == ["0-0"])
        #expect(recorder.timeline.run.performs().map(\.input) == ["here again", "here"])
    }

    @Test("A run whose end isn't watched, because too many are open, reports it and is recorded")
    func tooManyRuns() throws {
        let folder = try TemporaryFolder()
        var recorders = (0..<65).map { _ in Recorder(.folder(folder.path), runSize: 16 << 10) }
        // Tests beside this one may have runs open as well.
        let unwatched = try #require(recorders.first { !$0.timeline.isWatched })
        unwatched.perform("all the same")
        #expect(unwatched.timeline.storageError == nil)
        #expect(try Run(path: unwatched.path).performs().map(\.input) == ["all the same"])
        recorders.removeAll()
        #expect(Recorder(.folder(folder.path)).timeline.isWatched)
        #expect(!Recorder().timeline.isWatched)
    }

    @Test("A forked child writes nothing to disk, and its parent continues")
    func fork() throws {
        let folder = try TemporaryFolder()
        let child = try Child.run("fork", folder: folder.path)
        #expect(child.lines.last == "S 0")
        let name = try #require(folder.names.first)
        #expect(try folder.names.count == 1)
        #expect(try folder.bytes(of: name).firstRange(of: Array("forked".utf8)) == nil)
        let run = try Run(path: folder.path + "/" + name)
        #expect(run.performs().map(\.outcome) == [.success, .success])
        #expect(run.end.identifier == "orderly")
    }

    @Test("Setting the clock back moves no event")
    func clockSetBack() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path))
        let start = recorder.timeline.microseconds(of: recorder.timeline.now)
        recorder.perform("first")
        recorder.clock.setWall(0)
        recorder.clock.advance(by: .seconds(1))
        recorder.perform("second")
        let run = try Run(path: recorder.path)
        let performs = run.performs()
        #expect(performs.map(\.input) == ["second", "first"])
        #expect(run.header.microseconds(of: performs[1].began) == start + 1)
        #expect(run.header.microseconds(of: performs[0].began) == start + 1_000_003)
        #expect(recorder.timeline.date(of: performs[1].began).timeIntervalSince1970 == Double(start + 1) / 1e6)
    }
}
