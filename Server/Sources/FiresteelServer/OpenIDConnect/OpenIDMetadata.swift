import FiresteelBase
import Foundation

/// A provider's metadata (OpenID Connect Discovery 1.0).
struct OpenIDMetadata: Sendable {
    let authorization: URL
    let token: URL
    let keys: URL
    let userInfo: URL?
    /// Whether the client's secret is sent in the body and not in a field, which is the default.
    let sendsSecretInBody: Bool
    /// Whether the provider names itself in its responses (RFC 9207).
    let namesIssuer: Bool

    /// Reads a document.
    ///
    /// - Throws: ``OpenIDError/unavailable(_:)`` if it isn't the issuer's, or has addresses that can't be used.
    init(_ document: JSONValue, issuer: URL) throws(OpenIDError) {
        guard case .object(let members) = document else {
            throw .unavailable("its configuration isn't a JSON object.")
        }
        // Exactly the same: otherwise another provider's tokens would be accepted.
        guard members["issuer"] == .string(issuer.absoluteString) else {
            throw .unavailable("its configuration names another issuer than \(issuer.absoluteString).")
        }
        func address(_ name: String) throws(OpenIDError) -> URL? {
            guard let value = members[name], value != .null else { return nil }
            guard case .string(let text) = value, let url = OpenIDConfiguration.address(text), url.fragment() == nil
            else { throw .unavailable("“\(name)” in its configuration isn't an address with https.") }
            return url
        }
        guard let authorization = try address("authorization_endpoint"), let token = try address("token_endpoint"),
            let keys = try address("jwks_uri")
        else { throw .unavailable("its configuration lacks authorization_endpoint, token_endpoint or jwks_uri.") }
        self.authorization = authorization
        self.token = token
        self.keys = keys
        userInfo = try address("userinfo_endpoint")
        if case .array(let methods)? = members["token_endpoint_auth_methods_supported"] {
            sendsSecretInBody =
                methods.contains("client_secret_post") && !methods.contains("client_secret_basic")
        } else {
            sendsSecretInBody = false
        }
        namesIssuer = members["authorization_response_iss_parameter_supported"] == true
    }
}
