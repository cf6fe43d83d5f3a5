import Foundation
public import Logging
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes log lines to the console, each with one system call.
///
/// On a terminal, levels are colored, unless the environment has a non-empty `NO_COLOR` or a `TERM` of `dumb`. If the
/// console is closed, lines are dropped silently and the program continues, also if the console is a pipe whose reader
/// has ended. On Apple platforms the stream then never raises `SIGPIPE`, for any writer in the process.
public final class ConsoleLogOutput: LogOutput {
    /// A stream of the process.
    public enum Stream: Sendable {
        case standardError
        case standardOutput

        fileprivate var descriptor: Int32 {
            switch self {
            case .standardError: STDERR_FILENO
            case .standardOutput: STDOUT_FILENO
            }
        }
    }

    /// The lowest accepted level.
    public let minimumLevel: Logger.Level
    private let descriptor: Int32
    private let format: LogFormat
    private let isColored: Bool
    /// The lock held while a line is written, which may take several calls.
    private let writing = Mutex(())

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - stream: The stream. Standard error by default, because standard output is for a program's results.
    ///   - format: The format of lines. Text with the time of day by default.
    ///   - minimumLevel: The lowest level to write. All levels by default.
    public convenience init(
        _ stream: Stream = .standardError, format: LogFormat = .text(.ofDay), minimumLevel: Logger.Level = .trace
    ) {
        self.init(
            descriptor: stream.descriptor, format: format, minimumLevel: minimumLevel,
            isColored: Self.wantsColors(
                isTerminal: isatty(stream.descriptor) == 1, environment: ProcessInfo.processInfo.environment))
    }

    init(descriptor: Int32, format: LogFormat, minimumLevel: Logger.Level, isColored: Bool) {
        self.descriptor = descriptor
        self.format = format
        self.minimumLevel = minimumLevel
        self.isColored = isColored
    }

    /// Returns whether to use colors.
    ///
    /// See https://no-color.org.
    static func wantsColors(isTerminal: Bool, environment: [String: String]) -> Bool {
        isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    /// Writes a line, with its end, to the stream.
    public func write(_ line: LogLine) {
        LineBuffer.with { buffer in
            if case .text(let time) = format {
                TextLine(time: time, isColored: isColored).write(line, to: &buffer)
            } else {
                format.write(line, to: &buffer)
            }
            // A closed console can't be reported anywhere.
            writing.withLock { _ in _ = LogWriting.write(buffer.bytes, toStream: descriptor) }
        }
    }
}
