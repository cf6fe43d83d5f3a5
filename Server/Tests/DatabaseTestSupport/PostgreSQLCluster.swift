import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A PostgreSQL server of the tests in a temporary folder, which ends with the test process, even if that is killed.
package final class PostgreSQLCluster: Sendable {
    /// The cluster that tests share.
    ///
    /// Tests that stop their server start another one.
    private static let common = Task { try await start() }

    /// Returns the cluster that tests share.
    package static func shared() async throws -> PostgreSQLCluster { try await common.value }

    /// The port of the server on 127.0.0.1.
    package let port: UInt16
    let folder: String
    private let programs: String
    /// The command that runs another one as a user other than root, which PostgreSQL refuses.
    let prefix: [String]
    /// Kept open: its end makes the watching process stop the server and remove the folder.
    private let watch: FileHandle

    /// Starts a server.
    ///
    /// - Parameter isDurable: Whether commits wait for the disk.
    package static func start(isDurable: Bool = false) async throws -> PostgreSQLCluster {
        let cluster = try await Command.onThread { try PostgreSQLCluster(isDurable: isDurable) }
        try await cluster.startServer()
        return cluster
    }

    private init(isDurable: Bool) throws {
        programs = try Self.findPrograms()
        prefix = try Self.userPrefix()
        port = try Self.freePort()
        // Paths of sockets are limited to about 100 bytes, so this isn't in a folder of the environment.
        var template = Array("/tmp/firesteel-pg-XXXXXX".utf8CString)
        guard let path = mkdtemp(&template) else { throw PostgreSQLClusterError.noFolder }
        folder = String(cString: path)
        watch = try Self.startWatch(prefix + ["\(programs)/pg_ctl"], folder: folder)
        if !prefix.isEmpty { _ = try Command.runBlocking(["chown", "\(prefix[2]):", folder]) }
        // Linguistic sorting, as on many servers, shows statements that depend on it.
        _ = try Command.runBlocking(
            prefix + [
                "\(programs)/initdb", "-D", "\(folder)/data", "-U", "postgres", "--auth=trust", "--no-sync",
                "--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en",
            ])
        let settings = """
            listen_addresses = '127.0.0.1'
            port = \(port)
            unix_socket_directories = '\(folder)'
            max_connections = 300
            restart_after_crash = on
            fsync = \(isDurable ? "on" : "off")

            """
        let file = try FileHandle(forWritingTo: URL(filePath: "\(folder)/data/postgresql.conf"))
        try file.seekToEnd()
        try file.write(contentsOf: Data(settings.utf8))
        try file.close()
    }

    deinit {
        // Without a writer, the watching process ends.
        try? watch.close()
    }

    /// The URL of a database.
    package func url(_ name: String = "postgres") -> String { "postgres://postgres@127.0.0.1:\(port)/\(name)" }

    /// The URL of a database by way of the socket.
    package func socketURL(_ name: String) -> String { "postgres:///\(name)?host=\(folder)&port=\(port)&user=postgres" }

    /// Creates an empty database and returns its name.
    package func createDatabase() async throws -> String {
        let name = "t" + UUID().uuidString.lowercased().replacing("-", with: "")
        try await Command.run([
            "\(programs)/createdb", "-h", folder, "-p", "\(port)", "-U", "postgres", "-T", "template0", name,
        ])
        return name
    }

    /// Stops the server without notice: a crash, after which it recovers.
    package func stopImmediately() async throws {
        try await Command.run(prefix + ["\(programs)/pg_ctl", "-D", "\(folder)/data", "-m", "immediate", "-w", "stop"])
    }

    package func startServer() async throws {
        try await Command.runInBackground(
            prefix, ["\(programs)/pg_ctl", "-D", "\(folder)/data", "-l", "\(folder)/log", "-w", "start"])
    }

    /// Kills the process of a connection.
    package static func killProcess(_ number: Int) { kill(pid_t(number), SIGKILL) }

    /// Ends the process of a connection, as an administrator does.
    package static func terminateProcess(_ number: Int) { kill(pid_t(number), SIGTERM) }

    /// Returns a port of this machine that no program uses.
    static func freePort() throws -> UInt16 {
        #if canImport(Glibc)
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let file = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard file >= 0 else { throw PostgreSQLClusterError.noPort }
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(file, pointer, size) == 0 && getsockname(file, pointer, &size) == 0
            }
        }
        guard isBound else { throw PostgreSQLClusterError.noPort }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Starts the process that stops the servers and removes the folder once this process has ended.
    private static func startWatch(_ control: [String], folder: String) throws -> FileHandle {
        let script = #"""
            trap '' INT TERM HUP
            folder="$1"
            shift
            cat > /dev/null
            for file in "$folder"/*.pid; do [ -e "$file" ] && kill -KILL "$(cat "$file")"; done
            "$@" -D "$folder/data" -m immediate -w stop
            rm -rf "$folder"
            """#
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, "sh", folder] + control
        process.currentDirectoryURL = URL(filePath: "/")
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return input.fileHandleForWriting
    }

    /// Returns the folder of `initdb` and `pg_ctl`: the newest of Debian, that of Homebrew, or that of `PATH`.
    private static func findPrograms() throws -> String {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let newest = versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }
        let folders =
            newest.map { "/usr/lib/postgresql/\($0)/bin" } + ["/opt/homebrew/opt/postgresql/bin"]
            + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let found = folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
        guard let found else { throw PostgreSQLClusterError.notInstalled }
        return found
    }

    private static func userPrefix() throws -> [String] {
        guard geteuid() == 0 else { return [] }
        for user in ["postgres", "nobody"] where getpwnam(user) != nil { return ["runuser", "-u", user, "--"] }
        throw PostgreSQLClusterError.noUser
    }
}

/// An error that prevents tests from starting PostgreSQL.
package enum PostgreSQLClusterError: Error, CustomStringConvertible {
    case notInstalled
    case noUser
    case noFolder
    case noPort

    package var description: String {
        switch self {
        case .notInstalled: "Can't find PostgreSQL's initdb. Run scripts/setup-system server."
        case .noUser:
            "Can't start PostgreSQL as root, and there is no user postgres or nobody. Run the tests as a user."
        case .noFolder: "Can't create a folder for PostgreSQL in /tmp. Free space there."
        case .noPort: "Can't find a free port on 127.0.0.1. Close other programs."
        }
    }
}
