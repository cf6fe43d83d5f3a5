public import FiresteelFlags
public import FiresteelHTTP
public import Foundation
import HTTPTypes

/// Flags of a server that speaks the OpenFeature Remote Evaluation Protocol, version 0.3.0.
///
/// The server decides all flags for the fixed context at once. Its values answer that context alone; for a context of its
/// own, as for each request of a server, ask with ``OFREPClient/evaluate(_:in:)``.
///
/// Where the server offers streams of events, they tell of changes, and only while one is broken it is asked at intervals.
public struct OFREPSource: RemoteFlagSource {
    /// Where the server is, without `/ofrep/v1`.
    public let base: URL
    private let credentials: RemoteCredentials

    /// A server.
    ///
    /// - Parameters:
    ///   - base: Where it is, without `/ofrep/v1`.
    ///   - credentials: What it knows the program by. They are not sent to streams of events.
    public init(_ base: URL, credentials: RemoteCredentials = .none) {
        self.base = base
        self.credentials = credentials
    }

    /// Where all flags are evaluated.
    public var address: URL { base.appending(path: "ofrep/v1/evaluate/flags") }

    /// The server decides.
    public var answersOneContext: Bool { true }

    /// Asks for all flags.
    public func request(for context: EvaluationContext, hint: RefetchHint?) async throws -> HTTPRequestMessage {
        var items: [URLQueryItem] = []
        if let etag = hint?.etag { items.append(URLQueryItem(name: "flagConfigEtag", value: etag)) }
        if let date = hint?.lastModified { items.append(URLQueryItem(name: "flagConfigLastModified", value: date)) }
        let url = items.isEmpty ? address : address.appending(queryItems: items)
        return try await request(to: url, context)
    }

    /// Asks for one flag.
    func request(for key: String, _ context: EvaluationContext) async throws -> HTTPRequestMessage {
        let segment = try PathSegment.encoded(key)
        guard var parts = URLComponents(url: address, resolvingAgainstBaseURL: true) else {
            throw FlagError(.general, "“\(base.withoutSecrets)” is no address.")
        }
        parts.percentEncodedPath += "/\(segment)"
        guard let url = parts.url else { throw FlagError(.general, "“\(key)” can't stand in an address.") }
        return try await request(to: url, context)
    }

    private func request(to url: URL, _ context: EvaluationContext) async throws -> HTTPRequestMessage {
        var members = context.attributes
        members["targetingKey"] = context.targetingKey.map { .string($0) }
        let body = FlagValue.object(["context": .object(members)]).json()
        var request = HTTPRequestMessage(
            .post, url, fields: [.contentType: "application/json", .accept: "application/json"],
            body: Array(body.utf8))
        try await credentials.add(to: &request)
        return request
    }

    /// Reads the answer for all flags.
    public func read(_ body: [UInt8], for context: EvaluationContext) throws(FlagError) -> RemoteFlagAnswer {
        let root: FlagValue
        do {
            root = try FlagValue(json: body)
        } catch {
            throw FlagError(.parseError, "The answer isn't JSON: \(error)")
        }
        guard case .object(var members) = root, case .array(let flags)? = members["flags"] else {
            throw FlagError(.parseError, "The answer has no “flags”, which have to be an array.")
        }
        var shared: [String: FlagValue] = [:]
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
        let streams = OFREPEventStream.all(in: members["eventStreams"], base: base)
        // Their addresses carry secrets, so they are not for the disk.
        members["eventStreams"] = nil
        return .values(
            RemoteFlagValues(
                rules: rules.rules, kept: Array(FlagValue.object(members).json().utf8),
                // A server that says "nothing changed" doesn't say where the streams are.
                keepsValidator: streams.isEmpty, eventStreams: streams, diagnostics: faults + rules.diagnostics))
    }

    /// What a status means, with what the server says about it.
    public func error(of response: HTTPResponseMessage<[UInt8]>) -> FlagError {
        OFREPFlag.fault(in: response) ?? HTTPStatusError.of(response, from: address)
    }
}

extension RemoteFlagSource where Self == OFREPSource {
    /// A server that speaks OFREP.
    public static func ofrep(_ base: URL, credentials: RemoteCredentials = .none) -> OFREPSource {
        OFREPSource(base, credentials: credentials)
    }
}
