import FiresteelBase
import FiresteelTimeline
import Logging

/// Writes a log line as text, as described in ``LogFormat``.
struct TextLine {
    var time: LogFormat.Time
    /// The offset of the time of day from UTC, in seconds.
    ///
    /// `nil` for the local offset.
    var offset: Int?
    /// Whether level, time and details are colored, with the sequences of ECMA-48.
    var isColored = false

    func write(_ line: LogLine, to buffer: inout LineBuffer) {
        begin(.faint, &buffer)
        writeTime(of: line, &buffer)
        end(.faint, &buffer)
        buffer.append(.space)
        begin(.level(line.level), &buffer)
        buffer.append(line.level.word)
        end(.level(line.level), &buffer)
        buffer.append(.space)
        writeSubject(of: line, &buffer)
        buffer.append(" | ")
        buffer.append(visible: line.message)
        if !line.metadata.isEmpty { writeMetadata(of: line, &buffer) }
        writeDetails(of: line, &buffer)
        buffer.append(.newline)
    }

    private func writeTime(of line: LogLine, _ buffer: inout LineBuffer) {
        switch time {
        case .ofDay:
            let offset = offset ?? LocalTime.secondsAheadOfUTC(at: line.time)
            buffer.append(CivilTime(microseconds: line.time + Int64(offset) * 1_000_000), .timeOfDay)
        case .dated:
            buffer.append(CivilTime(microseconds: line.time), .milliseconds)
        }
    }

    private func writeSubject(of line: LogLine, _ buffer: inout LineBuffer) {
        guard let context = line.context else {
            buffer.append(visible: line.label)
            return
        }
        buffer.append(visible: context.feature.text)
        if let action = context.action {
            buffer.append("/#")
            buffer.append(visible: action.identifier)
        }
    }

    private func writeMetadata(of line: LogLine, _ buffer: inout LineBuffer) {
        for (key, value) in line.metadata.sorted(by: { $0.key < $1.key }) {
            buffer.append(.space)
            write(key, value, &buffer)
        }
    }

    private func write(_ key: String, _ value: String, _ buffer: inout LineBuffer) {
        buffer.append(visible: key)
        buffer.append(UInt8(ascii: "="))
        if value.isEmpty || value.utf8.contains(where: { $0 == .space || $0 == .quote || $0 == UInt8(ascii: "=") }) {
            buffer.append(quoted: value)
        } else {
            buffer.append(visible: value)
        }
    }

    private func writeDetails(of line: LogLine, _ buffer: inout LineBuffer) {
        guard let context = line.context else { return }
        let isLabeled = line.label != context.feature.text
        if let action = context.action {
            beginDetails(&buffer)
            write(action, saidBy: line.message, &buffer)
            if isLabeled { buffer.append(", label ") }
        } else if isLabeled {
            beginDetails(&buffer)
            buffer.append("label ")
        } else {
            return
        }
        if isLabeled { buffer.append(visible: line.label) }
        buffer.append("]")
        end(.faint, &buffer)
    }

    private func beginDetails(_ buffer: inout LineBuffer) {
        buffer.append(.space)
        begin(.faint, &buffer)
        buffer.append("[")
    }

    private func write(
        _ action: LogContext.PerformedAction, saidBy message: String, _ buffer: inout LineBuffer
    ) {
        buffer.append("session ")
        buffer.append(decimal: UInt64(action.session))
        buffer.append(.space)
        buffer.append(quoted: action.sessionName)
        if action.stack != 0 {
            buffer.append(", stack ")
            buffer.append(decimal: UInt64(action.stack))
        }
        if let input = action.input, !Self.ends(message, quoting: input) {
            buffer.append(", input ")
            buffer.append(quoted: input)
        }
        write(action.flags, &buffer)
    }

    private func write(_ flags: [LogContext.Flag], _ buffer: inout LineBuffer) {
        for (index, flag) in flags.enumerated() {
            buffer.append(index == 0 ? ", flags " : " ")
            write(flag.key, flag.value, &buffer)
        }
    }

    /// Returns whether the message already ends with the input.
    private static func ends(_ message: String, quoting input: String) -> Bool {
        let message = message.utf8
        let input = input.utf8
        // Nearly every message ends differently, which its last byte shows.
        guard message.withContiguousStorageIfAvailable({ $0.last == .quote }) ?? true else { return false }
        guard message.last == .quote, message.count >= input.count + 2 else { return false }
        let tail = message.dropLast().suffix(input.count + 1)
        return tail.first == .quote && tail.dropFirst().elementsEqual(input)
    }

    @inline(__always)
    private func begin(_ color: Color, _ buffer: inout LineBuffer) {
        if isColored, let start = color.start { buffer.append(start) }
    }

    @inline(__always)
    private func end(_ color: Color, _ buffer: inout LineBuffer) {
        if isColored, case .some = color.start { buffer.append("\u{1B}[0m") }
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
