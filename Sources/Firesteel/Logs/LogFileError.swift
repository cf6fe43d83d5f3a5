import FiresteelTimeline

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Why lines don't reach a file, or files that are no longer wanted stay.
///
/// The program goes on, and so do the other outputs. `code` is the system's error number.
public enum LogFileError: Error, Sendable, Hashable {
    /// The folder could not be made.
    case cannotMakeFolder(path: String, code: Int32)
    /// The file could not be made or opened.
    case cannotOpen(path: String, code: Int32)
    /// The file doesn't take lines, as when the disk is full. Those that follow are lost until it does.
    case cannotWrite(path: String, code: Int32)
    /// The file could not be turned over. It grows beyond its limit, so that nothing is lost.
    case cannotRotate(path: String, code: Int32)
    /// A file could not be removed.
    case cannotRemove(path: String, code: Int32)
    /// The folder could not be listed, so that files that were turned over stay.
    case cannotList(path: String, code: Int32)

    /// Whether it is over when lines are written again.
    var isOutage: Bool {
        switch self {
        case .cannotMakeFolder, .cannotOpen, .cannotWrite: true
        case .cannotRotate, .cannotRemove, .cannotList: false
        }
    }
}

extension LogFileError: CustomStringConvertible {
    /// What happened to which file, and what becomes of the lines.
    public var description: String {
        switch self {
        case .cannotMakeFolder(let path, let code):
            "The folder for log files \(path) can't be made: \(SystemError.message(code)). Lines are lost until it can."
        case .cannotOpen(let path, let code):
            "The log file \(path) can't be opened: \(SystemError.message(code)). Lines are lost until it can."
        case .cannotWrite(let path, let code):
            "The log file \(path) can't be written: \(SystemError.message(code)). Lines are lost until it can."
        case .cannotRotate(let path, let code):
            "The log file \(path) can't be renamed: \(SystemError.message(code)). It grows beyond its limit."
        case .cannotRemove(let path, let code):
            "The log file \(path) can't be removed: \(SystemError.message(code))."
        case .cannotList(let path, let code):
            "The folder of log files \(path) can't be listed: \(SystemError.message(code)). Old files stay."
        }
    }
}

extension LogFileError {
    /// Adds a fault to those of the runtime in effect; where there is none, says it on standard error.
    @Sendable static func report(_ fault: LogFileError) {
        let isReported = CurrentRuntime.withDispatcher { dispatcher in
            dispatcher?.report(.log(fault.description))
            return dispatcher != nil
        }
        guard !isReported, FaultLog.process.add(.log(fault.description)) else { return }
        // As with the console, there is nowhere to say that standard error is gone.
        LineBuffer.with { buffer in
            buffer.append(verbatim: "\(fault)\n")
            _ = LogWriting.write(buffer.bytes, toStream: STDERR_FILENO)
        }
    }
}
