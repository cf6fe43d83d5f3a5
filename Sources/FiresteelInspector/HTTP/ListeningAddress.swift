/// An address to listen on, with a numeric host.
struct ListeningAddress: Sendable {
    let host: String
    let port: UInt16

    /// Whether only this machine can reach it: 127.0.0.0/8 or ::1.
    var isLoopback: Bool { Self.isLoopback(host) }

    /// Returns whether a numeric host is this machine.
    static func isLoopback(_ host: String) -> Bool {
        if host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
