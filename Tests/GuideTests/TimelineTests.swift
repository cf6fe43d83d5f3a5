import Firesteel
import FiresteelTesting
// guide: Timeline
import FiresteelTimeline
// end
import Foundation
import Testing

@Suite("Guide: timeline")
struct TimelineTests {
    @Test("A query finds the performs that failed")
    func queries() async throws {
        try await withTestRuntime(AppFeatures.self) { test in
            await DocumentManagement.save.perform(Document(name: "Licence.md"))
            await DocumentManagement.save.perform(Document(name: "Notes.md"))
            let timeline = try #require(test.runtime.timeline)

            // guide: Timeline
            var query = TimelineQuery()
            query.features = ["App/DocumentManagement"]
            query.outcomes = [.failure, .failureClosing]
            query.limit = 50
            let failures = timeline.run.performs(query)
            // end
            #expect(failures.map(\.input) == ["Licence.md, 0 bytes"])
        }
    }

    @Test("The last run is found, with what was in flight")
    func lastRun() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID())").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let configuration = RuntimeConfiguration(storage: .folder(folder))
        let earlier = try FeatureRuntime(AppFeatures.self, configuration)
        await earlier.use { _ = await DocumentManagement.save.perform(Document(name: "Notes.md")) }
        earlier.end()
        let runtime = try FeatureRuntime(AppFeatures.self, configuration)
        defer { runtime.end() }

        // guide: Timeline
        let runs = RunFolder(path: folder)
        for summary in try runs.runs() where summary.id != runtime.timeline?.runIdentifier {
            let run = try runs.open(summary.id)
            print(summary.id, run.end.isCrash ? "crashed" : run.end.identifier)
            for perform in run.inFlight() {
                print("in flight:", perform.action?.name ?? "?", perform.input ?? "")
            }
        }
        // end
        let summaries = try runs.runs()
        #expect(summaries.count == 2)
        let last = try runs.open(try #require(summaries.first { $0.id != runtime.timeline?.runIdentifier }).id)
        #expect(last.end.identifier == "orderly")
        #expect(last.inFlight().isEmpty)
        #expect(last.performs().map(\.input) == ["Notes.md, 0 bytes"])
    }

    @Test("An observer receives performs")
    func observing() async throws {
        let runtime = try TestRuntime(AppFeatures.self).runtime
        // guide: Timeline
        let subscription = runtime.observe { event in
            switch event {
            case .began(let perform): print("began", perform.action?.name ?? "?")
            case .completed(let perform): print("completed", perform.outcome?.identifier ?? "?")
            case .missed(let slots): print("missed up to \(slots) slots")
            }
        }
        // end
        await runtime.use { _ = await DocumentManagement.save.perform(Document(name: "Notes.md")) }
        runtime.end()
        await subscription.finished()
    }

    @Test("A timeline can be followed")
    func following() async throws {
        let runtime = try TestRuntime(AppFeatures.self).runtime
        let timeline = try #require(runtime.timeline)
        await runtime.use { _ = await DocumentManagement.save.perform(Document(name: "Notes.md")) }
        timeline.end()
        // guide: Timeline
        for await batch in timeline.updates(from: .beginning) {
            if batch.lost > 0 { print("at most \(batch.lost) slots were overwritten") }
            for event in batch.events { print(event.kind, event.text) }
        }
        // end
    }

    @Test("An unusable folder is reported")
    func fault() throws {
        let runtime = try FeatureRuntime(AppFeatures.self, RuntimeConfiguration(storage: .folder("/dev/null/runs")))
        // guide: Timeline
        if let error = runtime.timeline?.storageError { print(error) }
        // end
        #expect(runtime.timeline?.storageError != nil)
        #expect(runtime.faults.count == 1)
    }

    @Test("A person's timeline can be erased")
    func erasing() async throws {
        let runtime = try TestRuntime(AppFeatures.self).runtime
        await runtime.use { _ = await DocumentManagement.save.perform(Document(name: "Notes.md")) }
        // guide: Timeline
        try runtime.eraseTimeline()
        // end
        #expect(runtime.timeline?.run.performs().isEmpty == true)
    }

    @Test("Retention and size are chosen with the storage")
    func configuration() {
        // guide: Timeline
        let configuration = RuntimeConfiguration(
            program: ProgramDescription(name: "Documents", version: "1.0"),
            storage: .folder("/var/lib/documents/runs"),
            runSize: 16 << 20,
            retention: Retention(runs: 20, bytes: 512 << 20, age: .seconds(30 * 86_400)),
            recordsSignals: true)
        // end
        #expect(configuration.retention.runs == 20)
    }
}
