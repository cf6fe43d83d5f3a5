import FlyingSocks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

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

    /// The address for a socket.
    /// - Throws: `SocketError` if the host isn't a numeric address.
    var socketAddress: any SocketAddress {
        get throws {
            if host.contains(":") { return try sockaddr_in6.inet6(ip6: host, port: port) }
            return try sockaddr_in.inet(ip4: host, port: port)
        }
    }
}
