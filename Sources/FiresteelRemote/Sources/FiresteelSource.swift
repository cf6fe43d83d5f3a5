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
/// many running programs have a change.
public struct FiresteelSource: RemoteFlagSource {
    /// The kinds of tokens that receive flags.
    private enum Kind {
        case client, server
    }

    /// The server's address.
    public let base: URL
    private let kind: Kind
    private let values: OFREPSource
    private let definitions: FlagdSource
    private let headers: HTTPFields

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - base: The server's address, such as `https://flags.example.com`.
    ///   - token: The token. One that begins with `fs_server_` receives definitions, any other values.
    ///   - version: The version of the program, which the server shows.
    ///   - headers: More fields of each request. They are not sent to another server after a redirect.
    public init(_ base: URL, token: String, version: String? = nil, headers: HTTPFields = [:]) {
        self.base = base
        kind = token.hasPrefix("fs_server_") ? .server : .client
        var fields = headers
        fields[.firesteelInstance] = Self.instance
        if let version { fields[.firesteelVersion] = version }
        self.headers = fields
        values = OFREPSource(base, credentials: .bearer(token), headers: fields)
        definitions = FlagdSource(
            base.appending(path: "flags/v1/definitions").appending(queryItems: [
                URLQueryItem(name: "eventStreams", value: "1")
            ]),
            credentials: .bearer(token), headers: fields)
    }

    /// The random identifier of this run: 128 bits in hexadecimal digits.
    private static let instance = (0..<4).map { _ in
        let digits = String(UInt32.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()

    /// The address of definitions or values.
    public var address: URL { kind == .server ? definitions.address : values.address }

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
        let root: FlagValue
        do {
            root = try FlagValue(json: body)
        } catch {
            throw FlagError(.parseError, "The response isn't JSON: \(error)")
        }
        guard case .object(var members) = root else {
            throw FlagError(.parseError, "The response isn't a JSON object.")
        }
        let streams = OFREPEventStream.all(in: members["eventStreams"], base: base)
        // The addresses contain secrets, so they are not written to disk.
        members["eventStreams"] = nil
        let kept = Array(FlagValue.object(members).json().utf8)
        guard case .values(var values) = try definitions.read(kept, for: context) else { return .notModified }
        values.eventStreams = streams
        // A "not modified" response doesn't include the streams.
        values.keepsValidator = streams.isEmpty
        return .values(values)
    }

    /// Returns the error for a status, with the server's details.
    public func error(of response: HTTPResponseMessage<[UInt8]>) -> FlagError {
        kind == .client ? values.error(of: response) : definitions.error(of: response)
    }
}

extension RemoteFlagSource where Self == FiresteelSource {
    /// Returns a source for a Firesteel server.
    public static func firesteel(
        _ base: URL, token: String, version: String? = nil, headers: HTTPFields = [:]
    ) -> FiresteelSource {
        FiresteelSource(base, token: token, version: version, headers: headers)
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
    public static func firesteel(
        _ address: URL, token: String, version: String? = nil, transport: any HTTPTransport,
        options: RemoteFlagOptions = RemoteFlagOptions()
    ) -> RemoteFlagProvider {
        RemoteFlagProvider(
            "Firesteel", source: .firesteel(address, token: token, version: version), transport: transport,
            options: options)
    }
}
