/// Why a report could not be written.
public enum DebugReportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A section's identifier isn't one, or another section has it.
    case section(String)
    /// There is no section of this identifier.
    case unknownSection(String)
    /// A file or folder could not be made: its path, and what the system says.
    case file(String, String)

    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .section(let identifier):
            "The identifier “\(identifier)” of a section isn't letters, digits and -, or another section has it."
        case .unknownSection(let identifier): "There is no section “\(identifier)”."
        case .file(let path, let words): "The report can't be written to \(path): \(words)"
        }
    }
}
