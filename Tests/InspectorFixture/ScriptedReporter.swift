import FiresteelInspector
import Foundation
import Synchronization

/// Creates reports of a few bytes.
///
/// They wait and fail on command.
final class ScriptedReporter: InspectorReporter {
    private let folder: URL
    private let command = Mutex(ReportCommand())

    init(folder: URL) {
        self.folder = folder
    }

    func makeReport(
        _ request: InspectorReportRequest, progress: @escaping @Sendable (InspectorReportProgress) -> Void
    ) async throws -> URL {
        progress(InspectorReportProgress(fraction: 0.5, step: "Logs"))
        while command.withLock({ $0.waits == true }) { try await Task.sleep(for: .milliseconds(20)) }
        if let error = command.withLock({ $0.error }) { throw ScriptedError(description: error) }
        let suffix = request.format == .zip ? "zip" : "html"
        let file = folder.appendingPathComponent("Documents-report.\(suffix)")
        try Data("made up text".utf8).write(to: file)
        return file
    }

    func apply(_ command: ReportCommand) { self.command.withLock { $0 = command } }
}

/// Whether reports wait, and their error.
struct ReportCommand: Decodable {
    var waits: Bool?
    var error: String?
}
