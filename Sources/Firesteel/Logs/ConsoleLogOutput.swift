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

/// Writes log lines to the console, each with one call of the system.
///
/// On a terminal, levels are coloured, unless the environment has a `NO_COLOR` that isn't empty or a `TERM` of `dumb`.
/// A console that is gone takes nothing, nobody is told, and the program goes on: also where it is a pipe whose reader has
/// ended. On Apple platforms the stream is then one that never raises `SIGPIPE`, whoever in the process writes to it.
public final class ConsoleLogOutput: LogOutput {
    /// Which stream of the process.
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

    /// The lowest level that is taken.
    public let minimumLevel: Logger.Level
    private let descriptor: Int32
    private let format: LogFormat
    private let isColored: Bool
    /// Held while a line is written, which may take more than one call.
    private let writing = Mutex(())

    /// - Parameters:
    ///   - stream: Standard error by default, since standard output is for what a program is asked for.
    ///   - format: How lines read. Text with the time of day by default.
    ///   - minimumLevel: The lowest level that is taken. Everything by default.
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

    /// Whether a reader of lines wants colours.
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
            // There is nowhere to say that the console is gone.
            writing.withLock { _ in _ = LogWriting.write(buffer.bytes, toStream: descriptor) }
        }
    }
}
