/// The addresses of this machine that no other can reach.
package enum LoopbackAddress {
    /// Returns whether a host is one: `localhost`, `127.0.0.0/8` or `::1`.
    package static func contains(_ host: String) -> Bool {
        if host == "::1" || host == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Returns the host of an authority such as `[::1]:9464`.
    package static func host(of authority: String) -> String {
        if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return String(authority.prefix { $0 != ":" })
    }
}
