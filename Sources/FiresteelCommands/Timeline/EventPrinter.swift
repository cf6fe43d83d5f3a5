import FiresteelBase
import FiresteelTimeline
import Foundation

/// Writes events as people read them on a terminal, a line each.
struct EventPrinter {
    private let export = TimelineTextExport()
    let style: TextStyle

    /// An event as a line: those of the text export, with what went wrong standing out.
    func line(_ event: TimelineEvent, _ header: RunHeader, _ names: NameIndex) -> String {
        let line = export.line(event, header, names)
        guard style.isOn, let bar = line.range(of: " | ") else { return line }
        let words = style.mark(String(line[bar.upperBound...]), mark(of: event))
        return style.dim(String(line[..<bar.lowerBound])) + " | " + words
    }

    private func mark(of event: TimelineEvent) -> TextStyle.Mark {
        if let outcome = event.outcome {
            if outcome.isFailure { return .red }
            return outcome == .cancelled ? .yellow : .plain
        }
        if let severity = event.severity {
            if severity >= .error { return .red }
            return severity == .warning ? .yellow : .plain
        }
        switch event.kind {
        case .note: return .yellow
        case .begin, .sessionOpened, .sessionClosed, .stackOpened, .stackClosed: return .dim
        default: return .plain
        }
    }

    /// What a run is, in the lines above its events.
    func head(_ header: RunHeader, _ end: RunEnd) -> [String] {
        let program = [header.program.name, header.program.version].filter { !$0.isEmpty }.joined(separator: " ")
        let build = header.program.build.isEmpty ? "" : " (\(header.program.build))"
        let ending = end.isCrash ? style.red(end.description) : end.description
        return [
            style.bold(PlainText.line(program + build)),
            PlainText.line("Run \(header.identifier), process \(header.process), \(header.host)"),
            "Started \(CivilTime(microseconds: header.started).rfc3339). \(ending)",
        ]
    }

    /// A perform in flight: what it is, its input and for how long.
    func flight(_ perform: PerformRecord, until time: UInt64) -> String {
        let input = perform.input.map { " with input \"\(PlainText.line($0))\"" } ?? ""
        let lasted = DurationText.of(nanoseconds: perform.lasted(until: time))
        return "\(style.bold(PlainText.line(perform.identity)))\(input), for \(lasted)"
    }

    /// What a reader has to know of what is missing.
    static func gaps(_ condition: RingCondition) -> [String] {
        var lines: [String] = []
        if condition.lost > 0 { lines.append("\(condition.lost) slots of earlier events were overwritten.") }
        if condition.torn > 0 { lines.append("\(condition.torn) slots were damaged or not finished.") }
        return lines
    }
}

extension PerformRecord {
    /// `App/Documents/#Save`, as far as it is known.
    var identity: String {
        switch (feature?.path, action?.identifier) {
        case (let path?, let action?): "\(path)/#\(action)"
        case (let path?, nil): path
        case (nil, let action?): "#\(action)"
        case (nil, nil): "-"
        }
    }
}
