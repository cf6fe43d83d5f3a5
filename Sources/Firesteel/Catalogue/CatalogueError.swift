/// Why a text isn't a catalogue that can be read.
public enum CatalogueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It was written in a format that this library doesn't know yet.
    case newerFormat(found: CatalogueFormat, known: CatalogueFormat)
    /// It is no catalogue: what is wrong, and where.
    case unreadable(String)

    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .newerFormat(let found, let known):
            """
            The catalogue is in format \(found), and this version of Firesteel reads formats up to \(known.major).x. \
            Read it with the version that wrote it, or a later one.
            """
        case .unreadable(let words): "The catalogue can't be read: \(words)"
        }
    }
}
