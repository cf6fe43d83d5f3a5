/// The format of log lines.
///
/// ## Text
///
/// One line for each event, for reading:
///
/// ```
/// 16:56:07.067 DEBUG App/DocumentManagement/#SaveDocument | Starting with input "How FDD Works.txt" [session 2 "Window", stack 7]
/// 16:56:07.070 WARNING App/DocumentManagement/#SaveDocument | Little room is left free=40KB volume="/media/My Disk" [session 2 "Window", stack 7, input "How FDD Works.txt", label documents.store]
/// 16:56:07.076 DEBUG App/DocumentManagement/#SaveDocument | Completed (success, 9 ms) [session 2 "Window", stack 7, input "How FDD Works.txt"]
/// 16:56:08.100 INFO App/DocumentManagement | Watching the folder
/// 16:56:08.101 INFO documents.server | Listening port=8080
/// ```
///
/// From left to right:
/// - the time, in the format of ``Time``, and the level;
/// - the source: the feature's path and, during an action, `/#` and the action's identifier; outside all features
///   the logger's label;
/// - after ` | ` the message;
/// - the metadata, ordered by key, as `key=value`; an empty value or one with a space, `=` or `"` is quoted. A line of an
///   action in a session with a principal has it as `firesteel.principal`, see ``LogContext/principalKey``;
/// - in brackets the rest of the context: number and name of its session, its stack, the summary of its input
///   unless the message ends with it, the flags that it read, as `key=value` like metadata, and the
///   logger's label unless it is the feature's own path.
///
/// An event never takes more than one line and never looks like another: control characters and the characters that
/// end lines or change the direction of text are written as `\n`, `\t`, `\r` or `\u{1B}`. In quotes, `"` and `\` are
/// escaped as well.
///
/// ## JSON Lines
///
/// One JSON object for each event, in UTF-8, for programs. Its keys, in this order; unknown values are omitted:
///
/// | key | value |
/// |---|---|
/// | `time` | RFC 3339 in UTC with microseconds, `2026-11-21T16:56:07.070250Z` |
/// | `level` | `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical` |
/// | `label` | the logger's label |
/// | `message` | the message |
/// | `feature` | the feature's path |
/// | `action` | the action's identifier |
/// | `perform` | the perform's number, as on the timeline of the run |
/// | `session` | an object with `id` (number) and `name` |
/// | `stack` | the stack's number |
/// | `input` | the summary of the action's input |
/// | `flags` | an object of strings: the first eight flags that the action read, in that order |
/// | `metadata` | an object of strings, ordered by key, with `firesteel.principal` in a session with a principal |
///
/// Keys may be added later, at the end.
public enum LogFormat: Sendable, Hashable {
    /// Text, for reading.
    case text(Time)
    /// JSON Lines, for programs.
    case jsonLines

    /// The format of the time in text.
    public enum Time: Sendable, Hashable {
        /// The local time of day, `16:56:07.067`, for live output.
        case ofDay
        /// Date and time in UTC, `2026-11-21T16:56:07.067Z`, for stored output.
        case dated
    }

    /// Appends a line with its end, in UTF-8.
    ///
    /// Allocates nothing for a line of up to a kilobyte if the array has capacity; reuse one array, emptied with
    /// `keepingCapacity`, for all lines.
    public func write(_ line: LogLine, to bytes: inout [UInt8]) {
        LineBuffer.with { buffer in
            write(line, to: &buffer)
            bytes.append(contentsOf: buffer.bytes)
        }
    }

    /// Appends a line with its end.
    func write(_ line: LogLine, to buffer: inout LineBuffer) {
        switch self {
        case .text(let time): TextLine(time: time).write(line, to: &buffer)
        case .jsonLines: JSONLine.write(line, to: &buffer)
        }
    }

    /// Returns a line without its end.
    public func string(_ line: LogLine) -> String {
        LineBuffer.with { buffer in
            write(line, to: &buffer)
            return String(decoding: buffer.bytes.dropLast(), as: UTF8.self)
        }
    }

    var fileExtension: String {
        switch self {
        case .text: "log"
        case .jsonLines: "jsonl"
        }
    }
}
