public import Logging

/// A destination of log lines: a console, a file, a system log or a test.
///
/// Implement ``write(_:)`` so that it returns quickly and never fails: it is called on the logging thread, from many
/// threads concurrently. Lines that can't be written are dropped and reported by other means, never by logging.
/// ``LogFormat`` has the two common formats of a line.
///
/// An output receives the lines that ``LogControl`` lets through; its ``minimumLevel`` can only exclude more of them.
public protocol LogOutput: Sendable {
    /// The lowest level to write, evaluated for each line. `trace` by default: all levels.
    var minimumLevel: Logger.Level { get }

    /// Takes a line.
    func write(_ line: LogLine)
}

extension LogOutput {
    /// All levels.
    public var minimumLevel: Logger.Level { .trace }
}
