public import FiresteelFlags

/// The flags of a response.
public struct RemoteFlagValues: Sendable {
    /// The rules, by the program's keys.
    ///
    /// No flag has an empty key: a rule for it is omitted, and reported in ``diagnostics``.
    public var rules: [String: any FlagRule]
    /// The bytes to cache on disk for the next start, or `nil` to cache nothing.
    ///
    /// ``RemoteFlagSource/read(_:for:)`` parses them again.
    public var kept: [UInt8]?
    /// Whether the first request of the next start may be conditional.
    public var keepsValidator: Bool
    /// The server's number for this version of the flags, from 1; `nil` if it doesn't number them.
    public var revision: Int?
    /// The streams that report changes.
    public var eventStreams: [RemoteEventStream]
    /// Messages about invalid flags.
    public var diagnostics: [String]

    /// Creates the flags of a response.
    public init(
        rules: [String: any FlagRule], kept: [UInt8]?, keepsValidator: Bool = true,
        revision: Int? = nil, eventStreams: [RemoteEventStream] = [], diagnostics: [String] = []
    ) {
        self.rules = rules
        self.kept = kept
        self.keepsValidator = keepsValidator
        self.revision = revision
        self.eventStreams = eventStreams
        self.diagnostics = diagnostics
        if self.rules.removeValue(forKey: "") != nil { self.diagnostics.append("A flag has an empty key.") }
    }
}
