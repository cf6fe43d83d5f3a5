import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Forwards connections to a server, and ends each at its first commit: the server's response never arrives.
package final class SilencingProxy: Sendable {
    /// The port on 127.0.0.1.
    package let port: UInt16
    private let listener: Int32
    private let server: UInt16
    private let commits = Mutex(0)

    /// The number of commits whose response was dropped.
    package var droppedCommits: Int { commits.withLock { $0 } }

    /// Starts to forward connections to a port on 127.0.0.1, on separate threads, until the process ends.
    package init(server: UInt16) throws {
        self.server = server
        port = try PostgreSQLCluster.freePort()
        listener = Self.newSocket()
        let result = Self.withAddress(port) { bind(listener, $0, $1) }
        guard result == 0, listen(listener, 16) == 0 else { throw PostgreSQLClusterError.noPort }
        Thread.detachNewThread { [self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                Thread.detachNewThread { [self] in forward(client) }
            }
        }
    }

    private func forward(_ client: Int32) {
        let upstream = Self.newSocket()
        defer {
            close(client)
            close(upstream)
        }
        guard Self.withAddress(server, { connect(upstream, $0, $1) }) == 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var files = [
            pollfd(fd: client, events: Int16(POLLIN), revents: 0),
            pollfd(fd: upstream, events: Int16(POLLIN), revents: 0),
        ]
        var isCommitting = false
        while poll(&files, 2, -1) > 0 {
            for (source, target) in [(0, upstream), (1, client)] where files[source].revents != 0 {
                let count = read(files[source].fd, &buffer, buffer.count)
                guard count > 0 else { return }
                if source == 1, isCommitting {
                    // The server has committed.
                    commits.withLock { $0 += 1 }
                    return
                }
                isCommitting = isCommitting || source == 0 && Array(buffer[..<count]).contains(Array("COMMIT".utf8))
                guard write(target, buffer, count) == count else { return }
            }
        }
    }

    private static func newSocket() -> Int32 {
        #if canImport(Glibc)
        socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    private static func withAddress(_ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                body(pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
