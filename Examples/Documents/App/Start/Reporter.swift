import Firesteel
import FiresteelInspector
import FiresteelReports
import Foundation

/// Creates debug reports for the inspector.
struct Reporter: InspectorReporter {
    let runtime: FeatureRuntime
    let folder: URL

    func makeReport(
        _ request: InspectorReportRequest, progress: @escaping @Sendable (InspectorReportProgress) -> Void
    ) async throws -> URL {
        // The targeting key is the program's, not a user's.
        let options = DebugReport.Options(
            userInitiatedOnly: request.userInitiatedOnly, includesCrashedRun: request.includesCrashedRun,
            showsTargetingKey: true)
        let report = DebugReport(runtime, options: options)
        return try await report.write(request.format == .zip ? .zip : .html, to: folder) { done in
            progress(InspectorReportProgress(fraction: done.fraction, step: done.step))
        }.url
    }
}
