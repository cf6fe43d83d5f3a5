import Firesteel
import FiresteelTesting
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@Suite("Log files")
struct FileLogOutputTests {
    private let folder: TemporaryFolder
    private let day: Int64 = 86_400_000_000
    private let time = LogLine.sampleTime

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The faults that an output reported.
    private final class Faults: Sendable {
        private let kept = Mutex<[LogFileError]>([])
        var all: [LogFileError] { kept.withLock { $0 } }
        @Sendable func add(_ fault: LogFileError) { kept.withLock { $0.append(fault) } }
    }

    // MARK: Writing

    @Test("A line is in the file when the call returns, after what was there before")
    func appends() throws {
        let first = FileLogOutput(folder: folder.path, name: "documents")
        first.write(.numbered(1))
        #expect(try folder.lines("documents.log") == ["2026-11-21T16:56:07.070Z INFO documents.store | Line 1"])
        let second = FileLogOutput(folder: folder.path, name: "documents")
        second.write(.numbered(2))
        first.write(.numbered(3))
        #expect(try folder.lines("documents.log").map { $0.suffix(6) } == ["Line 1", "Line 2", "Line 3"])
    }

    @Test("The folder is made where it isn't there, and only its owner reads the files")
    func makesFolder() throws {
        let output = FileLogOutput(folder: folder.path + "/a/b", name: "x", format: .jsonLines)
        output.write(.numbered(1))
        #expect(output.path == folder.path + "/a/b/x.jsonl")
        #expect(try folder.lines("a/b/x.jsonl").count == 1)
        let permissions = try FileManager.default.attributesOfItem(atPath: output.path)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
    }

    @Test("A name can't lead out of the folder")
    func confined() throws {
        let output = FileLogOutput(folder: folder.path, name: "../../evil")
        output.write(.numbered(1))
        #expect(try folder.names == ["..-..-evil.log"])
    }

    @Test("Lines of many threads don't mix, and aren't lost when files are rotated")
    func concurrent() async throws {
        let output = FileLogOutput(folder: folder.path, rotation: .init(size: 20_000, files: 100))
        let other = FileLogOutput(folder: folder.path, rotation: .init(size: 20_000, files: 100))
        await withTaskGroup { group in
            for task in 0..<4 {
                group.addTask {
                    for number in 0..<250 {
                        (task % 2 == 0 ? output : other).write(.numbered(task * 250 + number))
                    }
                }
            }
        }
        var numbers: Set<Int> = []
        for path in try output.files {
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            for line in lines {
                #expect(line.hasPrefix("2026-11-21T16:56:07.070Z INFO documents.store | Line "))
                numbers.insert(try #require(Int(line.split(separator: " ").last ?? "")))
            }
        }
        #expect(numbers.count == 1_000)
        #expect(try output.files.count > 1)
    }

    @Test("A line that wasn't finished doesn't swallow the next one")
    func torn() throws {
        try Data("2026-11-21T16:56:0".utf8).write(to: URL(filePath: folder.path + "/log.log"))
        FileLogOutput(folder: folder.path).write(.numbered(1))
        #expect(
            try folder.lines("log.log") == [
                "2026-11-21T16:56:0", "2026-11-21T16:56:07.070Z INFO documents.store | Line 1",
            ])
    }

    // MARK: Turning over

    @Test("A file that would grow beyond its size is renamed after the moment, and no line is lost")
    func bySize() throws {
        let output = FileLogOutput(folder: folder.path, rotation: .init(size: 1_024, files: 100))
        for number in 0..<60 { output.write(.numbered(number, at: time + Int64(number) * 1_000)) }
        let names = try folder.names
        #expect(names.first == "log-20261121T165607.088Z.log")
        #expect(names.last == "log.log")
        let lines = try names.flatMap { try folder.lines($0) }
        #expect(lines.map { $0.split(separator: " ").last } == (0..<60).map { "\($0)" })
    }

    @Test("Files rotated in the same millisecond have different names")
    func sameMoment() throws {
        let output = FileLogOutput(folder: folder.path, rotation: .init(size: 1_024, files: 100))
        for number in 0..<100 { output.write(.numbered(number)) }
        let lines = try folder.names.flatMap { try folder.lines($0) }
        #expect(lines.count == 100)
        #expect(try folder.names.first == "log-20261121T165607.070Z.log")
    }

    @Test("A line that is longer than a file has one to itself")
    func longLine() throws {
        let output = FileLogOutput(folder: folder.path, rotation: .init(size: 1_024, files: 100))
        output.write(.numbered(1))
        output.write(.sample(message: String(repeating: "x", count: 5_000)))
        output.write(.numbered(2))
        #expect(try folder.names.count == 3)
    }

    @Test("A file has the lines of one day, from midnight UTC")
    func byAge() throws {
        let output = FileLogOutput(folder: folder.path)
        let midnight: Int64 = 1_795_305_600_000_000
        output.write(.numbered(1, at: midnight - day))
        output.write(.numbered(2, at: midnight - 1))
        output.write(.numbered(3, at: midnight))
        output.write(.numbered(4, at: midnight - 1))
        #expect(try folder.names == ["log-20261122T000000.000Z.log", "log.log"])
        #expect(try folder.lines("log-20261122T000000.000Z.log").count == 2)
        #expect(try folder.lines("log.log").count == 2)
    }

    @Test("Yesterday's file is rotated at the start")
    func byAgeAcrossRuns() throws {
        FileLogOutput(folder: folder.path).write(.numbered(1))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(time / 1_000_000))],
            ofItemAtPath: folder.path + "/log.log")
        FileLogOutput(folder: folder.path).write(.numbered(2, at: time + day))
        #expect(try folder.names == ["log-20261122T165607.070Z.log", "log.log"])
    }

    @Test("The oldest files are removed, and only the output's own")
    func bounded() throws {
        let strangers = ["log-notes.log", "log-20261121T165607.067Z.txt", "logs-20261121T165607.067Z.log", "zebra.log"]
        for name in strangers { try Data("mine".utf8).write(to: URL(filePath: folder.path + "/" + name)) }
        let output = FileLogOutput(folder: folder.path, rotation: .init(period: .seconds(1), files: 2))
        for second in 0..<5 { output.write(.numbered(second, at: time + Int64(second) * 1_000_000)) }
        #expect(try folder.names == (strangers + ["log-20261121T165611.070Z.log", "log.log"]).sorted())
        #expect(try output.files.map { $0.split(separator: "/").last } == ["log-20261121T165611.070Z.log", "log.log"])
    }

    // MARK: When things go wrong

    @Test("A removed or renamed file is created again within a second")
    func removed() throws {
        let output = FileLogOutput(folder: folder.path)
        output.write(.numbered(1))
        try FileManager.default.removeItem(atPath: output.path)
        output.write(.numbered(2, at: time + 1_000_000))
        #expect(try folder.lines("log.log").map { $0.suffix(6) } == ["Line 2"])
        try FileManager.default.moveItem(atPath: output.path, toPath: folder.path + "/taken")
        output.write(.numbered(3, at: time + 2_000_000))
        #expect(try folder.lines("log.log").map { $0.suffix(6) } == ["Line 3"])
        try FileManager.default.removeItem(atPath: folder.path)
        output.write(.numbered(4, at: time + 3_000_000))
        #expect(try folder.lines("log.log").map { $0.suffix(6) } == ["Line 4"])
    }

    @Test("A clock that is set back doesn't stop the output's checks")
    func clockSetBack() throws {
        let output = FileLogOutput(folder: folder.path)
        output.write(.numbered(1))
        try FileManager.default.removeItem(atPath: output.path)
        output.write(.numbered(2, at: time - day))
        #expect(try folder.lines("log.log").count == 1)
    }

    @Test("A folder that can't be created is reported once, and lines are written as soon as it can")
    func noFolder() throws {
        let faults = Faults()
        let blocked = folder.path + "/blocked"
        try Data().write(to: URL(filePath: blocked))
        let output = FileLogOutput(folder: blocked + "/logs", onError: faults.add)
        output.write(.numbered(1))
        output.write(.numbered(2))
        output.write(.numbered(3, at: time + 5_000_000))
        #expect(faults.all == [.cannotMakeFolder(path: blocked + "/logs/", code: ENOTDIR)])
        #expect(faults.all.first?.description.contains("Not a directory") == true)
        try FileManager.default.removeItem(atPath: blocked)
        output.write(.numbered(4, at: time + 6_000_000))
        #expect(
            try folder.lines("blocked/logs/log.log") == [
                "2026-11-21T16:56:13.070Z WARNING firesteel.log | 3 lines are missing here: Not a directory",
                "2026-11-21T16:56:13.070Z INFO documents.store | Line 4",
            ])
        #expect(faults.all.count == 1)
    }

    #if os(Linux)
    @Test("A file without permission is reported")
    func noPermission() throws {
        let faults = Faults()
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
        let output = FileLogOutput(folder: folder.path, onError: faults.add)
        try withoutPrivileges(owning: folder.path) { output.write(.numbered(1)) }
        #expect(faults.all == [.cannotOpen(path: output.path, code: EACCES)])
    }
    #endif

    @Test("Anything else than a file at the path is reported, and blocks nothing")
    func notAFile() throws {
        let faults = Faults()
        try FileManager.default.createDirectory(atPath: folder.path + "/log.log", withIntermediateDirectories: false)
        let output = FileLogOutput(folder: folder.path, onError: faults.add)
        output.write(.numbered(1))
        #expect(faults.all == [.cannotOpen(path: output.path, code: EISDIR)])
    }

    @Test(
        "A full disk is reported once, however many lines are lost",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func diskFull() throws {
        let faults = Faults()
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/log.log", withDestinationPath: "/dev/full")
        let output = FileLogOutput(folder: folder.path, onError: faults.add)
        for number in 0..<10 { output.write(.numbered(number)) }
        #expect(faults.all == [.cannotWrite(path: output.path, code: ENOSPC)])

        try FileManager.default.removeItem(atPath: output.path)
        output.write(.numbered(10, at: time + 1_000_000))
        #expect(
            try folder.lines("log.log").first
                == "2026-11-21T16:56:08.070Z WARNING firesteel.log | 10 lines are missing here: No space left on device"
        )

        try FileManager.default.removeItem(atPath: output.path)
        try FileManager.default.createSymbolicLink(atPath: output.path, withDestinationPath: "/dev/full")
        output.write(.numbered(11, at: time + 2_000_000))
        #expect(faults.all.count == 2, "It was written in between, so that this is another outage.")
    }

    #if os(Linux)
    @Test("A folder that can't be listed is reported once, and lines are written nevertheless")
    func noListing() throws {
        let faults = Faults()
        try FileManager.default.setAttributes([.posixPermissions: 0o300], ofItemAtPath: folder.path)
        let output = FileLogOutput(
            folder: folder.path, rotation: .init(period: .seconds(1), files: 1), onError: faults.add)
        let fault = LogFileError.cannotList(path: folder.path + "/", code: EACCES)
        try withoutPrivileges(owning: folder.path) {
            for second in 0..<3 { output.write(.numbered(second, at: time + Int64(second) * 1_000_000)) }
        }
        #expect(faults.all == [fault])
        #expect(try folder.lines("log.log").map { $0.suffix(6) } == ["Line 2"])
        _ = try withoutPrivileges { #expect(throws: fault) { try output.erase() } }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
        #expect(try folder.names == ["log-20261121T165608.070Z.log", "log-20261121T165609.070Z.log"])
    }
    #endif

    @Test("A fault is reported to the runtime in effect, never by logging, and the handler may log")
    func reportedToRuntime() async throws {
        let blocked = folder.path + "/blocked"
        try Data().write(to: URL(filePath: blocked))
        let output = FileLogOutput(folder: blocked)
        let log = RecordingLogOutput()
        try await withTestRuntime(SampleApp.self, { $0.logger = log.logger }) { test in
            let logger = Logger(label: "any") { FiresteelLogHandler(label: $0, outputs: [output]) }
            logger.info("one")
            logger.info("two")
            let fault = LogFileError.cannotMakeFolder(path: blocked + "/", code: ENOTDIR)
            #expect(test.runtime.faults == [.log(fault.description)])
            #expect(log.messages.isEmpty)
        }

        let holder = Mutex<FileLogOutput?>(nil)
        let logging = FileLogOutput(folder: blocked, name: "b") { _ in
            holder.withLock { $0 }?.write(.sample(message: "a fault"))
        }
        holder.withLock { $0 = logging }
        logging.write(.numbered(1))
        holder.withLock { $0 = nil }
    }
}
