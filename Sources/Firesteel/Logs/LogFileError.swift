import FiresteelTimeline

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An error of writing, rotating or removing log files.
///
/// The program and the other outputs continue. `code` is the system's error number.
public enum LogFileError: Error, Sendable, Hashable {
    /// The folder could not be created.
    case cannotMakeFolder(path: String, code: Int32)
    /// The file could not be created or opened.
    case cannotOpen(path: String, code: Int32)
    /// The file doesn't take lines, as when the disk is full. Those that follow are lost until it does.
    case cannotWrite(path: String, code: Int32)
    /// The file could not be rotated. It exceeds its size limit, so that no line is lost.
    case cannotRotate(path: String, code: Int32)
    /// A file could not be removed.
    case cannotRemove(path: String, code: Int32)
    /// The folder could not be listed, so rotated files remain.
    case cannotList(path: String, code: Int32)

    /// Whether the error is resolved once lines can be written again.
    var isOutage: Bool {
        switch self {
        case .cannotMakeFolder, .cannotOpen, .cannotWrite: true
        case .cannotRotate, .cannotRemove, .cannotList: false
        }
    }
}

extension LogFileError: CustomStringConvertible {
    /// The failed operation, the reason and its effect.
    public var description: String {
        switch self {
        case .cannotMakeFolder(let path, let code):
            "Can't create log folder \(path): \(SystemError.message(code)). New log lines are dropped until it exists."
        case .cannotOpen(let path, let code):
            "Can't open log file \(path): \(SystemError.message(code)). New log lines are dropped until it can be opened."
        case .cannotWrite(let path, let code):
            "Can't write log file \(path): \(SystemError.message(code)). New log lines are dropped until it can be written."
        case .cannotRotate(let path, let code):
            "Can't rotate log file \(path): \(SystemError.message(code)). The file will exceed its size limit."
        case .cannotRemove(let path, let code):
            "Can't remove log file \(path): \(SystemError.message(code)). Remove it manually."
        case .cannotList(let path, let code):
            "Can't list log folder \(path): \(SystemError.message(code)). Old log files are not removed."
        }
    }
}

extension LogFileError {
    /// Adds an error to the faults of the current runtime, or writes it to standard error without one.
    @Sendable static func report(_ fault: LogFileError) {
        let isReported = CurrentRuntime.withDispatcher { dispatcher in
            dispatcher?.report(.log(fault.description))
            return dispatcher != nil
        }
        guard !isReported, FaultLog.process.add(.log(fault.description)) else { return }
        // As with the console, a closed standard error can't be reported anywhere.
        LineBuffer.with { buffer in
            buffer.append(verbatim: "\(fault)\n")
            _ = LogWriting.write(buffer.bytes, toStream: STDERR_FILENO)
        }
    }
}
