/// An error of writing an archive.
package enum ZipError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name can't be one of a file in an archive.
    case name(String)
    /// The archive has a file of this name already.
    case duplicate(String)
    /// The archive is finished, or an earlier operation failed.
    case finished
    /// The library or the system refused, with its message and its error number.
    case refused(path: String, message: String, code: Int32)

    /// Whether the archive can't be continued.
    var isOfArchive: Bool {
        switch self {
        case .name, .duplicate: false
        case .finished, .refused: true
        }
    }

    /// The reason and the path.
    package var description: String {
        switch self {
        case .name(let name): "“\(name)” is not a valid file name in an archive."
        case .duplicate(let name): "The archive already has a file “\(name)”."
        case .finished: "Can't add a file to a finished archive."
        case .refused(let path, let message, let code): "Can't write \(path): \(message) (\(code))."
        }
    }
}
