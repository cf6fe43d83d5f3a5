import Firesteel
import FiresteelTimeline
import Foundation

/// The newest log lines.
struct LogsSection: ReportSection {
    let identifier = "logs"
    let title = "Logs"

    func content(_ request: ReportRequest) -> ReportContent {
        guard let store = request.runtime.logStore else {
            return ReportContent([.paragraph("No log lines are stored.")])
        }
        let kept = store.lines()
        let lines = kept.lines.compactMap { Self.told($0, request) }
        var facts = [ReportFact("Lines", "\(lines.count)")]
        if kept.first > 0 { facts.append(ReportFact("Older lines that were dropped", "\(kept.first)")) }
        let levels = request.runtime.logging.levels.sorted { $0.key < $1.key }
        facts.append(ReportFact("Level", "\(request.runtime.logging.level)"))
        facts += levels.map { ReportFact("Level of \($0.key)", "\($0.value)") }
        let format = LogFormat.text(.dated)
        return ReportContent(
            [
                .facts(facts),
                ReportPart(
                    form: .lines(lines.count) { sink in
                        for line in lines { try sink(LogFormat.jsonLines.string(line)) }
                    }
                ).onPageOnly,
            ],
            files: [
                ReportFile(lines: "log.jsonl") { sink in
                    for line in lines { try sink(LogFormat.jsonLines.string(line) + "\n") }
                },
                ReportFile(lines: "log.txt") { sink in
                    for line in lines { try sink(format.string(line) + "\n") }
                },
            ])
    }

    /// Returns the line as it is included, or `nil` if it is excluded.
    private static func told(_ line: LogLine, _ request: ReportRequest) -> LogLine? {
        if request.performs != nil {
            guard let perform = line.context?.action?.perform, request.includes(perform: perform) else { return nil }
        }
        var metadata = line.metadata
        for (name, value) in metadata where request.hides(name) && !value.isEmpty { metadata[name] = Redaction.mark }
        return LogLine(
            time: line.time, level: line.level, label: line.label, message: line.message, metadata: metadata,
            context: line.context.map { told($0, request) }, isOutOfFocus: line.isOutOfFocus)
    }

    private static func told(_ context: LogContext, _ request: ReportRequest) -> LogContext {
        guard let action = context.action, action.flags.contains(where: { request.hides($0.key) }) else {
            return context
        }
        let flags = action.flags.map { flag in
            request.hides(flag.key) ? LogContext.Flag(key: flag.key, value: Redaction.mark) : flag
        }
        return LogContext(
            feature: context.feature, featureName: context.featureName,
            action: LogContext.PerformedAction(
                identifier: action.identifier, name: action.name, perform: action.perform, session: action.session,
                sessionName: action.sessionName, stack: action.stack, input: action.input, flags: flags))
    }
}
