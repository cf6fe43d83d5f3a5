/// An item of a set of editable flags, by its key.
public enum FlagDocumentItem: Sendable, Hashable, CustomStringConvertible {
    /// A flag.
    case flag(String)
    /// A flag's targeting in the environment.
    case targeting(String)
    /// A segment.
    case segment(String)

    /// The kind and the key, for example `flag “search”`.
    public var description: String {
        switch self {
        case .flag(let key): "flag “\(key)”"
        case .targeting(let key): "targeting of “\(key)”"
        case .segment(let key): "segment “\(key)”"
        }
    }

    /// The order of items in lists of diagnostics.
    var order: (Int, String) {
        switch self {
        case .segment(let key): (0, key)
        case .flag(let key): (1, key)
        case .targeting(let key): (2, key)
        }
    }
}
