import Firesteel
// guide: DebugReports
import FiresteelReports
// end
import FiresteelTesting
import Foundation
import TestSupport
import Testing

// guide: DebugReports
struct SyncSection: ReportSection {
    let identifier = "sync"
    let title = "Synchronization"

    func content(_ request: ReportRequest) async throws -> ReportContent {
        ReportContent(
            [.facts([ReportFact("Waiting", "3 changes")])],
            files: [ReportFile("queue.txt", "rename\ndelete\nsave\n")])
    }
}
// end

@Suite("Guide: debug reports")
struct DebugReportsGuideTests {
    @Test("A report is written, with sections of the program's own, and cleaned")
    func reports() async throws {
        let runtime = try makeBank().runtime
        let place = try TemporaryFolder()
        let folder = place.url
        let licence = "licence-of-somebody"
        // guide: DebugReports
        let report = DebugReport(runtime)
        let written = try await report.write(.zip, to: folder)
        print("Send this file: \(written.url.path)")
        // end
        // guide: DebugReports
        let options = DebugReport.Options(
            userInitiatedOnly: true, includesCrashedRun: true, maximumBytes: 10 << 20, secrets: [licence])
        // end
        // guide: DebugReports
        let whole = DebugReport(runtime, options: options, adding: [SyncSection()])
        // end
        let page = try await whole.write(.html, to: folder)
        #expect(try String(contentsOf: page.url, encoding: .utf8).contains("3 changes"))
        // guide: DebugReports
        try DebugReport.removeOld(in: folder, olderThan: 7 * 86_400, keeping: 5)
        // end
        #expect(try place.names.count == 2)
    }
}
