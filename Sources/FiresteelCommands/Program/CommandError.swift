import ArgumentParser
import FiresteelTimeline

/// An error that ends a command.
struct CommandError: Error {
    /// The exit status.
    enum Status: Int32 {
        /// The command succeeded, and reports findings.
        case findings = 1
        /// The arguments are invalid, with ArgumentParser's status.
        case usage = 64
        /// The input is invalid.
        case data = 65
        /// The input doesn't exist.
        case noInput = 66
        /// A server rejected the data.
        case unavailable = 69
        /// The output file can't be created.
        case cannotCreate = 73
        /// The output can't be written.
        case output = 74
    }

    let status: Status
    /// The reason and what to do about it, on one line.
    ///
    /// Empty if it was already printed.
    let message: String

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    /// The status for reported findings.
    static let findings = CommandError(.findings, "")
}

extension CommandError {
    init(_ error: RunError, of file: String) {
        switch error {
        case .notFound: self.init(.noInput, "There is no run “\(file)”. “firesteel runs” lists the existing runs.")
        case .system: self.init(.noInput, "\(error)")
        default: self.init(.data, "\(file): \(error)")
        }
    }
}

extension CommandError {
    /// Prints an error that ends a command, and returns the exit status.
    static func report(_ error: any Error) -> ExitCode {
        switch error {
        case let error as CommandError:
            if !error.message.isEmpty { Terminal.printLine("firesteel: \(error.message)") }
            return ExitCode(error.status.rawValue)
        case is Terminal.ClosedError:
            // The reader closed the pipe, as with `| head`.
            return .success
        case let code as ExitCode: return code
        default:
            Terminal.printLine("firesteel: \(error)")
            return .failure
        }
    }
}
