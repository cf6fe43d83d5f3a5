import Foundation
import TestSupport
import Testing

@testable import FiresteelTimeline

@Suite("Seeds of the fuzz target")
struct FuzzSeedTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fuzz/Seeds/JournalFuzz").path

    @Test("Every seed is rejected or read")
    func seeds() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        #expect(names.count >= 3)
        let folder = try TemporaryFolder()
        var readable = 0
        for name in names {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Self.folder + "/" + name)))
            try folder.write(Array(bytes.dropLast()), to: "seed")
            guard let run = try? Run(path: folder.path + "/seed") else { continue }
            readable += 1
            #expect(run.events().count <= run.layout.slotCount)
            #expect(TimelineJSONLinesExport().document(of: run).hasSuffix("}\n"))
        }
        #expect(readable >= 3)
    }

    @Test(
        "Seeds are written to the given folder",
        .enabled(if: ProcessInfo.processInfo.environment["FIRESTEEL_SEEDS"] != nil))
    func write() throws {
        let target = try #require(ProcessInfo.processInfo.environment["FIRESTEEL_SEEDS"])
        for (name, performs) in [("empty", 0), ("short", 6), ("laps", 300)] {
            let folder = try TemporaryFolder()
            let recorder = Recorder(.folder(folder.path), runSize: 16 << 10, inFlightCapacity: 16)
            recorder.timeline.sessionOpened(
                SessionFields(time: recorder.timeline.now, session: 1, sessionName: recorder.session))
            if performs > 0 { recorder.begin("import of a folder") }
            for index in 0..<performs {
                recorder.perform("Q4 plan.md" + String(repeating: "-", count: index % 200), .failure, error: "full")
                recorder.log("40 KB left\u{1E}volume\u{1F}/data\u{1E}", .warning)
            }
            if name == "short" { recorder.timeline.end() }
            let run = try folder.bytes(of: recorder.timeline.runIdentifier + ".run")
            // The repaired checksums, and before them the damaged pages.
            let endings: [String: [UInt8]] =
                name == "laps" ? ["laps": [7], "zeroed": [14, 15], "swapped": [10, 14, 23]] : [name: [7]]
            for (name, ending) in endings {
                try Data(run + ending).write(to: URL(fileURLWithPath: target + "/" + name))
            }
        }
    }
}
