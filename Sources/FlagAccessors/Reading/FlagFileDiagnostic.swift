import FiresteelFlags

/// An error or a warning in a flag file.
package struct FlagFileDiagnostic: Sendable, Hashable {
    package enum Severity: String, Sendable {
        /// No accessors are generated for the file.
        case error
        /// Accessors are generated, and the file should be reviewed.
        case warning
    }

    package let severity: Severity
    /// The line, from 1.
    package let line: Int
    /// The column in characters of Unicode, from 1.
    package let column: Int
    /// The reason and what to do about it.
    package let message: String

    /// Returns the diagnostic in the format of compilers, so that build systems show it at its location.
    package func report(path: String) -> String {
        "\(path):\(line):\(column): \(severity.rawValue): \(message)"
    }
}

extension FlagFileDiagnostic {
    /// Creates a diagnostic from a JSON error.
    init(_ error: JSONError) {
        self.init(severity: .error, line: error.line, column: error.column, message: error.message)
    }
}

/// The errors that prevent the generation of accessors, all of them, in the order of the file.
package struct FlagFileError: Error, Sendable {
    /// The diagnostics, at least one of which is an error.
    package let diagnostics: [FlagFileDiagnostic]
}
