public import FiresteelFlags
public import FiresteelHTTP
public import Foundation
public import HTTPTypes

/// A source of flags for a ``RemoteFlagProvider``: creates requests and parses responses.
///
/// ## Implementing a source
///
/// - ``request(for:hint:)`` creates the request; the provider adds validators (`If-None-Match`) and handles
///   cancellation.
/// - ``read(_:for:)`` creates rules from a body. Throw if it is incomplete: the provider then retains its values.
/// - Set ``isContextSpecific`` if the server evaluates the flags: the values are then valid only for the requested
///   context.
/// - If the server's names differ from the program's keys, implement ``name(for:)``: flags without a valid name are
///   then reported, instead of never having a value.
public protocol RemoteFlagSource: Sendable {
    /// The address of the flags, for messages and to identify the origin of cached values.
    ///
    /// Its user, password and query are neither shown nor stored.
    var address: URL { get }

    /// The address that the provider's status shows: that of the flags by default.
    ///
    /// Its user, password and query aren't shown.
    var server: URL { get }

    /// Whether the server evaluates the values for one context.
    var isContextSpecific: Bool { get }

    /// Whether each request obtains its credentials again, so that rejected ones don't end polling.
    var renewsCredentials: Bool { get }

    /// Returns the server's name for a flag of the program.
    ///
    /// - Throws: An error if the flag has no valid name, for example one that is too long or belongs to another flag.
    func name(for key: String) throws(FlagError) -> String

    /// Returns the request for the current values.
    ///
    /// - Parameters:
    ///   - context: The context. Empty if the source isn't limited to one context at a time.
    ///   - hint: The hint in the event that caused the request, if there is one.
    func request(for context: EvaluationContext, hint: RefetchHint?) async throws -> HTTPRequestMessage

    /// Creates rules from the body of a response with status 200, or from one cached by an earlier run.
    ///
    /// - Throws: An error if the response is incomplete; nothing is then replaced.
    func read(_ body: [UInt8], for context: EvaluationContext) throws(FlagError) -> RemoteFlagResponse

    /// Returns the error for a response with a status other than 200 and 304.
    func error(of response: HTTPResponseMessage<[UInt8]>) -> FlagError

    /// Returns a request that the server wants after a response, or `nil` for none, the default.
    ///
    /// The provider sends it once the flags are in place. If it fails, the flags are unaffected and the provider's status has
    /// the error until a later one succeeds.
    ///
    /// - Parameter fields: The fields of a response with status 200 or 304.
    func followingRequest(after fields: HTTPFields) async throws -> HTTPRequestMessage?
}

extension RemoteFlagSource {
    /// The address of the flags.
    public var server: URL { address }

    /// Whether values are for one context only: `false` by default.
    public var isContextSpecific: Bool { false }

    /// Whether each request obtains its credentials again: `false` by default.
    public var renewsCredentials: Bool { false }

    /// Returns the key as the name.
    public func name(for key: String) throws(FlagError) -> String { key }

    /// Returns no request.
    public func followingRequest(after fields: HTTPFields) async throws -> HTTPRequestMessage? { nil }

    /// Returns a message with the status.
    public func error(of response: HTTPResponseMessage<[UInt8]>) -> FlagError {
        HTTPStatusError.of(response, from: address)
    }
}

/// A server-sent event stream that reports changes.
public struct RemoteEventStream: Sendable, Hashable {
    /// The address.
    ///
    /// It may contain a secret, so it is neither shown nor stored.
    public var url: URL
    /// The duration of inactivity after which the stream is closed.
    public var inactivityDelay: Duration

    /// Creates a stream.
    public init(url: URL, inactivityDelay: Duration = .seconds(120)) {
        self.url = url
        self.inactivityDelay = inactivityDelay
    }
}
