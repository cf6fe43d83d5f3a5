/// An error of reading a catalogue.
public enum CatalogueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The format is newer than this library supports.
    case newerFormat(found: CatalogueFormat, known: CatalogueFormat)
    /// The data isn't a catalogue, for the given reason.
    case unreadable(String)

    /// The reason and what to do about it.
    public var description: String {
        switch self {
        case .newerFormat(let found, let known):
            """
            The catalogue is in format \(found), and this version of Firesteel reads formats up to \(known.major).x. \
            Read it with the version that wrote it, or a later one.
            """
        case .unreadable(let message): "The catalogue can't be read: \(message)"
        }
    }
}
