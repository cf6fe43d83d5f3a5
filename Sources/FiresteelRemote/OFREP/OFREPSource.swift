public import FiresteelFlags
public import FiresteelHTTP
public import Foundation
public import HTTPTypes

/// Flags of a server with the OpenFeature Remote Evaluation Protocol, version 0.3.0.
///
/// The server evaluates all flags together for the fixed context. Its values are valid for that context only; for a
/// separate context, for example for each request of a server, use ``OFREPClient/evaluate(_:in:)``.
///
/// If the server offers event streams, they report changes, and the server is polled only while a stream is
/// disconnected.
public struct OFREPSource: RemoteFlagSource {
    /// The server's address, without `/ofrep/v1`.
    public let base: URL
    private let credentials: RemoteCredentials
    private let headers: HTTPFields

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - base: The server's address, without `/ofrep/v1`.
    ///   - credentials: The credentials of the program. They are not sent to event streams.
    ///   - headers: More fields of each request, for example of a proxy. They are not sent to event streams, nor to
    ///     another server after a redirect.
    public init(_ base: URL, credentials: RemoteCredentials = .none, headers: HTTPFields = [:]) {
        self.base = base
        self.credentials = credentials
        self.headers = headers
    }

    /// The address at which all flags are evaluated.
    public var address: URL { base.appending(path: "ofrep/v1/evaluate/flags") }

    /// The server's address.
    public var server: URL { base }

    /// Whether values are for one context only: `true`, because the server evaluates them.
    public var isContextSpecific: Bool { true }

    /// Returns a request for all flags.
    public func request(for context: EvaluationContext, hint: RefetchHint?) async throws -> HTTPRequestMessage {
        var items: [URLQueryItem] = []
        if let etag = hint?.etag { items.append(URLQueryItem(name: "flagConfigEtag", value: etag)) }
        if let date = hint?.lastModified { items.append(URLQueryItem(name: "flagConfigLastModified", value: date)) }
        let url = items.isEmpty ? address : address.appending(queryItems: items)
        return try await request(to: url, context)
    }

    /// Returns a request for one flag.
    func request(for key: String, _ context: EvaluationContext) async throws -> HTTPRequestMessage {
        let segment = try PathSegment.encoded(key)
        guard var parts = URLComponents(url: address, resolvingAgainstBaseURL: true) else {
            throw FlagError(.general, "“\(base.withoutSecrets)” is not a valid address.")
        }
        parts.percentEncodedPath += "/\(segment)"
        guard let url = parts.url else { throw FlagError(.general, "“\(key)” can't be part of an address.") }
        return try await request(to: url, context)
    }

    private func request(to url: URL, _ context: EvaluationContext) async throws -> HTTPRequestMessage {
        var members = context.attributes
        members["targetingKey"] = context.targetingKey.map { .string($0) }
        let body = JSONValue.object(["context": .object(members)]).json()
        var request = HTTPRequestMessage(
            .post, url, fields: [.contentType: "application/json", .accept: "application/json"],
            body: Array(body.utf8))
        request.replaceFields(with: headers)
        try await credentials.add(to: &request)
        return request
    }

    /// Parses the response with all flags.
    public func read(_ body: [UInt8], for context: EvaluationContext) throws(FlagError) -> RemoteFlagResponse {
        let root: JSONValue
        do {
            root = try JSONValue(json: body)
        } catch {
            throw FlagError(.parseError, "The response isn't JSON: \(error)")
        }
        guard case .object(var members) = root, case .array(let flags)? = members["flags"] else {
            throw FlagError(.parseError, "The response has no array “flags”.")
        }
        var shared: [String: JSONValue] = [:]
        if case .object(let metadata)? = members["metadata"] { shared = metadata }
        var rules = KeyedRules()
        var faults: [String] = []
        for (index, flag) in flags.enumerated() {
            guard case .object(let members) = flag, case .string(let key)? = members["key"] else {
                faults.append("$.flags[\(index)] has no “key”.")
                continue
            }
            guard let rule = OFREPFlag.rule(members, shared: shared) else { continue }
            rules.add(rule, name: key, key: key)
        }
        guard flags.isEmpty || faults.count < flags.count else {
            throw FlagError(.parseError, "No element of the array “flags” has a “key”.")
        }
        var revision: Int?
        if case .int(let number)? = shared["revision"], number > 0 { revision = number }
        let streams = OFREPEventStream.all(in: members["eventStreams"], base: base)
        // The addresses contain secrets, so they are not written to disk.
        members["eventStreams"] = nil
        return .values(
            RemoteFlagValues(
                rules: rules.rules, kept: Array(JSONValue.object(members).json().utf8),
                // A "not modified" response doesn't include the streams.
                keepsValidator: streams.isEmpty, revision: revision, eventStreams: streams,
                diagnostics: faults + rules.diagnostics))
    }

    /// Returns the error for a status, with the server's details.
    public func error(of response: HTTPResponseMessage<[UInt8]>) -> FlagError {
        if let error = OFREPFlag.fault(in: response) { return error }
        let error = HTTPStatusError.of(response, from: address)
        guard let details = OFREPFlag.details(in: response) else { return error }
        return FlagError(error.code, "\(error.message) \(details)")
    }
}

extension RemoteFlagSource where Self == OFREPSource {
    /// Returns a source for an OFREP server.
    public static func ofrep(
        _ base: URL, credentials: RemoteCredentials = .none, headers: HTTPFields = [:]
    ) -> OFREPSource {
        OFREPSource(base, credentials: credentials, headers: headers)
    }
}
