public import FiresteelFlags
public import FiresteelHTTP
public import Foundation

/// Where a ``RemoteFlagProvider`` gets its flags from: what to ask, and what the answer means.
///
/// ## Implementing a source
///
/// - ``request(for:hint:)`` makes the request; validators (`If-None-Match`) and cancellation are added by the provider.
/// - ``read(_:for:)`` makes rules of a body. Throw for what isn't whole: the provider then keeps what it has.
/// - Set ``answersOneContext`` where the server decides: its values then answer only the context that was asked for.
/// - Where the server has other names than the program has keys, give ``name(for:)``: a flag that can have no name there
///   is then reported, and doesn't just never get a value.
public protocol RemoteFlagSource: Sendable {
    /// What is asked, for messages and to tell whose values a file on disk has.
    ///
    /// No user, password or query of it is shown or kept.
    var address: URL { get }

    /// Whether the values are those of one context, decided by the server.
    var answersOneContext: Bool { get }

    /// What the server calls a flag of the program.
    ///
    /// - Throws: Where it can have no name there, such as one that is too long or that of another flag.
    func name(for key: String) throws(FlagError) -> String

    /// The request for the current values.
    ///
    /// - Parameters:
    ///   - context: Who it is for. Empty where the source doesn't ask for one context at a time.
    ///   - hint: What the event said that caused the request, if one did.
    func request(for context: EvaluationContext, hint: RefetchHint?) async throws -> HTTPRequestMessage

    /// Makes rules of the body of an answer with status 200, or of what an earlier run kept of one.
    ///
    /// - Throws: Where it isn't a whole answer; nothing is then replaced.
    func read(_ body: [UInt8], for context: EvaluationContext) throws(FlagError) -> RemoteFlagAnswer

    /// What an answer with another status than 200 and 304 means.
    func error(of response: HTTPResponseMessage<[UInt8]>) -> FlagError
}

extension RemoteFlagSource {
    /// The rules decide for every context.
    public var answersOneContext: Bool { false }

    /// The name is the key.
    public func name(for key: String) throws(FlagError) -> String { key }

    /// A sentence with the status.
    public func error(of response: HTTPResponseMessage<[UInt8]>) -> FlagError {
        HTTPStatusError.of(response, from: address)
    }
}

/// What an answer says.
public enum RemoteFlagAnswer: Sendable {
    /// These are the flags.
    case values(RemoteFlagValues)
    /// Nothing has changed since the answer whose validator was sent along.
    case notModified
}

/// The flags of an answer.
public struct RemoteFlagValues: Sendable {
    /// How each flag is decided, by the keys that the program uses.
    ///
    /// No flag has an empty key: a rule for it is left out, and is one of the ``faults``.
    public var rules: [String: any FlagRule]
    /// What to keep on disk for the next start, or `nil` to keep nothing.
    ///
    /// ``RemoteFlagSource/read(_:for:)`` reads it again.
    public var kept: [UInt8]?
    /// Whether the next start may ask for changes only.
    public var keepsValidator: Bool
    /// Where changes are told.
    public var eventStreams: [RemoteEventStream]
    /// What is wrong with single flags, for people.
    public var diagnostics: [String]

    /// The flags of an answer.
    public init(
        rules: [String: any FlagRule], kept: [UInt8]?, keepsValidator: Bool = true,
        eventStreams: [RemoteEventStream] = [], diagnostics: [String] = []
    ) {
        self.rules = rules
        self.kept = kept
        self.keepsValidator = keepsValidator
        self.eventStreams = eventStreams
        self.diagnostics = diagnostics
        if self.rules.removeValue(forKey: "") != nil { self.diagnostics.append("A flag has an empty key.") }
    }
}

/// A stream of server-sent events that tells of changes.
public struct RemoteEventStream: Sendable, Hashable {
    /// Its address.
    ///
    /// It may carry a secret, so it is neither shown nor kept.
    public var url: URL
    /// How long the program may be inactive before the stream is closed.
    public var inactivityDelay: Duration

    /// A stream.
    public init(url: URL, inactivityDelay: Duration = .seconds(120)) {
        self.url = url
        self.inactivityDelay = inactivityDelay
    }
}

/// What an event said of the state that caused it, to be handed on with the request.
public struct RefetchHint: Sendable, Hashable {
    /// The validator of the new state.
    public var etag: String?
    /// When it came to be: seconds since 1970, or a date after ISO 8601.
    public var lastModified: String?

    /// A hint.
    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }
}
