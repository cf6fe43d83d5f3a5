import FiresteelBase
import FiresteelTimeline
import Foundation

/// Formats events for a terminal, one line each.
struct EventPrinter {
    private let export = TimelineTextExport()
    let style: TextStyle

    /// Returns an event as a line of the text export, with errors highlighted.
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

    /// Returns the lines that describe a run.
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

    /// The line above performs with an unknown outcome.
    static let unknownHead = "Outcome unknown, because the completion was overwritten or is damaged:"

    /// Returns a line for a perform in flight, with its input and its duration.
    func flight(_ perform: PerformRecord, until time: UInt64) -> String {
        let input = perform.input.map { " with input \"\(PlainText.line($0))\"" } ?? ""
        let lasted = DurationText.of(nanoseconds: perform.lasted(until: time))
        return "\(style.bold(PlainText.line(perform.identity)))\(input), for \(lasted)"
    }
}

extension PerformRecord {
    /// The known parts of `App/Documents/#Save`.
    var identity: String {
        switch (feature?.path, action?.identifier) {
        case (let path?, let action?): "\(path)/#\(action)"
        case (let path?, nil): path
        case (nil, let action?): "#\(action)"
        case (nil, nil): "-"
        }
    }
}
