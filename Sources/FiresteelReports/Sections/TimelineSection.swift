import Firesteel
import FiresteelTimeline

/// The timeline of this run.
struct TimelineSection: ReportSection {
    let identifier = "timeline"
    let title = "Timeline"

    func content(_ request: ReportRequest) -> ReportContent {
        guard let timeline = request.runtime.timeline else {
            return ReportContent([.paragraph("Nothing is recorded: the program has no timeline.")])
        }
        let run = timeline.run
        let files = TimelineFiles(run: run, performs: request.performs)
        let counts = run.counts()
        var facts = [ReportFact("Recorded", Self.text(timeline.recording))]
        if request.performs == nil {
            facts += [
                ReportFact("Performs", "\(counts.performs)"), ReportFact("Failed", "\(counts.failures)"),
                ReportFact("In flight", "\(counts.inFlight.count)"),
                ReportFact("Overwritten slots", "\(counts.condition.lost)"),
                ReportFact("Unfinished slots", "\(counts.condition.torn)"),
                ReportFact("Damaged slots", "\(counts.condition.damaged)"),
            ]
        } else {
            facts.append(ReportFact("Performs of user-initiated actions", "\(request.performs?.count ?? 0)"))
        }
        return ReportContent([.facts(facts), files.part], files: files.files)
    }

    private static func text(_ recording: Recording) -> String {
        switch recording {
        // The path may identify the user.
        case .file: "in a file"
        case .memory: "in memory"
        case .memoryFallback(let fault): "in memory, because the file failed: \(fault)"
        }
    }
}
