/// An error or a warning about an editable flag, a targeting or a segment, with its location.
public struct FlagDocumentDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The effect of a diagnostic.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// The items can't be compiled.
        case error
        /// The items can be compiled, but a part of them probably has no effect.
        case warning
    }

    /// The affected item; `nil` while a single item is read.
    public let item: FlagDocumentItem?
    /// The location in the item's JSON, such as `$.rules[0].then.variant`.
    public let path: String
    /// The severity.
    public let severity: Severity
    /// The error message, one or more sentences.
    public let message: String

    /// Creates a diagnostic.
    ///
    /// - Parameters:
    ///   - item: The affected item.
    ///   - path: The location in the item's JSON.
    ///   - severity: The severity, an error by default.
    ///   - message: The message.
    package init(item: FlagDocumentItem? = nil, path: String, severity: Severity = .error, message: String) {
        self.item = item
        self.path = path
        self.severity = severity
        self.message = message
    }

    /// The message, preceded by the item and the path.
    public var description: String {
        item.map { "\($0), \(path): \(message)" } ?? "\(path): \(message)"
    }
}

/// An item of a set of editable flags, by its key.
public enum FlagDocumentItem: Sendable, Hashable, CustomStringConvertible {
    /// A flag.
    case flag(String)
    /// A flag's targeting in the environment.
    case targeting(String)
    /// A segment.
    case segment(String)
    /// An experiment in the environment.
    case experiment(String)

    /// The kind and the key, for example `flag “search”`.
    public var description: String {
        switch self {
        case .flag(let key): "flag “\(key)”"
        case .targeting(let key): "targeting of “\(key)”"
        case .segment(let key): "segment “\(key)”"
        case .experiment(let key): "experiment “\(key)”"
        }
    }

    /// The order of items in lists of diagnostics.
    var order: (Int, String) {
        switch self {
        case .segment(let key): (0, key)
        case .flag(let key): (1, key)
        case .targeting(let key): (2, key)
        case .experiment(let key): (3, key)
        }
    }
}
