/// What is wrong with how flags are declared: everything at once.
public struct FlagSetupError: Error, Sendable, CustomStringConvertible {
    /// The faults, in the order of the declarations.
    public let diagnostics: [FlagSetupDiagnostic]

    /// All of them, a line each.
    public var description: String {
        let count = diagnostics.count == 1 ? "A flag can't" : "\(diagnostics.count) flags can't"
        return "\(count) be declared:\n" + diagnostics.map { "- \($0)" }.joined(separator: "\n")
    }
}

/// One fault in how flags are declared.
public struct FlagSetupDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// What kind of fault.
    public enum Kind: String, Sendable {
        /// The key is empty, or there is no property to take it from.
        case noKey
        /// Two flags have one key.
        case duplicateKey
        /// Two flags have one key and values of different types.
        case differentTypes
        /// The flag has another key already.
        case keyTaken
        /// The flag belongs to another stack.
        case boundElsewhere
        /// What is for `Bool` flags only was said of another.
        case notBool
        /// The default isn't a value that a provider could give.
        case unusableDefault
        /// A flag is its own ancestor.
        case parentCycle
    }

    /// What kind of fault.
    public let kind: Kind
    /// The flag's key, or an empty text.
    public let key: String
    /// What is wrong, and what to do.
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

    /// Where it is, and what is wrong.
    public var description: String { "\(file):\(line): \(message)" }
}
