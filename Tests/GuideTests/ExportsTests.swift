import Firesteel
import FiresteelTesting
import FiresteelTimeline
// guide: Exports
import FiresteelWeb
// end
import Foundation
import Testing

@Suite("Guide: exports")
struct ExportsTests {
    @Test("A run is written as text, as a page, and to a file piece by piece")
    func exports() async throws {
        try await withTestRuntime(AppFeatures.self) { test in
            await DocumentManagement.save.perform(Document(name: "Notes.md"))
            await DocumentManagement.save.perform(Document(name: "Licence.md"))
            let run = try #require(test.runtime.timeline?.run)

            // guide: Exports
            print(TimelineTextExport().document(of: run))
            // end

            // guide: Exports
            var failures = TimelineQuery()
            failures.outcomes = [.failure, .failureClosing]
            let page = try TimelineHTMLExport().document(of: run, matching: failures)
            // end
            #expect(page.contains("Licence.md"))
            #expect(!page.contains("Notes.md"))

            let path = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID()).jsonl")
            defer { try? FileManager.default.removeItem(at: path) }
            _ = FileManager.default.createFile(atPath: path.path(), contents: nil)
            // guide: Exports
            let file = try FileHandle(forWritingTo: path)
            try TimelineJSONLinesExport().write(run, matching: nil) { piece in
                try file.write(contentsOf: Data(piece.utf8))
            }
            try file.close()
            // end
            #expect(try String(contentsOf: path, encoding: .utf8).contains("\"Licence.md\""))
        }
    }
}
