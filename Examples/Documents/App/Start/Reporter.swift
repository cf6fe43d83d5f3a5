import Firesteel
import FiresteelInspector
import FiresteelReports
import Foundation

/// Makes the debug reports that the inspector offers.
struct Reporter: InspectorReporter {
    let runtime: FeatureRuntime
    let folder: URL

    func makeReport(
        _ request: InspectorReportRequest, progress: @escaping @Sendable (InspectorReportProgress) -> Void
    ) async throws -> URL {
        // The flags' context is that of the program, and the same for everybody.
        let options = DebugReport.Options(
            userInitiatedOnly: request.userInitiatedOnly, includesCrashedRun: request.includesCrashedRun,
            showsTargetingKey: true)
        let report = DebugReport(runtime, options: options)
        return try await report.write(request.format == .zip ? .zip : .html, to: folder) { done in
            progress(InspectorReportProgress(fraction: done.fraction, step: done.step))
        }.url
    }
}
