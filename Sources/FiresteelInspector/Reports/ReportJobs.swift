import Foundation

/// The current report, being created or ready for download: one at a time.
actor ReportJobs {
    private struct Job {
        var data: PageData.ReportJob
        var task: Task<Void, Never>?
        var file: URL?
    }

    let reporter: (any InspectorReporter)?
    private var job: Job?

    init(_ reporter: (any InspectorReporter)?) {
        self.reporter = reporter
    }

    /// Starts a report.
    ///
    /// The previous one is cancelled.
    func begin(_ request: InspectorReportRequest, with reporter: any InspectorReporter) -> PageData.ReportJob {
        cancel()
        let id = UUID().uuidString.lowercased()
        let data = PageData.ReportJob(id: id, state: "working", fraction: 0, step: "Starting")
        job = Job(data: data)
        // Retained until the report is complete: one that is no longer needed is removed.
        job?.task = Task {
            do {
                let file = try await reporter.makeReport(request) { progress in
                    Task { [weak self] in await self?.record(progress, of: id) }
                }
                finish(file, of: id)
            } catch {
                fail(error, of: id)
            }
        }
        return data
    }

    /// Returns the state of a report, or `nil` if it isn't the current one.
    func find(_ id: String) -> PageData.ReportJob? { job?.data.id == id ? job?.data : nil }

    /// Returns the file of a report that is ready.
    func file(of id: String) -> URL? { job?.data.id == id ? job?.file : nil }

    /// Cancels a report, and removes its file.
    ///
    /// - Returns: Whether it was the current one.
    func remove(_ id: String) -> Bool {
        guard job?.data.id == id else { return false }
        cancel()
        return true
    }

    /// Cancels the current report.
    func cancel() {
        job?.task?.cancel()
        if let file = job?.file { Self.remove(file) }
        job = nil
    }

    private func record(_ progress: InspectorReportProgress, of id: String) {
        guard job?.data.id == id, job?.data.state == "working" else { return }
        // Late progress may report an earlier step.
        let fraction = progress.fraction.isFinite ? min(1, max(0, progress.fraction)) : 0
        guard fraction >= job?.data.fraction ?? 0 else { return }
        job?.data.fraction = fraction
        job?.data.step = progress.step
    }

    private func finish(_ file: URL, of id: String) {
        // The report is no longer needed.
        guard job?.data.id == id else { return Self.remove(file) }
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            job?.data.bytes = (attributes[.size] as? NSNumber)?.intValue
            job?.data.name = file.lastPathComponent
            job?.data.state = "ready"
            job?.data.fraction = 1
            job?.data.step = nil
            job?.file = file
        } catch {
            fail(error, of: id)
        }
    }

    private func fail(_ error: any Error, of id: String) {
        guard job?.data.id == id else { return }
        job?.data.state = "failed"
        job?.data.step = nil
        job?.data.problem = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }

    /// Removes a file.
    ///
    /// If that fails it remains in the reporter's folder.
    private static func remove(_ file: URL) { try? FileManager.default.removeItem(at: file) }
}
