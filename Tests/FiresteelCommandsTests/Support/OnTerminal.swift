#if os(Linux) || os(macOS)
import Foundation
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension Firesteel {
    /// Returns the program's complete output where standard output is a terminal.
    static func runOnTerminal(_ arguments: String..., environment: [String: String]) throws -> String {
        var (reading, terminal): (Int32, Int32) = (-1, -1)
        guard openpty(&reading, &terminal, nil, nil, nil) == 0 else { throw POSIXError(.ENXIO) }
        defer { close(reading) }
        // No other program may keep the terminal open.
        for descriptor in [reading, terminal] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let process = process(arguments, environment)
        process.standardOutput = FileHandle(fileDescriptor: terminal)
        do {
            defer { close(terminal) }
            try process.run()
        }
        var written: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        // Fails where the last who writes has closed it.
        while case let count = read(reading, &buffer, buffer.count), count > 0 { written += buffer.prefix(count) }
        process.waitUntilExit()
        return String(decoding: written, as: UTF8.self).replacing("\r\n", with: "\n")
    }
}
#endif
