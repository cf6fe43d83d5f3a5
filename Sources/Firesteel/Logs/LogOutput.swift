public import Logging

/// Where log lines go: a console, a file, a system log, a test.
///
/// Implement ``write(_:)`` so that it returns soon and never fails: it is called on the thread that logs, from many threads
/// at once. What can't be written is dropped and told about elsewhere, never by logging. ``LogFormat`` has the two ways in
/// which a line usually reads.
///
/// An output gets the lines that ``LogControl`` lets through; its ``minimumLevel`` can only leave out more of them.
public protocol LogOutput: Sendable {
    /// The lowest level that this output takes, asked for with each line. `trace` by default: everything.
    var minimumLevel: Logger.Level { get }

    /// Takes a line.
    func write(_ line: LogLine)
}

extension LogOutput {
    /// Everything.
    public var minimumLevel: Logger.Level { .trace }
}
