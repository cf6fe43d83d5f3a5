import Foundation

/// Resolves the names of hosts as the system does.
enum NameResolver {
    private static let queue = DispatchQueue(label: "firesteel.webhooks.names", attributes: .concurrent)

    /// Returns the addresses of a host, or `nil` if it has none or the time has passed.
    ///
    /// The system's function blocks its thread, which is one of a queue.
    static func addresses(of host: String, within seconds: Double) async -> [IPAddress]? {
        if let address = IPAddress(host) { return [address] }
        let (results, continuation) = AsyncStream.makeStream(
            of: [IPAddress]?.self, bufferingPolicy: .bufferingOldest(1))
        queue.async {
            continuation.yield(lookUp(host))
            continuation.finish()
        }
        queue.asyncAfter(deadline: .now() + seconds) { continuation.finish() }
        for await result in results { return result }
        return nil
    }

    private static func lookUp(_ host: String) -> [IPAddress]? {
        var hints = addrinfo()
        #if os(Linux)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
        hints.ai_socktype = SOCK_STREAM
        #endif
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return nil }
        defer { freeaddrinfo(first) }
        var addresses: [IPAddress] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ai_next
            guard let address = entry.ai_addr else { continue }
            let found: IPAddress? =
                switch entry.ai_family {
                case AF_INET:
                    address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                        withUnsafeBytes(of: pointer.pointee.sin_addr) { IPAddress(bytes: Array($0)) }
                    }
                case AF_INET6:
                    address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                        withUnsafeBytes(of: pointer.pointee.sin6_addr) { IPAddress(bytes: Array($0)) }
                    }
                default: nil
                }
            if let found, !addresses.contains(found) { addresses.append(found) }
        }
        return addresses.isEmpty ? nil : addresses
    }
}
