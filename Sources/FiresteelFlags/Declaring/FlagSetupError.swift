/// All errors found while declaring flags.
public struct FlagSetupError: Error, Sendable, CustomStringConvertible {
    /// The errors, in the order of the declarations.
    public let diagnostics: [FlagSetupDiagnostic]

    /// All errors, a line each.
    public var description: String {
        let count = diagnostics.count == 1 ? "A flag can't" : "\(diagnostics.count) flags can't"
        return "\(count) be declared:\n" + diagnostics.map { "- \($0)" }.joined(separator: "\n")
    }
}

/// An error in the declaration of a flag.
public struct FlagSetupDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Kind: String, Sendable {
        /// The key is empty, or there is no property to derive it from.
        case noKey
        /// Two flags have the same key.
        case duplicateKey
        /// Two flags have the same key and values of different types.
        case differentTypes
        /// The flag already has another key.
        case keyTaken
        /// The flag already belongs to another stack.
        case boundElsewhere
        /// A flag of another type has a property of `Bool` flags.
        case notBool
        /// The default can't be converted to a flag value.
        case unusableDefault
        /// A flag is its own ancestor.
        case parentCycle
    }

    /// The kind.
    public let kind: Kind
    /// The flag's key, or an empty string.
    public let key: String
    /// The error and what to do about it.
    public let message: String
    /// Module and file of the declaration.
    public let file: String
    /// The line in the file.
    public let line: UInt

    init(_ kind: Kind, _ key: String, _ declaration: FlagDeclaration, _ message: String) {
        self.kind = kind
        self.key = key
        self.message = message
        file = declaration.file
        line = declaration.line
    }

    /// The message, with the location before it.
    public var description: String { "\(file):\(line): \(message)" }
}
