import Firesteel
// guide: ReadingARun
import FiresteelTimeline
// end
import Foundation
import Testing

@Suite("Guide: reading a run")
struct ReadingARunTests {
    @Test("The runs of a folder are listed, opened and read")
    func reading() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID())").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let runtime = try FeatureRuntime(AppFeatures.self, RuntimeConfiguration(storage: .folder(path)))
        await runtime.use { _ = await DocumentManagement.save.perform(Document(name: "Licence.md")) }
        runtime.end()

        // guide: ReadingARun
        let folder = RunFolder(path: path)
        for summary in try folder.runs() {
            switch summary.state {
            case .success(let state): print(summary.id, state.header.program.name, state.end.identifier)
            case .failure(let error): print(summary.id, error)
            }
        }
        // end

        let id = try #require(try folder.runs().first?.id)
        // guide: ReadingARun
        let run = try folder.open(id)
        let counts = run.counts()
        print("\(counts.performs) performs, \(counts.failures) failed, \(counts.inFlight.count) in flight")
        print("\(counts.condition.lost) slots overwritten, \(counts.condition.damaged) damaged")
        // end
        #expect(counts.performs == 1)
        #expect(counts.failures == 1)

        // guide: ReadingARun
        run.forEachPerform { perform in
            let began = Date(timeIntervalSince1970: Double(run.header.microseconds(of: perform.began)) / 1_000_000)
            print(began, perform.action?.name ?? "?", perform.duration.map { "\($0) ns" } ?? "in flight")
            return true
        }
        // end

        let perform = try #require(run.performs().first)
        // guide: ReadingARun
        for field in perform.fields {
            switch field.value {
            case .shown(let value): print(field.label ?? "", value)
            case .hidden: print(field.label ?? "", "hidden")
            }
        }
        for line in run.logLines(of: perform.id, atLeast: .warning) {
            print(line.severity.identifier, line.message)
        }
        // end
        #expect(perform.fields.map(\.label) == [nil, "Size", "Contents"])
        #expect(perform.fields.last?.value == .hidden)
    }
}
