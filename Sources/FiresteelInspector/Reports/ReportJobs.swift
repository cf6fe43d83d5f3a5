import FiresteelWeb
import Foundation

/// The report that is being made, or waits for its download: one at a time.
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

    /// Begins a report.
    ///
    /// The one before is given up.
    func begin(_ request: InspectorReportRequest, with reporter: any InspectorReporter) -> PageData.ReportJob {
        giveUp()
        let id = UUID().uuidString.lowercased()
        let data = PageData.ReportJob(id: id, state: "working", fraction: 0, step: "Starting")
        job = Job(data: data)
        // Held until the report is there: one that nobody waits for any more is removed.
        job?.task = Task {
            do {
                let file = try await reporter.makeReport(request) { progress in
                    Task { [weak self] in await self?.note(progress, of: id) }
                }
                finish(file, of: id)
            } catch {
                fail(error, of: id)
            }
        }
        return data
    }

    /// How a report is, nil where it is no longer the one.
    func find(_ id: String) -> PageData.ReportJob? { job?.data.id == id ? job?.data : nil }

    /// The file of a report that is ready.
    func file(of id: String) -> URL? { job?.data.id == id ? job?.file : nil }

    /// Gives a report up, and removes its file.
    ///
    /// - Returns: Whether it was the one.
    func remove(_ id: String) -> Bool {
        guard job?.data.id == id else { return false }
        giveUp()
        return true
    }

    /// Gives up whatever there is.
    func giveUp() {
        job?.task?.cancel()
        if let file = job?.file { Self.remove(file) }
        job = nil
    }

    private func note(_ progress: InspectorReportProgress, of id: String) {
        guard job?.data.id == id, job?.data.state == "working" else { return }
        // What comes late says less than what came before.
        let fraction = progress.fraction.isFinite ? min(1, max(0, progress.fraction)) : 0
        guard fraction >= job?.data.fraction ?? 0 else { return }
        job?.data.fraction = fraction
        job?.data.step = progress.step
    }

    private func finish(_ file: URL, of id: String) {
        // Nobody waits for it any more.
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

    /// A file that can't be removed is the system's to clean up: it stands among the reporter's own.
    private static func remove(_ file: URL) { try? FileManager.default.removeItem(at: file) }
}
