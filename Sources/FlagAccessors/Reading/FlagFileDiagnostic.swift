import FiresteelFlags

/// One thing that is wrong with a flag file, or odd about it.
package struct FlagFileDiagnostic: Sendable, Hashable {
    /// How bad it is.
    package enum Severity: String, Sendable {
        /// There are no accessors for the file.
        case error
        /// There are, and somebody should look at them.
        case warning
    }

    /// How bad it is.
    package let severity: Severity
    /// The line, from 1.
    package let line: Int
    /// The column in characters of Unicode, from 1.
    package let column: Int
    /// What is wrong, and what to do.
    package let message: String

    /// The fault as compilers write theirs, so that build systems show it at its place.
    package func report(path: String) -> String {
        "\(path):\(line):\(column): \(severity.rawValue): \(message)"
    }
}

extension FlagFileDiagnostic {
    /// What the reader of JSON has to say.
    init(_ error: JSONError) {
        self.init(severity: .error, line: error.line, column: error.column, message: error.message)
    }
}

/// What keeps a flag file from having accessors: everything at once, in the order of the file.
package struct FlagFileError: Error, Sendable {
    /// At least one of them is an error.
    package let diagnostics: [FlagFileDiagnostic]
}
