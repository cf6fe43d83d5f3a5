import FiresteelTimeline

/// Why a command could not do what it was asked to.
struct CommandError: Error {
    /// What the program ends with.
    enum Status: Int32 {
        /// It did what it was asked to, and there is something to look at.
        case findings = 1
        /// Arguments that can't be understood, as ArgumentParser has it.
        case usage = 64
        /// What was read isn't what it should be.
        case data = 65
        /// What should be read isn't there.
        case noInput = 66
        /// A server doesn't take what it is sent.
        case unavailable = 69
        /// The file to write can't be made.
        case cannotCreate = 73
        /// The output can't be written.
        case output = 74
    }

    let status: Status
    /// What was wrong and what to do, on one line.
    ///
    /// Empty where all was said.
    let message: String

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    /// That there is something to look at, which was said.
    static let findings = CommandError(.findings, "")
}

extension CommandError {
    init(_ error: RunError, of file: String) {
        switch error {
        case .notFound: self.init(.noInput, "There is no run “\(file)”. “firesteel runs” lists those that there are.")
        case .system: self.init(.noInput, "\(error)")
        default: self.init(.data, "\(file): \(error)")
        }
    }
}
