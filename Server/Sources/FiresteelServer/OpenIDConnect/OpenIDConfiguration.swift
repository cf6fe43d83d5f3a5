package import FiresteelStore
package import Foundation

/// An OpenID Connect provider that people sign in with.
///
/// An account is found by the identity that the provider reports, `iss` and `sub`. An identity that is new is linked by its
/// email address, if the provider verified that: to the account with this address, to the invitations of it, or to a new
/// account if the address is in an allowed domain.
package struct OpenIDConfiguration: Sendable {
    /// The provider's identifier, an address without query and fragment.
    package let issuer: URL
    /// The identifier under which the provider knows the server.
    package let clientID: String
    /// The secret that the provider gave the server, or `nil` for a public client.
    let clientSecret: String?
    /// The provider's name on the button, by default its host.
    package let name: String
    /// The domains of email addresses whose owners get an account without an invitation, in lowercase.
    package let domains: Set<String>
    /// The role that such an account gets in all programs that exist, or `nil` for none.
    package let role: Role?
    /// The origin under which browsers reach the server.
    let origin: String

    /// The address to which the provider sends browsers back.
    ///
    /// The provider has to know it.
    package var returnAddress: String { "\(origin)/sign-in/callback" }

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - issuer: The provider's identifier, which uses HTTPS unless it is on this machine.
    ///   - clientID: The identifier under which the provider knows the server.
    ///   - clientSecret: The secret that the provider gave the server, or `nil` for a public client.
    ///   - name: The provider's name on the button, or `nil` for its host.
    ///   - domains: The domains of email addresses whose owners get an account without an invitation.
    ///   - role: The role of such an account, viewer or editor, or `nil` for none.
    ///   - origin: The origin under which browsers reach the server, such as `https://flags.example.com`.
    /// - Throws: ``OpenIDConfigurationError``.
    package init(
        issuer: String, clientID: String, clientSecret: String?, name: String? = nil, domains: [String] = [],
        role: Role? = nil, origin: String?
    ) throws(OpenIDConfigurationError) {
        guard let url = Self.address(issuer), url.query() == nil, url.fragment() == nil, let host = url.host() else {
            throw .issuer(issuer)
        }
        guard !clientID.isEmpty else { throw .noClientID }
        guard let origin, Self.address(origin) != nil else { throw .noOrigin }
        let domains = Set(domains.map { $0.lowercased() })
        for domain in domains where !Self.isDomain(domain) { throw .domain(domain) }
        guard role == nil || !domains.isEmpty else { throw .roleWithoutDomain }
        guard role == nil || role == .viewer || role == .editor else { throw .role }
        let shown = (name ?? host).trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...60).contains(shown.count) else { throw .name }
        self.issuer = url
        self.clientID = clientID
        self.clientSecret = clientSecret.flatMap { $0.isEmpty ? nil : $0 }
        self.name = shown
        self.domains = domains
        self.role = role
        self.origin = origin.hasSuffix("/") ? String(origin.dropLast()) : origin
    }

    /// Returns an address that uses HTTPS, or is on this machine.
    static func address(_ text: String) -> URL? {
        guard text.utf8.count <= 2_000, let url = URL(string: text), let host = url.host()?.lowercased(), !host.isEmpty,
            url.user() == nil, url.password() == nil
        else { return nil }
        switch url.scheme?.lowercased() {
        case "https": return url
        case "http": return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host) ? url : nil
        default: return nil
        }
    }

    private static func isDomain(_ text: String) -> Bool {
        text.utf8.count <= 253 && text.contains(".")
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && label.allSatisfy { $0 == "-" || (($0.isLetter || $0.isNumber) && $0.isASCII) }
            }
    }
}

extension OpenIDConfiguration: CustomStringConvertible, CustomReflectable {
    /// The issuer and the client's identifier; the secret is hidden.
    package var description: String { "\(issuer.absoluteString), client \(clientID)" }
    /// A mirror without the secret.
    package var customMirror: Mirror { Mirror(self, children: ["issuer": issuer, "clientID": clientID]) }
}

/// An error in a configuration of OpenID Connect.
package enum OpenIDConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The issuer isn't an address with HTTPS.
    case issuer(String)
    /// The client has no identifier.
    case noClientID
    /// The server's origin isn't known.
    case noOrigin
    /// A text isn't a domain.
    case domain(String)
    /// A role is configured without a domain, so that it applies to no one.
    case roleWithoutDomain
    /// The role has too many rights.
    case role
    /// The name is empty or too long.
    case name

    /// A message with the cause and the remedy.
    package var description: String {
        switch self {
        case .issuer(let issuer):
            "“\(issuer)” can't be the issuer. It has to be an address with https, without query, such as https://login.example.com; http is for this machine only."
        case .noClientID: "OpenID Connect needs the client's identifier. Set --oidc-client-id."
        case .noOrigin:
            "OpenID Connect needs the address under which browsers reach the server, which the provider sends them back to. Set --origin to an address with https."
        case .domain(let domain): "“\(domain)” isn't a domain, such as example.com."
        case .roleWithoutDomain:
            "--oidc-role is for accounts of an allowed domain. Set --oidc-domain as well."
        case .role: "--oidc-role has to be viewer or editor. Other roles are given to single people, on the dashboard."
        case .name: "The name of the OpenID Connect provider has to have 1 to 60 characters."
        }
    }
}
