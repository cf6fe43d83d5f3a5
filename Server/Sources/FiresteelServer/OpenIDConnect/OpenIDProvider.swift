import FiresteelBase
import FiresteelHTTP
import FiresteelStore
import Foundation
import HTTPTypes
import Logging

/// Exchanges messages with the configured OpenID Connect provider.
///
/// Its configuration and keys are read when they are needed first, and again after an hour. An unknown key is looked up
/// sooner, since providers change their keys, but not more than twice a minute: anyone can send tokens with new names.
actor OpenIDProvider {
    nonisolated let configuration: OpenIDConfiguration
    private let transport: any HTTPTransport
    private let clock: ServerClock
    private let logger: Logger

    /// A value that was read, and when.
    private struct Stored<Value: Sendable>: Sendable {
        let value: Value
        let time: Int64
    }
    private var metadata: Stored<OpenIDMetadata>?
    private var keySet: Stored<OpenIDKeySet>?
    // One read at a time, which all wait for.
    private var readingMetadata: Task<OpenIDMetadata, any Error>?
    private var readingKeys: Task<OpenIDKeySet, any Error>?

    private static let maximumAge: Int64 = 60 * 60_000
    private static let minimumAge: Int64 = 30_000
    /// No redirects: the provider names each address itself.
    private static let limits = HTTPLimits(bodyBytes: 256 << 10, timeout: .seconds(10), redirects: 0)
    private static let json = JSONLimits(bytes: 256 << 10, depth: 32)

    init(_ configuration: OpenIDConfiguration, transport: any HTTPTransport, clock: ServerClock, logger: Logger) {
        self.configuration = configuration
        self.transport = transport
        self.clock = clock
        self.logger = logger
    }

    /// Reads configuration and keys, to find out whether they can be used.
    func check() async throws {
        _ = try await currentMetadata()
        _ = try await currentKeys(youngerThan: Self.maximumAge)
    }

    // MARK: The flow

    /// Returns the address of the provider's page where the person signs in.
    func authorizationAddress(for flow: OpenIDFlow) async throws -> String {
        let metadata = try await currentMetadata()
        var values = [
            ("response_type", "code"), ("client_id", configuration.clientID),
            ("redirect_uri", configuration.returnAddress), ("scope", "openid email profile"), ("state", flow.state),
            ("nonce", flow.nonce), ("code_challenge", flow.challenge), ("code_challenge_method", "S256"),
        ]
        if flow.purpose == .confirm { values += [("prompt", "login"), ("max_age", "0")] }
        let separator = metadata.authorization.query() == nil ? "?" : "&"
        return "\(metadata.authorization.absoluteString)\(separator)\(Self.form(values))"
    }

    /// Returns the person who signed in, by the parameters that the browser was sent back with.
    func identity(code: String?, issuer: String?, error: String?, for flow: OpenIDFlow) async throws -> OpenIDIdentity {
        let metadata = try await currentMetadata()
        guard issuer == configuration.issuer.absoluteString || (issuer == nil && !metadata.namesIssuer) else {
            throw OpenIDError.untrusted("the browser came back from another provider.")
        }
        if let error {
            guard error == "access_denied" else {
                throw OpenIDError.unavailable("it refused the request: \(Self.shown(error))")
            }
            throw OpenIDError.denied
        }
        guard let code, !code.isEmpty else { throw OpenIDError.expired }
        let response = try await redeem(code, flow, metadata)
        guard case .string(let text)? = response["id_token"] else {
            throw OpenIDError.untrusted("the provider's response has no ID token.")
        }
        var identity = try await checkedIdentity(OpenIDToken(text), flow)
        // Providers may state the address only there.
        if identity.email == nil, let address = metadata.userInfo, case .string(let access)? = response["access_token"]
        {
            let claims = try await object(
                HTTPRequestMessage(
                    .get, address, fields: [.authorization: "Bearer \(access)", .accept: "application/json"]))
            guard claims["sub"] == .string(identity.subject) else {
                throw OpenIDError.untrusted("the provider describes another person than its token.")
            }
            identity.add(claims)
        }
        return identity
    }

    private func redeem(
        _ code: String, _ flow: OpenIDFlow, _ metadata: OpenIDMetadata
    ) async throws -> [String: JSONValue] {
        var values = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", configuration.returnAddress),
            ("code_verifier", flow.verifier),
        ]
        var fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded", .accept: "application/json"]
        switch configuration.clientSecret {
        case let secret? where !metadata.sendsSecretInBody:
            let pair = "\(Self.encoded(configuration.clientID)):\(Self.encoded(secret))"
            fields[.authorization] = "Basic \(Data(pair.utf8).base64EncodedString())"
        case let secret?: values += [("client_id", configuration.clientID), ("client_secret", secret)]
        case nil: values.append(("client_id", configuration.clientID))
        }
        return try await object(
            HTTPRequestMessage(.post, metadata.token, fields: fields, body: Array(Self.form(values).utf8)))
    }

    private func checkedIdentity(_ token: OpenIDToken, _ flow: OpenIDFlow) async throws -> OpenIDIdentity {
        var keys = try await currentKeys(youngerThan: Self.maximumAge)
        if !keys.has(token.key, for: token.algorithm) { keys = try await currentKeys(youngerThan: Self.minimumAge) }
        guard
            await keys.isSigned(token.signed, by: token.signature, key: token.key, algorithm: token.algorithm)
        else { throw OpenIDError.untrusted("no key of the provider made its signature.") }
        return try token.identity(
            expecting: OpenIDToken.Expectation(
                issuer: configuration.issuer.absoluteString, clientID: configuration.clientID, nonce: flow.nonce,
                now: clock.now(), authenticatedSince: flow.purpose == .confirm ? flow.time : nil))
    }

    // MARK: Configuration and keys

    private func currentMetadata() async throws -> OpenIDMetadata {
        if let metadata, clock.now() - metadata.time < Self.maximumAge { return metadata.value }
        let reading = readingMetadata ?? Task { try await readMetadata() }
        readingMetadata = reading
        return try await reading.value
    }

    /// Reads the configuration, as the only task that does.
    private func readMetadata() async throws -> OpenIDMetadata {
        // Not by those who wait: the last of them would forget a read that began after this one.
        defer { readingMetadata = nil }
        let issuer = configuration.issuer
        let address = issuer.appending(path: ".well-known/openid-configuration")
        let value = try await OpenIDMetadata(document(address), issuer: issuer)
        metadata = Stored(value: value, time: clock.now())
        return value
    }

    private func currentKeys(youngerThan age: Int64) async throws -> OpenIDKeySet {
        if let keySet, clock.now() - keySet.time < age { return keySet.value }
        let address = try await currentMetadata().keys
        let reading = readingKeys ?? Task { try await readKeys(address) }
        readingKeys = reading
        return try await reading.value
    }

    /// Reads the keys, as the only task that does.
    private func readKeys(_ address: URL) async throws -> OpenIDKeySet {
        defer { readingKeys = nil }
        let value = try await OpenIDKeySet(document(address))
        keySet = Stored(value: value, time: clock.now())
        return value
    }

    // MARK: Messages

    private func document(_ address: URL) async throws -> JSONValue {
        try await .object(object(HTTPRequestMessage(.get, address, fields: [.accept: "application/json"])))
    }

    private func object(_ request: HTTPRequestMessage) async throws -> [String: JSONValue] {
        let response: HTTPResponseMessage<[UInt8]>
        do {
            response = try await transport.send(request, limits: Self.limits)
        } catch let error as HTTPTransportError {
            throw OpenIDError.unavailable("\(request): \(error)")
        }
        let value = try? JSONValue(json: response.body, limits: Self.json)
        guard response.status == .ok else {
            // The code of an error is a word of the protocol; its description may be anything.
            var reason = "status \(response.status.code)"
            if case .object(let members)? = value, case .string(let error)? = members["error"] {
                // The code was used, is too old, or belongs to another request.
                if error == "invalid_grant" { throw OpenIDError.expired }
                reason += ", \(Self.shown(error))"
            }
            throw OpenIDError.unavailable("\(request): \(reason).")
        }
        guard case .object(let members)? = value else {
            throw OpenIDError.unavailable("\(request): the response isn't a JSON object.")
        }
        return members
    }

    /// Returns the part of a received word that may be logged.
    private static func shown(_ word: String) -> String {
        String(word.prefix(60).filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    }

    private static func form(_ values: [(String, String)]) -> String {
        values.map { "\($0.0)=\(encoded($0.1))" }.joined(separator: "&")
    }

    /// Encodes a value for a form or query: all but unreserved characters.
    private static func encoded(_ text: String) -> String {
        let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        return String(
            decoding: text.utf8.flatMap { byte in
                unreserved.contains(byte) ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }, as: UTF8.self)
    }
}
