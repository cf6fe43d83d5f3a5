#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A port on 127.0.0.1 that refuses connections, or establishes them and never answers.
package final class SilentListener: Sendable {
    package let port: UInt16
    private let listener: Int32

    /// Takes a free port until the value is released.
    ///
    /// - Parameter isListening: Whether connections are established.
    package init(isListening: Bool) throws {
        port = try PostgreSQLCluster.freePort()
        #if canImport(Glibc)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0, !isListening || listen(listener, 64) == 0 else { throw PostgreSQLClusterError.noPort }
    }

    deinit { close(listener) }
}
