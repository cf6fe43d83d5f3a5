import Foundation

extension PostgreSQLCluster {
    /// Starts PgBouncer in transaction mode before this cluster, with few connections, and returns its port.
    package func startPgBouncer() async throws -> UInt16 {
        let pooler = try Self.freePort()
        let settings = """
            [databases]
            * = host=127.0.0.1 port=\(port) user=postgres
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = \(pooler)
            unix_socket_dir =
            auth_type = any
            pool_mode = transaction
            default_pool_size = 3
            logfile = \(folder)/pgbouncer-\(pooler).log
            pidfile = \(folder)/pgbouncer-\(pooler).pid

            """
        let file = "\(folder)/pgbouncer-\(pooler).ini"
        try Data(settings.utf8).write(to: URL(filePath: file))
        let path = "\(ProcessInfo.processInfo.environment["PATH"] ?? ""):/usr/sbin"
        try await Command.runInBackground(prefix, ["env", "PATH=\(path)", "pgbouncer", "-q", "-d", file])
        return pooler
    }
}
