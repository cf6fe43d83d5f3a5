import FiresteelTimeline
import Logging

/// Writes a line of the log for people, as ``LogFormat`` describes it.
struct TextLine {
    var time: LogFormat.Time
    /// How far the time of day is ahead of UTC, in seconds.
    ///
    /// `nil`: as far as it is here.
    var offset: Int?
    /// Whether level, time and details are coloured, with the sequences of ECMA-48.
    var isColored = false

    func write(_ line: LogLine, to bytes: inout [UInt8]) {
        color(.faint, &bytes) { writeTime(of: line, &$0) }
        bytes.append(.space)
        color(.level(line.level), &bytes) { $0.append(line.level.word) }
        bytes.append(.space)
        writeSubject(of: line, &bytes)
        bytes.append(" | ")
        bytes.append(visible: line.message)
        if !line.metadata.isEmpty { writeMetadata(of: line, &bytes) }
        writeDetails(of: line, &bytes)
        bytes.append(.newline)
    }

    private func writeTime(of line: LogLine, _ bytes: inout [UInt8]) {
        switch time {
        case .ofDay:
            let offset = offset ?? LocalTime.secondsAheadOfUTC(at: line.time)
            CivilTime(microseconds: line.time + Int64(offset) * 1_000_000).write(.timeOfDay, to: &bytes)
        case .dated:
            CivilTime(microseconds: line.time).write(.milliseconds, to: &bytes)
        }
    }

    private func writeSubject(of line: LogLine, _ bytes: inout [UInt8]) {
        guard let context = line.context else {
            bytes.append(visible: line.label)
            return
        }
        bytes.append(visible: context.feature.text)
        if let action = context.action {
            bytes.append("/#")
            bytes.append(visible: action.identifier)
        }
    }

    private func writeMetadata(of line: LogLine, _ bytes: inout [UInt8]) {
        for (key, value) in line.metadata.sorted(by: { $0.key < $1.key }) {
            bytes.append(.space)
            bytes.append(visible: key)
            bytes.append(UInt8(ascii: "="))
            if value.isEmpty || value.utf8.contains(where: { $0 == .space || $0 == .quote || $0 == UInt8(ascii: "=") })
            {
                bytes.append(quoted: value)
            } else {
                bytes.append(visible: value)
            }
        }
    }

    private func writeDetails(of line: LogLine, _ bytes: inout [UInt8]) {
        guard let context = line.context else { return }
        let label = line.label == context.feature.text ? nil : line.label
        guard context.action != nil || label != nil else { return }
        bytes.append(.space)
        color(.faint, &bytes) { bytes in
            bytes.append("[")
            if let action = context.action {
                bytes.append("session ")
                bytes.append(decimal: UInt64(action.session))
                bytes.append(.space)
                bytes.append(quoted: action.sessionName)
                if action.stack != 0 {
                    bytes.append(", stack ")
                    bytes.append(decimal: UInt64(action.stack))
                }
                if let input = action.input, !Self.ends(line.message, quoting: input) {
                    bytes.append(", input ")
                    bytes.append(quoted: input)
                }
            }
            if let label {
                bytes.append(context.action == nil ? "label " : ", label ")
                bytes.append(visible: label)
            }
            bytes.append("]")
        }
    }

    /// Whether the message says the input already.
    private static func ends(_ message: String, quoting input: String) -> Bool {
        let message = message.utf8
        let input = input.utf8
        guard message.last == .quote, message.count >= input.count + 2 else { return false }
        let tail = message.dropLast().suffix(input.count + 1)
        return tail.first == .quote && tail.dropFirst().elementsEqual(input)
    }

    private func color(_ color: Color, _ bytes: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
        guard isColored, let start = color.start else { return body(&bytes) }
        bytes.append(start)
        body(&bytes)
        bytes.append("\u{1B}[0m")
    }

    private enum Color {
        case faint
        case level(Logger.Level)

        var start: StaticString? {
            switch self {
            case .faint, .level(.trace), .level(.debug): "\u{1B}[2m"
            case .level(.info): nil
            case .level(.notice): "\u{1B}[36m"
            case .level(.warning): "\u{1B}[33m"
            case .level(.error): "\u{1B}[31m"
            case .level(.critical): "\u{1B}[1;31m"
            }
        }
    }
}

extension Logger.Level {
    /// The level as a line of text has it.
    fileprivate var word: StaticString {
        switch self {
        case .trace: "TRACE"
        case .debug: "DEBUG"
        case .info: "INFO"
        case .notice: "NOTICE"
        case .warning: "WARNING"
        case .error: "ERROR"
        case .critical: "CRITICAL"
        }
    }
}
