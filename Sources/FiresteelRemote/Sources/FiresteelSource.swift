import FiresteelBase
public import FiresteelFlags
public import FiresteelHTTP
public import Foundation
public import HTTPTypes

/// The flags of a Firesteel server.
///
/// A token of the kind `server` receives definitions, which are evaluated locally for any context; a token of the kind
/// `client` receives values for the fixed context, and never a rule. Both receive the address of an event stream, so that
/// changes arrive within a second; the server is polled only while the stream is disconnected.
///
/// The program reports a random identifier of its run and its version with each request, so that the server can tell how
/// many running programs have a change. A program that gives its catalogue as well sends it when the server lacks that of
/// its version; without one, nothing else is sent.
public struct FiresteelSource: RemoteFlagSource {
    /// The kinds of tokens that receive flags.
    public enum TokenKind: Sendable {
        /// Receives values for the fixed context, never a rule.
        case client
        /// Receives definitions.
        case server
    }

    /// The server's address.
    public let base: URL
    private let kind: TokenKind
    /// Whether the token is requested for each HTTP request.
    public let renewsCredentials: Bool
    private let values: OFREPSource
    private let definitions: FlagdSource
    private let catalogue: CatalogueSending?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - base: The server's address, such as `https://flags.example.com`.
    ///   - token: The token. One that begins with `fs_server_` receives definitions, any other values.
    ///   - version: The version of the program, which the server shows.
    ///   - headers: More fields of each request. They are not sent to another server after a redirect.
    ///   - catalogue: Returns the catalogue as JSON, such as `{ try runtime.catalogue.json() }`; `nil` to never send it. It is
    ///     sent with a token that begins with `fs_server_`, once per version, when the server requests it.
    public init(
        _ base: URL, token: String, version: String? = nil, headers: HTTPFields = [:],
        catalogue: (@Sendable () throws -> Data)? = nil
    ) {
        self.init(
            base, kind: token.hasPrefix("fs_server_") ? .server : .client, credentials: .bearer(token),
            renewsCredentials: false, version: version, headers: headers, catalogue: catalogue)
    }

    /// Creates a source whose token is requested for each HTTP request.
    ///
    /// For a token in a file that doesn't exist yet, or that is replaced while the program runs. While the closure throws,
    /// its error is that of the provider, which tries again; so it does while the server rejects the token.
    ///
    /// - Parameters:
    ///   - base: The server's address, such as `https://flags.example.com`.
    ///   - kind: The kind of the token.
    ///   - version: The version of the program, which the server shows.
    ///   - headers: More fields of each request. They are not sent to another server after a redirect.
    ///   - catalogue: Returns the catalogue as JSON; `nil` to never send it. It is sent with a token of the kind `server`.
    ///   - token: Returns the token.
    public init(
        _ base: URL, kind: TokenKind, version: String? = nil, headers: HTTPFields = [:],
        catalogue: (@Sendable () throws -> Data)? = nil, token: @escaping @Sendable () async throws -> String
    ) {
        self.init(
            base, kind: kind, credentials: .bearer(token), renewsCredentials: true, version: version, headers: headers,
            catalogue: catalogue)
    }

    private init(
        _ base: URL, kind: TokenKind, credentials: RemoteCredentials, renewsCredentials: Bool, version: String?,
        headers: HTTPFields, catalogue: (@Sendable () throws -> Data)?
    ) {
        self.base = base
        self.renewsCredentials = renewsCredentials
        self.kind = kind
        var fields = headers
        fields[.firesteelInstance] = Self.instance
        if let version { fields[.firesteelVersion] = version }
        if kind == .server, let version, let catalogue {
            self.catalogue = CatalogueSending(
                base, version: version, credentials: credentials, headers: fields, json: catalogue)
        } else {
            self.catalogue = nil
        }
        values = OFREPSource(base, credentials: credentials, headers: fields)
        definitions = FlagdSource(
            base.appending(path: "flags/v1/definitions").appending(queryItems: [
                URLQueryItem(name: "eventStreams", value: "1")
            ]),
            credentials: credentials, headers: fields)
    }

    /// The random identifier of this run: 128 bits in hexadecimal digits.
    private static let instance = (0..<4).map { _ in
        let digits = String(UInt32.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()

    /// The address of definitions or values.
    public var address: URL { kind == .server ? definitions.address : values.address }

    /// The server's address.
    public var server: URL { base }

    /// Whether the server evaluates the flags.
    public var isContextSpecific: Bool { kind == .client }

    /// Returns a request for all flags.
    public func request(for context: EvaluationContext, hint: RefetchHint?) async throws -> HTTPRequestMessage {
        switch kind {
        case .client: try await values.request(for: context, hint: hint)
        case .server: try await definitions.request(for: context, hint: hint)
        }
    }

    /// Reads definitions or values.
    public func read(_ body: [UInt8], for context: EvaluationContext) throws(FlagError) -> RemoteFlagResponse {
        guard kind == .server else { return try values.read(body, for: context) }
        let document: JSONDocument
        do {
            document = try JSONDocument(body, within: definitions.options.json)
        } catch {
            throw FlagError(.parseError, "The response isn't JSON: \(error)")
        }
        guard document.tokens[0].kind == .object else {
            throw FlagError(.parseError, "The response isn't a JSON object.")
        }
        let streams = OFREPEventStream.all(
            in: document.member("eventStreams", of: 0).map { document.value($0) }, base: base)
        var values: RemoteFlagValues
        do {
            // The addresses of streams contain secrets, so they are not written to disk.
            values = definitions.values(
                of: try FlagDefinitions(document, options: definitions.options),
                kept: document.bytes(withoutMember: "eventStreams"))
        } catch {
            throw FlagError(.parseError, "\(error)")
        }
        values.eventStreams = streams
        let revision = document.member("revision", of: 0).map { document.value($0) }
        if case .int(let number)? = revision, number > 0 { values.revision = number }
        // A "not modified" response doesn't include the streams.
        values.keepsValidator = streams.isEmpty
        return .values(values)
    }

    /// Returns a request with the catalogue if the server lacks that of this version.
    public func followingRequest(after fields: HTTPFields) async throws -> HTTPRequestMessage? {
        try await catalogue?.request(after: fields)
    }

    /// Returns the error for a status, with the server's details.
    public func error(of response: HTTPResponseMessage<[UInt8]>) -> FlagError {
        kind == .client ? values.error(of: response) : definitions.error(of: response)
    }
}

extension RemoteFlagSource where Self == FiresteelSource {
    /// Returns a source for a Firesteel server.
    public static func firesteel(
        _ base: URL, token: String, version: String? = nil, headers: HTTPFields = [:],
        catalogue: (@Sendable () throws -> Data)? = nil
    ) -> FiresteelSource {
        FiresteelSource(base, token: token, version: version, headers: headers, catalogue: catalogue)
    }
}

extension RemoteFlagProvider {
    /// Returns a provider with the flags of a Firesteel server.
    ///
    /// ```swift
    /// let flags = RemoteFlagProvider.firesteel(address, token: token, transport: URLSessionTransport())
    /// flags.start()
    /// let stack = FlagStack([flags])
    /// ```
    ///
    /// - Parameters:
    ///   - address: The server's address, such as `https://flags.example.com`.
    ///   - token: A token of the kind `server`, for a server, or `client`, which may be part of an app.
    ///   - version: The version of the program, which the server shows.
    ///   - transport: Sends the requests.
    ///   - options: Polling, the cache on disk, and limits.
    ///   - catalogue: Returns the catalogue as JSON, such as `{ try runtime.catalogue.json() }`; `nil` to never send it.
    public static func firesteel(
        _ address: URL, token: String, version: String? = nil, transport: any HTTPTransport,
        options: RemoteFlagOptions = RemoteFlagOptions(), catalogue: (@Sendable () throws -> Data)? = nil
    ) -> RemoteFlagProvider {
        RemoteFlagProvider(
            "Firesteel", source: .firesteel(address, token: token, version: version, catalogue: catalogue),
            transport: transport, options: options)
    }

    /// Returns a provider with the flags of a Firesteel server, whose token is requested for each HTTP request.
    ///
    /// - Parameters:
    ///   - address: The server's address, such as `https://flags.example.com`.
    ///   - kind: The kind of the token.
    ///   - version: The version of the program, which the server shows.
    ///   - transport: Sends the requests.
    ///   - options: Polling, the cache on disk, and limits.
    ///   - catalogue: Returns the catalogue as JSON; `nil` to never send it.
    ///   - token: Returns the token. While it throws, its error is that of the provider, which tries again.
    public static func firesteel(
        _ address: URL, kind: FiresteelSource.TokenKind, version: String? = nil, transport: any HTTPTransport,
        options: RemoteFlagOptions = RemoteFlagOptions(), catalogue: (@Sendable () throws -> Data)? = nil,
        token: @escaping @Sendable () async throws -> String
    ) -> RemoteFlagProvider {
        RemoteFlagProvider(
            "Firesteel",
            source: FiresteelSource(address, kind: kind, version: version, catalogue: catalogue, token: token),
            transport: transport, options: options)
    }
}
