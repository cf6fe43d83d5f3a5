/// Why an archive could not be written.
package enum ZipError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name can't be one of a file in an archive.
    case name(String)
    /// The archive has a file of this name already.
    case duplicate(String)
    /// The archive is finished, or something failed before.
    case finished
    /// The library or the system refused, with its message and its error number.
    case refused(path: String, message: String, code: Int32)

    /// Whether the archive itself can't go on.
    var isOfArchive: Bool {
        switch self {
        case .name, .duplicate: false
        case .finished, .refused: true
        }
    }

    /// What is wrong, and where.
    package var description: String {
        switch self {
        case .name(let name): "“\(name)” can't be the name of a file in an archive."
        case .duplicate(let name): "The archive has a file “\(name)” already."
        case .finished: "The archive is finished, so that nothing can be added to it."
        case .refused(let path, let message, let code): "\(path) can't be written: \(message) (\(code))."
        }
    }
}
