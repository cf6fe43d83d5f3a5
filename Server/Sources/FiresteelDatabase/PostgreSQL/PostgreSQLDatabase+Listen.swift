internal import Dispatch
internal import Synchronization

extension PostgreSQLDatabase {
    /// Returns the notifications of a channel, as hints without contents.
    ///
    /// Several may be joined into one.
    ///
    /// They arrive on a separate connection beside the pool, which reconnects when it is lost. Since notifications may
    /// have been missed, each new connection is a hint as well. The stream ends with its reader or when the database is
    /// closed. Through a pooler in transaction mode notifications never arrive; see ``notificationsArrive(within:)``.
    package func listen(to channel: NotificationChannel) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        guard let stop = PostgreSQLStop() else {
            // Hints only save time, so a process without free files has a stream without any.
            continuation.finish()
            return stream
        }
        let number = listeners.withLock { $0.add(stop) }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { _ in stop.stop() }
        DispatchQueue(label: "firesteel.postgres.listener").async { [self] in
            listen(to: channel, until: stop) { continuation.yield() }
            listeners.withLock { $0.running[number] = nil }
            continuation.finish()
        }
        return stream
    }

    /// Returns whether notifications arrive: a pooler in transaction mode never delivers them.
    ///
    /// - Parameter limit: How long to wait for one.
    package func notificationsArrive(within limit: Duration = .seconds(2)) async throws -> Bool {
        let channel = try NotificationChannel("firesteel_probe_\(UInt64.random(in: 0 ... .max))")
        let call = PendingCall<Bool>()
        return try await call.value {
            try operations.begin()
            DispatchQueue(label: "firesteel.postgres.probe").async { [self] in
                call.run {
                    do {
                        return try probe(channel, limit)
                    } catch let failure as PostgreSQLStatementError {
                        throw failure.error
                    }
                }
                operations.end()
            }
        }
    }

    private func probe(_ channel: NotificationChannel, _ limit: Duration) throws -> Bool {
        let listener = try PostgreSQLConnection(address)
        let sender = try PostgreSQLConnection(address)
        try listener.run("LISTEN \"\(channel.name)\"")
        _ = try sender.run("SELECT pg_notify(?, '')", [.text(channel.name)])
        let deadline = ContinuousClock.now + limit
        while true {
            if try listener.notifications().contains(channel.name) { return true }
            let remaining = deadline - .now
            guard remaining > .zero else { break }
            _ = PostgreSQLConnection.poll([listener.socket], for: remaining)
        }
        // A pooler keeps its connection, with the channel.
        try listener.run("UNLISTEN *")
        return false
    }

    private func listen(to channel: NotificationChannel, until stop: PostgreSQLStop, _ hint: () -> Void) {
        var pauses = Retries(first: .milliseconds(100), longest: .seconds(5), limit: .seconds(Int64.max / 2))
        while !stop.isStopped {
            do {
                let connection = try PostgreSQLConnection(address)
                // The name of a channel can't be an argument; it has letters, digits and underscores only.
                try connection.run("LISTEN \"\(channel.name)\"")
                pauses = Retries(first: .milliseconds(100), longest: .seconds(5), limit: .seconds(Int64.max / 2))
                hint()
                while !stop.isStopped {
                    if try !connection.notifications().isEmpty { hint() }
                    _ = PostgreSQLConnection.poll([connection.socket, stop.file], for: nil)
                }
            } catch {
                // Hints only save time: the reader's own polling is the source of truth.
                _ = PostgreSQLConnection.poll([stop.file], for: pauses.next() ?? .seconds(5))
            }
        }
    }
}
