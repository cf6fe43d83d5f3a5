import FiresteelTesting
import FiresteelTimeline
import Foundation
import Logging
import TestSupport
import Testing

@testable import Firesteel

@Suite("An error that the timeline tolerates is recorded once as a fault")
struct TimelineStorageErrorTests {
    @Test("Names that find no room are reported once, however many there are")
    func refusedNames() throws {
        let runtime = try FeatureRuntime(
            SampleApp.self, RuntimeConfiguration(runSize: 256 << 10, logger: RecordingLogOutput().logger))
        let timeline = try #require(runtime.timeline)
        var opened = 0
        while timeline.refusedNames == 0, opened < 10_000 {
            #expect(runtime.faults.isEmpty)
            _ = runtime.session("session \(opened) " + String(repeating: "x", count: 200))
            opened += 1
        }
        let first = runtime.faults
        #expect(first.count == 1)
        #expect(first.first?.description.contains("no room for more names") == true)
        _ = runtime.session("another " + String(repeating: "y", count: 200))
        #expect(timeline.refusedNames > 1 && runtime.faults == first)
    }

    @Test("Recording signals without a file is reported")
    func signalsInMemory() throws {
        let runtime = try FeatureRuntime(SampleApp.self, RuntimeConfiguration(recordsSignals: true))
        #expect(runtime.faults.map(\.description).map { $0.prefix(34) } == ["Can't record the signal that ends "])
    }

    @Test("A label without room is reported as well, by its line")
    func refusedLabels() throws {
        let log = RecordingLogOutput()
        let runtime = try FeatureRuntime(
            SampleApp.self, RuntimeConfiguration(runSize: 256 << 10, logger: log.logger))
        let timeline = try #require(runtime.timeline)
        runtime.use {
            for number in 0..<1_000 where timeline.refusedNames == 0 {
                log.logger("label \(number) " + String(repeating: "x", count: 200)).warning("Here")
            }
        }
        #expect(timeline.refusedNames > 0)
        #expect(runtime.faults.count == 1)
    }

    @Test("If runs can't be stored, the runtime continues in memory, and reports it once, in its faults and its log")
    func unusableFolder() async throws {
        let folder = try TemporaryFolder()
        // A file stands where the folder would be.
        let file = folder.path + "/file"
        try Data().write(to: URL(filePath: file))
        let log = RecordingLogOutput()
        let runtime = try FeatureRuntime(
            SampleApp.self, RuntimeConfiguration(storage: .folder(file + "/runs"), logger: log.logger))
        let events = try #require(runtime.timeline).run
        await runtime.use {
            for _ in 0..<100 { await Editing.run.perform { _ in .success } }
        }
        #expect(runtime.faults.count == 1)
        #expect(runtime.faults.first?.description.contains(file + "/runs") == true)
        #expect(log.frameworkLines.count { $0.level >= .warning } == 1)
        #expect(events.events().filter { $0.kind == .completion }.count == 100)
        guard case .memoryFallback = runtime.timeline?.recording else {
            Issue.record("It doesn't say that it records in memory.")
            return
        }
    }

    @Test("A folder of runs that is deleted while the program runs is reported, once")
    func deleted() throws {
        let folder = try TemporaryFolder()
        let runtime = try FeatureRuntime(
            SampleApp.self,
            RuntimeConfiguration(storage: .folder(folder.path), logger: RecordingLogOutput().logger))
        runtime.dispatcher.reportDeletedRun()
        #expect(runtime.faults.isEmpty)
        try FileManager.default.removeItem(at: folder.url)
        runtime.dispatcher.reportDeletedRun()
        runtime.dispatcher.reportDeletedRun()
        #expect(runtime.faults.count == 1)
        #expect(runtime.faults.first?.description.contains(folder.path) == true)
    }

    @Test("A file that is named like a run and can't be opened is reported, with its path, and the runtime continues")
    func unopened() throws {
        let folder = try TemporaryFolder()
        let names = ["20260101T000000.000Z-1-00aa.run", "20260102T000000.000Z-1-00aa.run"]
        for name in names {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/" + name, withDestinationPath: "/dev/null")
        }
        let runtime = try FeatureRuntime(
            SampleApp.self,
            RuntimeConfiguration(
                storage: .folder(folder.path), retention: Retention(runs: 1), logger: RecordingLogOutput().logger))
        #expect(runtime.faults.count == 1)
        let words = try #require(runtime.faults.first?.description)
        #expect(words.contains(folder.path + "/" + names[1]) && words.hasSuffix("The same applies to 1 more."))
        #expect(try folder.names.count == 3)
    }
}
