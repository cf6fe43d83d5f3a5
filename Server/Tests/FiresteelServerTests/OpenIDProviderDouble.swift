import FiresteelFlags
import FiresteelHTTP
import Foundation
import HTTPTypes
import JWTKit
import Synchronization

/// An OpenID Connect provider in memory, which can be made to respond in any way.
final class OpenIDProviderDouble: HTTPTransport {
    static let issuer = "https://login.example.com"
    static let clientID = "firesteel"
    static let secret = "s3cret+/ä"

    struct State: Sendable {
        /// The keys that it publishes, by their identifiers.
        var published: [String: ES256PrivateKey] = [:]
        /// The codes that can be redeemed, with the parameters of their requests.
        var codes: [String: [String: String]] = [:]
        /// The claims of the person who signs in.
        var person: [String: JSONValue] = [:]
        /// Changes the header and the claims of the next tokens.
        var header: [String: JSONValue] = ["alg": "ES256", "kid": "a"]
        var claims: [String: JSONValue] = [:]
        /// Claims that the next tokens don't have.
        var omitted: Set<String> = []
        /// The key that signs, by default the published one with the header's identifier.
        var signer: ES256PrivateKey?
        var signature: [UInt8]?
        /// Members of the configuration that differ.
        var configuration: [String: JSONValue] = [:]
        /// Whether the claims of the person are in a separate response.
        var hasUserInfo = false
        var isUnreachable = false
        /// The number of requests by path.
        var requests: [String: Int] = [:]
        /// The reason why the last request was refused.
        var complaint: String?
    }

    private let state: Mutex<State>
    private let clock: @Sendable () -> Int64

    init(clock: @escaping @Sendable () -> Int64) {
        self.clock = clock
        state = Mutex(State(published: ["a": ES256PrivateKey()]))
    }

    func change<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result { state.withLock { body(&$0) } }

    /// Signs the person in, and returns the code for an address that the server sent the browser to.
    func authorize(_ address: String) throws -> (code: String, query: [String: String]) {
        let items = URLComponents(string: address)?.queryItems ?? []
        let query = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        let code = UUID().uuidString
        state.withLock { $0.codes[code] = query }
        return (code, query)
    }

    func open(_ request: HTTPRequestMessage, limits: HTTPLimits) async throws -> HTTPResponseMessage<HTTPBody> {
        let path = request.url?.path() ?? ""
        let isUnreachable = state.withLock { state in
            state.requests[path, default: 0] += 1
            return state.isUnreachable
        }
        if isUnreachable { throw HTTPTransportError.unreachable("the test says so.") }
        let (status, json) = try await respond(to: path, request)
        let (body, writer) = HTTPBody.make(limit: limits.bodyBytes) {}
        _ = writer.write(Array(json.json().utf8))
        writer.finish()
        return HTTPResponseMessage(status: status, fields: [.contentType: "application/json"], body: body)
    }

    private func respond(
        to path: String, _ request: HTTPRequestMessage
    ) async throws -> (HTTPResponse.Status, JSONValue) {
        switch path {
        case "/.well-known/openid-configuration":
            let base = Self.issuer
            var members: [String: JSONValue] = [
                "issuer": .string(base), "authorization_endpoint": .string("\(base)/authorize"),
                "token_endpoint": .string("\(base)/token"), "jwks_uri": .string("\(base)/keys"),
                "userinfo_endpoint": .string("\(base)/person"),
            ]
            members.merge(state.withLock { $0.configuration }) { $1 }
            return (.ok, .object(members))
        case "/keys":
            let keys = state.withLock { $0.published }.map { identifier, key -> JSONValue in
                let point = key.publicKey.parameters
                return [
                    "kty": "EC", "crv": "P-256", "use": "sig", "kid": .string(identifier),
                    "x": .string(Self.url(point?.x ?? "")), "y": .string(Self.url(point?.y ?? "")),
                ]
            }
            // A kind of key that the server doesn't know must not keep it from using the others.
            return (.ok, ["keys": .array(keys + [["kty": "new", "kid": "new"], ["kty": "oct", "k": "c2VjcmV0"]])])
        case "/token": return try await redeem(request)
        case "/person": return (.ok, .object(state.withLock { $0.person }))
        default: return (.notFound, [:])
        }
    }

    private func redeem(_ request: HTTPRequestMessage) async throws -> (HTTPResponse.Status, JSONValue) {
        let form = URLComponents(string: "?\(String(decoding: request.body, as: UTF8.self))")?.queryItems ?? []
        let values = Dictionary(form.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        let query = state.withLock { $0.codes.removeValue(forKey: values["code"] ?? "") }
        let secret = "s3cret%2B%2F%C3%A4"
        let expected = "Basic \(Data("\(Self.clientID):\(secret)".utf8).base64EncodedString())"
        guard request.fields[.authorization] == expected else { return refuse("client", "invalid_client") }
        guard let query, values["redirect_uri"] == query["redirect_uri"], values["grant_type"] == "authorization_code"
        else { return refuse("code", "invalid_grant") }
        // That of RFC 7636: the base64url of the verifier's SHA-256.
        let challenge = try await OpenIDTests.challenge(of: values["code_verifier"] ?? "")
        guard query["code_challenge_method"] == "S256", challenge == query["code_challenge"] else {
            return refuse("verifier", "invalid_grant")
        }
        let state = state.withLock { $0 }
        let now = Int(clock() / 1_000)
        var claims: [String: JSONValue] = [
            "iss": .string(Self.issuer), "aud": .string(Self.clientID), "exp": .int(now + 300), "iat": .int(now),
            "nonce": .string(query["nonce"] ?? ""),
        ]
        if state.hasUserInfo { claims["sub"] = state.person["sub"] } else { claims.merge(state.person) { $1 } }
        claims.merge(state.claims) { $1 }
        for name in state.omitted { claims[name] = nil }
        let token = try await Self.token(state, claims)
        return (.ok, ["access_token": "access", "token_type": "Bearer", "id_token": .string(token)])
    }

    private func refuse(_ complaint: String, _ error: String) -> (HTTPResponse.Status, JSONValue) {
        state.withLock { $0.complaint = complaint }
        return (.badRequest, ["error": .string(error)])
    }

    private static func token(_ state: State, _ claims: [String: JSONValue]) async throws -> String {
        let parts = [JSONValue.object(state.header), .object(claims)].map {
            url(Data($0.json().utf8).base64EncodedString())
        }
        let signed = parts.joined(separator: ".")
        var signature = state.signature
        if signature == nil {
            let identifier = state.header["kid"]?.stringValue ?? "a"
            guard let key = state.signer ?? state.published[identifier] else { throw URLError(.badURL) }
            signature = try await JWTKeyCollection().add(ecdsa: key, kid: "key").getKey(for: "key")
                .sign(Array(signed.utf8))
        }
        return "\(signed).\(url(Data(signature ?? []).base64EncodedString()))"
    }

    private static func url(_ base64: String) -> String {
        base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
