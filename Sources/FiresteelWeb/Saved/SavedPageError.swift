/// An error that prevents pages from being saved.
package enum SavedPageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The folder of the pages is missing: its expected path.
    case missing(String)
    /// A file of the pages is missing: its path.
    case missingFile(String)
    /// A module can't be part of a script: its path and the reason.
    case script(String, String)

    /// The reason and what to do about it.
    package var description: String {
        switch self {
        case .missing(let path):
            "Can't create the page: the folder \(path) is missing. Copy it beside the program, from where it was built."
        case .missingFile(let path):
            "Can't create the page: its file \(path) is missing. Copy the folder of the pages again."
        case .script(let path, let reason): "Can't create the page from the module \(path): \(reason)"
        }
    }
}
