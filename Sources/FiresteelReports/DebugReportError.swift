/// An error of writing a report.
public enum DebugReportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A section's identifier isn't one, or another section has it.
    case section(String)
    /// There is no section with this identifier.
    case unknownSection(String)
    /// A file or folder could not be created: its path and the reason.
    case file(String, String)
    /// The parts of the page are missing: the reason.
    case page(String)

    /// The reason and what to do about it.
    public var description: String {
        switch self {
        case .section(let identifier):
            "The section identifier “\(identifier)” is invalid or already used. Use letters, digits and -."
        case .unknownSection(let identifier): "There is no section “\(identifier)”."
        case .file(let path, let reason): "Can't write the report to \(path): \(reason)"
        case .page(let reason): reason
        }
    }
}
