/// All errors that prevent editable flags from being read or compiled.
public struct FlagDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The errors, in the order of the items and their members; never empty.
    public let diagnostics: [FlagDocumentDiagnostic]

    /// Creates an error.
    package init(_ diagnostics: [FlagDocumentDiagnostic]) { self.diagnostics = diagnostics }

    /// The errors, one per line.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
