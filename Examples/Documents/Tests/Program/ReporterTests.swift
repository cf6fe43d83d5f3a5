import DocumentsCore
import Firesteel
import FiresteelInspector
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Documents

@Suite("Debug reports of Documents") struct ReporterTests {
    private let kept: TemporaryFolder
    private var folder: URL { URL(fileURLWithPath: kept.path + "/reports") }

    init() throws { kept = try TemporaryFolder() }

    /// Performs one action initiated by the user and one that isn't.
    private func openBoth(_ fixture: FeatureFixture) async throws {
        for (name, isAsked) in [("Asked.md", true), ("Unasked.md", false)] {
            try fixture.folder.write("# Words of the person", to: name)
            _ = await DocumentManagement.open.perform(
                fixture.reference(name), presenter: RecordingPagePresenter(), options: .userInitiated(isAsked))
        }
    }

    private func page(_ fixture: FeatureFixture, userInitiatedOnly: Bool = false, includesCrashedRun: Bool = false)
        async throws -> String
    {
        let request = InspectorReportRequest(
            format: .html, userInitiatedOnly: userInitiatedOnly, includesCrashedRun: includesCrashedRun)
        let file = try await Reporter(runtime: fixture.runtime, folder: folder).makeReport(request) { _ in }
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test(
        "A report is one file in the requested format, and reports its progress until it is complete",
        arguments: InspectorReportFormat.allCases)
    func format(format: InspectorReportFormat) async throws {
        try await withFeatures { fixture in
            let reported = Mutex<[Double]>([])
            let reporter = Reporter(runtime: fixture.runtime, folder: folder)
            #expect(reporter.formats.contains(format))
            let file = try await reporter.makeReport(InspectorReportRequest(format: format)) { progress in
                reported.withLock { $0.append(progress.fraction) }
            }
            #expect(file.pathExtension == format.rawValue)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [file.lastPathComponent])
            let start = try Data(contentsOf: file).prefix(2)
            #expect(start == Data(format == .zip ? "PK".utf8 : "<!".utf8))
            let fractions = reported.withLock { $0 }
            #expect(fractions == fractions.sorted() && fractions.count > 1 && fractions.last == 1)
        }
    }

    @Test("A report contains performed actions and no written text")
    func contents() async throws {
        try await withFeatures { fixture in
            try await openBoth(fixture)
            let page = try await page(fixture)
            #expect(page.contains("Asked.md") && page.contains("Unasked.md"))
            #expect(!page.contains("Words of the person"))
        }
    }

    @Test("A report has the requested options: only actions initiated by the user, the crashed run")
    func options() async throws {
        try await withFeatures { fixture in
            try await openBoth(fixture)
            let asked = try await page(fixture, userInitiatedOnly: true)
            #expect(asked.contains("Asked.md") && !asked.contains("Unasked.md"))
            let words = "The last run that crashed"
            #expect(try await page(fixture, includesCrashedRun: true).contains(words))
            #expect(!asked.contains(words))
        }
    }

    @Test("A folder that can't be written is an error, and no report is created")
    func noFolder() async throws {
        try await withFeatures { fixture in
            try kept.write("a file", to: "reports")
            await #expect(throws: (any Error).self) { _ = try await page(fixture) }
            #expect(try kept.text(of: "reports") == "a file")
        }
    }
}
