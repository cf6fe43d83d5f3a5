/// How a log line reads.
///
/// ## Text
///
/// One line for each event, for people:
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
/// - the time, as ``Time`` says, and the level;
/// - where it comes from: the feature's path and, below an action, `/#` and the action's identifier; outside every feature
///   the logger's label;
/// - after ` | ` the message;
/// - the metadata, ordered by key, as `key=value`; a value with a space, `=`, `"` or nothing in it is quoted;
/// - in brackets what else is known of the action: number and name of its session, its stack, what its input tells of
///   itself unless the message ends with just that, the flags that it read, as `key=value` like metadata, and the
///   logger's label unless it is the feature's own path.
///
/// An event never takes more than its own line and never looks like another: control characters and the characters that
/// end lines or change the direction of text are written as `\n`, `\t`, `\r` or `\u{1B}`. In quotes, `"` and `\` are
/// escaped as well.
///
/// ## JSON Lines
///
/// One JSON object for each event, in UTF-8, for programs. Its keys, in this order; what isn't known is left out:
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
/// | `input` | what the action's input tells of itself |
/// | `flags` | an object of strings: the first eight flags that the action read, in that order |
/// | `metadata` | an object of strings, ordered by key |
///
/// Keys may be added later, at the end.
public enum LogFormat: Sendable, Hashable {
    /// For people.
    case text(Time)
    /// For programs.
    case jsonLines

    /// How the time stands in a line of text.
    public enum Time: Sendable, Hashable {
        /// The local time of day, `16:56:07.067`, for lines that are read as they come.
        case ofDay
        /// Date and time in UTC, `2026-11-21T16:56:07.067Z`, for lines that are kept.
        case dated
    }

    /// Appends a line with its end, in UTF-8.
    ///
    /// Allocates nothing for a line of up to a kilobyte where the bytes have room; hand in the same array, emptied with its
    /// capacity kept, for each line.
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

    /// A line without its end.
    public func string(_ line: LogLine) -> String {
        LineBuffer.with { buffer in
            write(line, to: &buffer)
            return String(decoding: buffer.bytes.dropLast(), as: UTF8.self)
        }
    }

    /// What the names of files end with.
    var fileExtension: String {
        switch self {
        case .text: "log"
        case .jsonLines: "jsonl"
        }
    }
}
