import Firesteel
import FiresteelTimeline
import Foundation

/// The last run that ended abnormally.
struct CrashedRunSection: ReportSection {
    let identifier = "crashed-run"
    let title = "The last run that crashed"

    func content(_ request: ReportRequest) throws -> ReportContent {
        guard case .file? = request.runtime.timeline?.recording else {
            return ReportContent([.paragraph("There are no earlier runs: the timeline is kept in memory.")])
        }
        guard let run = try request.runtime.crashedRun() else {
            return ReportContent([.paragraph("No available run has crashed.")])
        }
        let files = TimelineFiles(
            run: run, performs: request.userInitiatedOnly ? run.userInitiated() : nil,
            crash: request.runtime.runFolder?.crashDetails(of: run))
        let counts = run.counts()
        let flying = counts.inFlight.filter { files.performs?.contains($0.id) ?? true }.map { perform in
            [perform.feature?.path, perform.action.map { "#\($0.identifier)" }].compactMap { $0 }.joined(separator: "/")
        }
        let damage = RunGaps(run, counts.condition).lines
        let facts = [
            ReportFact("Run", run.header.identifier), ReportFact("End", run.end.description),
            ReportFact("Version", "\(run.header.program.version) \(run.header.program.build)"),
            ReportFact("Started", Date(microseconds: run.header.started).formatted(.iso8601)),
            ReportFact("Damage", damage.isEmpty ? "none" : damage.joined(separator: " ")),
            ReportFact("In flight", flying.isEmpty ? "nothing" : flying.joined(separator: ", ")),
        ]
        return ReportContent([.facts(facts), files.part], files: files.files)
    }
}

extension FeatureRuntime {
    /// The folder of the runs, or `nil` if the timeline is in memory.
    var runFolder: RunFolder? {
        guard let timeline, case .file(let path) = timeline.recording else { return nil }
        return RunFolder(path: URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    /// Returns the last run of this runtime's folder that ended abnormally.
    func crashedRun() throws(RunError) -> Run? {
        guard let timeline, let folder = runFolder else { return nil }
        let crashed = try folder.runs().first { summary in
            guard summary.id != timeline.runIdentifier, case .success(let state) = summary.state else { return false }
            return state.end.isCrash
        }
        return try crashed.map { summary throws(RunError) in try folder.open(summary.id) }
    }
}
