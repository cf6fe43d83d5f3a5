import Foundation
import TestSupport
import Testing

@testable import FiresteelTimeline

@Suite("A folder of runs")
struct RunFolderTests {
    /// Records runs one after the other, a day apart, and ends them.
    private func record(_ count: Int, in folder: TemporaryFolder, retention: Retention = Retention()) -> [String] {
        let clock = ManualTimelineClock()
        return (0..<count).map { _ in
            clock.advance(by: .seconds(86_400))
            let recorder = Recorder(.folder(folder.path), retention: retention, clock: clock)
            recorder.perform()
            return recorder.timeline.runIdentifier
        }
    }

    @Test("Runs are listed, the newest first, with their heads and ends")
    func list() throws {
        let folder = try TemporaryFolder()
        let identifiers = record(3, in: folder)
        let runs = try RunFolder(path: folder.path).runs()
        #expect(runs.map(\.id) == identifiers.reversed())
        for run in runs {
            let state = try run.state.get()
            #expect(state.header.identifier == run.id && state.header.started / 1_000 == run.started / 1_000)
            #expect(state.end.identifier == "orderly")
            #expect(run.bytes == 256 << 10)
        }
    }

    @Test("No more runs are retained than configured")
    func count() throws {
        let folder = try TemporaryFolder()
        let identifiers = record(5, in: folder, retention: Retention(runs: 2))
        #expect(try RunFolder(path: folder.path).runs().map(\.id) == identifiers.suffix(2).reversed())
    }

    @Test("No more bytes are retained than configured")
    func size() throws {
        let folder = try TemporaryFolder()
        let identifiers = record(5, in: folder, retention: Retention(bytes: 3 * (256 << 10) + 1))
        #expect(try RunFolder(path: folder.path).runs().map(\.id) == identifiers.suffix(3).reversed())
    }

    @Test("No run is retained longer than configured")
    func age() throws {
        let folder = try TemporaryFolder()
        let identifiers = record(5, in: folder, retention: Retention(age: .seconds(86_400 + 3_600)))
        #expect(try RunFolder(path: folder.path).runs().map(\.id) == identifiers.suffix(2).reversed())
    }

    /// Records a run, and returns its identifier.
    private func record(_ folder: TemporaryFolder, _ clock: ManualTimelineClock) -> String {
        let recorder = Recorder(.folder(folder.path), clock: clock)
        recorder.perform()
        return recorder.timeline.runIdentifier
    }

    /// Makes a run one of another start of the machine.
    private func restart(_ run: String, _ number: UInt8, in folder: TemporaryFolder) throws {
        var bytes = try folder.bytes(of: run + ".run")
        bytes[HeaderField.boot] ^= number
        FileDamage.seal(&bytes)
        try folder.write(bytes, to: run + ".run")
    }

    @Test("A clock that was set ahead removes no run of this start of the machine for its age")
    func clockAhead() throws {
        let folder = try TemporaryFolder()
        let clock = ManualTimelineClock()
        let first = record(folder, clock)
        clock.setWall(1_900_000_000_000_000_000)
        let second = record(folder, clock)
        let runs = RunFolder(path: folder.path)
        #expect(try runs.runs().map(\.id) == [second, first])
        // Of this start of the machine, the monotonic clock knows the age.
        let third = record(folder, clock)
        #expect(try runs.runs().map(\.id).sorted() == [first, second, third].sorted())
        clock.advance(by: .seconds(15 * 86_400))
        let fourth = record(folder, clock)
        #expect(try runs.runs().map(\.id) == [fourth])
    }

    @Test("A run of an earlier start of the machine is removed for its age once another start confirms the clock")
    func longBreak() throws {
        let folder = try TemporaryFolder()
        let clock = ManualTimelineClock()
        let first = record(folder, clock)
        try restart(first, 1, in: folder)
        clock.setWall(1_900_000_000_000_000_000)
        let second = record(folder, clock)
        let third = record(folder, clock)
        let runs = RunFolder(path: folder.path)
        // However many runs have the same clock.
        #expect(try runs.runs().map(\.id).sorted() == [first, second, third].sorted())
        try restart(second, 2, in: folder)
        let fourth = record(folder, clock)
        #expect(try runs.runs().map(\.id).sorted() == [second, third, fourth].sorted())
    }

    @Test("A run of an earlier start of the machine is older than this start")
    func longStart() throws {
        let folder = try TemporaryFolder()
        let clock = ManualTimelineClock()
        let first = record(folder, clock)
        try restart(first, 1, in: folder)
        clock.advance(by: .seconds(15 * 86_400))
        let second = record(folder, clock)
        #expect(try RunFolder(path: folder.path).runs().map(\.id) == [second])
    }

    @Test(
        "A machine that has run for long removes no new run of another one, of an unknown start or that it can't read")
    func longStartOthers() throws {
        let folder = try TemporaryFolder()
        let clock = ManualTimelineClock()
        clock.advance(by: .seconds(100 * 86_400))
        let names = (0..<3).map { _ in record(folder, clock) }
        try restart(names[0], 1, in: folder)
        var bytes = try folder.bytes(of: names[1] + ".run")
        for index in 0..<16 { bytes[HeaderField.boot + index] = 0 }
        FileDamage.seal(&bytes)
        try folder.write(bytes, to: names[1] + ".run")
        bytes = try folder.bytes(of: names[2] + ".run")
        bytes[HeaderField.startWall] ^= 1
        try folder.write(bytes, to: names[2] + ".run")
        clock.advance(by: .seconds(60))
        let last = record(folder, clock)
        #expect(try Set(folder.names) == Set((names + [last]).map { $0 + ".run" }))
    }

    @Test("A run knows that its file was deleted during recording")
    func deletedFile() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path))
        #expect(!recorder.timeline.isFileDeleted && !Recorder().timeline.isFileDeleted)
        try FileManager.default.removeItem(at: folder.url)
        #expect(recorder.timeline.isFileDeleted)
        recorder.perform()
        #expect(recorder.timeline.run.performs().count == 1)
    }

    @Test(
        "An age beyond the representable range keeps all runs",
        arguments: [.seconds(Int64.max), .seconds(10_000_000_000_000), .seconds(9_223_372_036_854)] as [Duration])
    func unlimitedAge(age: Duration) throws {
        let folder = try TemporaryFolder()
        let identifiers = record(3, in: folder, retention: Retention(age: age))
        let runs = RunFolder(path: folder.path)
        // A time before which this age can't be counted back, too.
        #expect(try runs.prune(Retention(age: age), now: .min).isEmpty)
        #expect(try runs.runs().map(\.id) == identifiers.reversed())
    }

    @Test("A file that is named like a run and can't be opened is reported, and doesn't affect the retention")
    func cannotBeOpened() throws {
        let folder = try TemporaryFolder()
        let identifiers = record(3, in: folder)
        let name = "20270101T000000.000Z-1-00aa.run"
        // Links are not followed.
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/" + name, withDestinationPath: "/dev/null")
        let later = ManualTimelineClock(wallNanoseconds: 1_780_000_000_000_000_000)
        let recorder = Recorder(.folder(folder.path), retention: Retention(runs: 1), clock: later)
        #expect(recorder.timeline.retention == .success(identifiers.reversed()))
        let unopened = try #require(recorder.timeline.unopenedRuns.first)
        #expect(recorder.timeline.unopenedRuns.count == 1)
        #expect(unopened.path == folder.path + "/" + name)
        #expect(unopened.state == .failure(.system(path: folder.path + "/" + name, code: ELOOP)))
        #expect(try folder.names == [recorder.timeline.runIdentifier + ".run", name].sorted())
    }

    @Test("A run that can't be removed is reported", .enabled(if: geteuid() != 0 || StorageTests.mounts))
    func cannotBeRemoved() throws {
        let folder = try TemporaryFolder()
        let identifiers = record(3, in: folder)
        try folder.protect()
        let child = try Child.run("prune", folder: folder.path, asStranger: true)
        // The first of those that exceed it.
        #expect(child.lines.last == "E \(folder.path)/\(identifiers[1]).run: Permission denied.")
        #expect(try folder.names == identifiers.map { $0 + ".run" }.sorted())
    }

    @Test("A run that is being recorded is neither removed nor pruned")
    func running() throws {
        let folder = try TemporaryFolder()
        let running = Recorder(.folder(folder.path))
        let later = record(3, in: folder, retention: Retention(runs: 1))
        let runs = RunFolder(path: folder.path)
        #expect(try runs.runs().map(\.id) == [later.last, running.timeline.runIdentifier])
        #expect(throws: RunError.running(running.timeline.runIdentifier)) {
            try runs.remove(running.timeline.runIdentifier)
        }
        try runs.remove(#require(later.last))
        #expect(try runs.runs().map(\.id) == [running.timeline.runIdentifier])
    }

    @Test("Other files are unchanged, and can't be opened")
    func strangers() throws {
        let folder = try TemporaryFolder()
        let names = ["notes.txt", "x.run", "20260101T000000.000Z-1-zzzz.run", "20260101T000000.000Z-1-ABCD.run"]
        for name in names { try folder.write([1], to: name) }
        _ = record(3, in: folder, retention: Retention(runs: 1, bytes: 0, age: .zero))
        let runs = RunFolder(path: folder.path)
        try runs.prune(Retention(runs: 1, bytes: 0, age: .zero), now: .max)
        #expect(try folder.names == names.sorted())
        #expect(throws: RunError.notFound("../etc/passwd")) { try runs.open("../etc/passwd") }
        #expect(throws: RunError.notFound("x")) { try runs.remove("x") }
    }

    @Test("A run that can't be read is listed with the reason, and removed like the others")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        let identifier = try #require(record(1, in: folder).first)
        var bytes = try folder.bytes(of: identifier + ".run")
        bytes[HeaderField.version] = 9
        FileDamage.seal(&bytes)
        try folder.write(bytes, to: "20270101T000000.000Z-1-00aa.run")
        try folder.write([], to: "20270101T000000.000Z-2-00aa.run")
        let runs = RunFolder(path: folder.path)
        let states = try runs.runs().map(\.state)
        #expect(states.count == 3)
        #expect(states[0] == .failure(.notARun))
        #expect(states[1] == .failure(.newerFormat(version: 9)))
        #expect(RunError.newerFormat(version: 9).description.contains("format 9"))
        try runs.remove("20270101T000000.000Z-1-00aa")
        #expect(try runs.runs().count == 2)
    }

    @Test("A path with a NUL is refused, and nothing is created at its beginning")
    func nul() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/runs\0/x"
        let recorder = Recorder(.folder(path))
        #expect(recorder.timeline.storageError == .cannotMakeFolder(path: path, code: EINVAL))
        #expect(try folder.names.isEmpty)
        #expect(throws: RunError.system(path: path, code: EINVAL)) { try RunFolder(path: path).runs() }
        #expect(throws: RunError.system(path: path, code: EINVAL)) { try Run(path: path) }
    }

    @Test("The file of a run and the folders created for it are their owner's alone")
    func permissions() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path + "/a/runs"))
        func mode(_ path: String) throws -> Int? {
            (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
        }
        #expect(try mode(recorder.path) == 0o600)
        #expect(try mode(folder.path + "/a") == 0o700)
        #expect(try mode(folder.path + "/a/runs") == 0o700)
    }

    @Test("A folder that isn't there has no runs")
    func missing() throws {
        #expect(try RunFolder(path: "/nowhere/at/all").runs().isEmpty)
    }

    @Test("Only identifiers of runs can be read")
    func identifiers() throws {
        let identifier = RunIdentifier(started: 1_795_252_032_311_004, process: 4711, number: 0x9f3c)
        #expect(identifier.text == "20261121T090712.311Z-4711-9f3c")
        #expect(RunIdentifier(text: identifier.text) == identifier)
        for text in [
            "", "20261121T092712.311Z-4711", "20261321T092712.311Z-4711-9f3c", "20261121T092712.311Z-+1-9f3c",
            "20261121T092712.311Z-4711-9f3c-1", "20261121T092712,311Z-4711-9f3c", "2026112١T092712.311Z-4711-9f3c",
        ] {
            #expect(RunIdentifier(text: text) == nil)
        }
    }
}
