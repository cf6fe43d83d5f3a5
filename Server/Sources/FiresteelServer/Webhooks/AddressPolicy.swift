import Foundation

/// The addresses that webhooks may reach: public ones, and those that the installation's options add.
///
/// The person who configures a webhook chooses where the server connects. Without these rules that would reach what only the
/// server's own network can: databases, administrative pages, and the metadata of cloud machines.
package struct AddressPolicy: Sendable {
    /// Whether webhooks may reach this machine, also by http.
    package var allowsLoopback = false
    /// Networks that webhooks may reach although they aren't public.
    package var networks: [IPNetwork] = []

    /// Creates the policy that allows public addresses only.
    package init() {}

    /// IPv4 addresses that aren't public (IANA's registry of special-purpose addresses), and Azure's metadata.
    static let refused = networks([
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16", "169.254.0.0/16", "172.16.0.0/12",
        "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
        "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    ])
    /// IPv6 addresses that are public, but for the exceptions.
    static let global = networks(["2000::/3"])
    /// Of these: protocol assignments with Teredo, documentation, and 6to4, which reaches any IPv4 address.
    static let exceptions = networks(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"])
    static let loopback = networks(["127.0.0.0/8", "::1"])

    /// Texts of this file; tests check that all of them are networks.
    private static func networks(_ texts: [String]) -> [IPNetwork] { texts.compactMap { IPNetwork($0) } }

    /// Whether a connection to an address is allowed.
    func permits(_ address: IPAddress) -> Bool {
        let address = address.embedded ?? address
        func isIn(_ networks: [IPNetwork]) -> Bool { networks.contains { $0.contains(address) } }
        if isIn(networks) || (allowsLoopback && isIn(Self.loopback)) { return true }
        if address.isFour { return !isIn(Self.refused) }
        return isIn(Self.global) && !isIn(Self.exceptions)
    }

    /// Whether a host names this machine.
    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") { return true }
        guard let address = IPAddress(host) else { return false }
        return loopback.contains { $0.contains(address) }
    }

    /// Returns a webhook's address in the form in which it is stored and used.
    ///
    /// Names are resolved when a message is sent, and checked then: their addresses can change at any time.
    ///
    /// - Throws: ``WebhookAddressError`` if it can't be one.
    func target(_ text: String) throws(WebhookAddressError) -> WebhookTarget {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard text.utf8.count <= 2_000, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let url = URL(string: text), let scheme = url.scheme?.lowercased(), let found = url.host?.lowercased()
        else { throw .malformed }
        guard url.user == nil, url.password == nil, url.fragment == nil else { throw .parts }
        let host = found.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        // Only forms that all parsers of addresses read alike.
        let isNumeric = IPAddress(host) != nil
        guard !host.isEmpty, isNumeric || host.utf8.allSatisfy(Self.isNameByte) else { throw .malformed }
        switch scheme {
        case "https": break
        case "http" where allowsLoopback && Self.isLoopback(host): break
        default: throw .scheme
        }
        if let address = IPAddress(host), !permits(address) { throw .refused }
        if Self.isLoopback(host), !allowsLoopback { throw .refused }
        return WebhookTarget(url: url, text: text, host: host)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
    }
}

/// An address that a webhook may have.
struct WebhookTarget: Sendable {
    let url: URL
    let text: String
    /// The host in lowercase, a numeric address without brackets.
    let host: String
}

/// The reason why an address can't be a webhook's.
enum WebhookAddressError: Error, Sendable, Hashable, CustomStringConvertible {
    case malformed
    case parts
    case scheme
    case refused

    var description: String {
        switch self {
        case .malformed: "Enter an address such as https://example.com/hooks/firesteel, at most 2,000 characters."
        case .parts: "The address can't have a user, a password or a part after “#”. Messages are signed instead."
        case .scheme: "The address has to begin with https://, so that others can't read the messages."
        case .refused:
            "The address leads into a private network or to this machine. An operator can allow that: --webhook-network, --webhook-loopback."
        }
    }
}
