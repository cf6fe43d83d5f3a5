import Firesteel
// guide: TheInspector
import FiresteelInspector
// end
import FiresteelTesting
import Foundation
import Testing

@Suite("Guide: the inspector")
struct TheInspectorTests {
    @Test("An inspector starts, returns its address and stops")
    func start() async throws {
        let runtime = try TestRuntime(AppFeatures.self).runtime
        // guide: TheInspector
        let inspector = try await Inspector.start(runtime)
        print("Inspector: \(inspector.url)")
        // end
        #expect(inspector.url.host() == "127.0.0.1")
        #expect(inspector.url.fragment()?.hasPrefix("token=") == true)
        // guide: TheInspector
        await inspector.stop()
        // end
    }

    @Test("Port and release builds are chosen with the configuration")
    func configuration() {
        // guide: TheInspector
        let configuration = InspectorConfiguration(port: 8081, allowsReleaseBuilds: true)
        // end
        #expect(configuration.isEnabled)
    }

    @Test("The token is stored for the next start")
    func tokenFile() {
        let folder = URL(filePath: "/tmp", directoryHint: .isDirectory)
        // guide: TheInspector
        let remembered = InspectorConfiguration(port: 8081, tokenFile: folder.appending(path: "inspector.token"))
        // end
        #expect(remembered.tokenFile?.path() == "/tmp/inspector.token")
    }

    @Test("The program lends presenters and reports")
    func lending() {
        let router = NoPresentation()
        let reporter = NoReports()
        // guide: TheInspector
        var lending = InspectorConfiguration()
        lending.presentationRouter = router
        lending.reporter = reporter
        // end
        #expect(lending.presentationRouter is NoPresentation && lending.reporter is NoReports)
    }

    struct NoReports: InspectorReporter {
        func makeReport(
            _ request: InspectorReportRequest, progress: @escaping @Sendable (InspectorReportProgress) -> Void
        ) async throws -> URL {
            throw CancellationError()
        }
    }
}
