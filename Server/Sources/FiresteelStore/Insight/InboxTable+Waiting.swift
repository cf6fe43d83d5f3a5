import FiresteelDatabase

/// The messages that a transaction rolls up.
package struct InboxTurn: Sendable {
    /// A row of the inbox, by its key and the receipt that it was read with.
    package struct Row: Sendable {
        /// The scope, run, kind, number and receipt, which may be damaged.
        let key: [DatabaseValue]
        /// The number of times that it couldn't be rolled up.
        let attempts: Int64

        /// The year 9999, so that no sum of times overflows.
        static let latest: Int64 = 253_402_300_799_999
        /// So many attempts take longer than ``RollUp/patience``.
        private static let maximumAttempts: Int64 = 130

        /// Whether a message that can't be rolled up is removed.
        func isLate(at now: Int64) -> Bool {
            // Where the time of receipt is damaged, the attempts say how long it waits.
            guard case .int(let received)? = key.last, (1...Self.latest).contains(received) else {
                return attempts >= Self.maximumAttempts
            }
            return received < now - RollUp.patience
        }
    }

    package var messages: [InboxTable.Waiting] = []
    /// Rows that aren't messages.
    package var damaged: [Row] = []
    /// The number of the scope that was served last.
    package var last: Int64 = 0

    package init() {}

    package var count: Int { messages.count + damaged.count }
}

extension InboxTable {
    /// A message that waits.
    package struct Waiting: Sendable {
        /// The number of its scope.
        package let scope: Int64
        package let run: String
        package let kind: InsightMessage.Kind
        package let number: Int64
        /// The time of receipt, in milliseconds since 1970.
        package let received: Int64
        /// The lead of the server's clock over the sender's, in milliseconds, if it is known.
        package let correction: Int64?
        /// The number of texts that were replaced.
        package let redactions: Int64
        package let body: [UInt8]
        let row: InboxTurn.Row

        /// Reads a row, or returns `nil` if it isn't a message.
        init?(_ row: DatabaseRow, _ identity: InboxTurn.Row) {
            do {
                let correction = try row.int64IfPresent("correction")
                let received = try row.int64("received")
                guard let kind = InsightMessage.Kind(rawValue: try row.int64("kind")),
                    (0...InboxTurn.Row.latest).contains(received),
                    (-InboxTurn.Row.latest...InboxTurn.Row.latest).contains(correction ?? 0)
                else { return nil }
                scope = try row.int64("scope")
                run = try row.text("run")
                self.kind = kind
                number = try row.int64("number")
                self.received = received
                self.correction = correction
                redactions = try row.int64("redactions")
                body = try row.blob("body")
                self.row = identity
            } catch {
                return nil
            }
        }
    }

    /// The bytes of messages that are read at once: parsed, they take several times as much.
    package static let bytesAtOnce: Int64 = 4 << 20

    /// Returns how many of the first messages of a size are read at once, at least one.
    package static func countAtOnce(_ sizes: [Int64]) -> Int {
        var bytes: Int64 = 0
        let count = sizes.prefix { size in
            bytes += size
            return bytes <= bytesAtOnce
        }.count
        return max(1, count)
    }

    // MARK: Turns

    /// Returns the messages to roll up next: at most a number and ``bytesAtOnce``, but always one if there is any.
    ///
    /// Scopes take turns, beginning after the one that was served last, and have equal shares; what one leaves is shared by
    /// those after it. Of a scope, those that were received first are first, and those that
    /// couldn't be rolled up are last.
    package func turn(_ limit: Int, now: Int64, after last: Int64) throws -> InboxTurn {
        let scopes = try due(at: now)
        let order = scopes.filter { $0 > last } + scopes.filter { $0 <= last }
        var turn = InboxTurn()
        turn.last = last
        var wanted: [[DatabaseValue]] = []
        var bytes: Int64 = 0
        for (index, scope) in order.enumerated() {
            let waiting = Int64(order.count - index)
            guard wanted.count < limit, bytes < Self.bytesAtOnce else { break }
            let share = max(1, Int64(limit - wanted.count) / waiting)
            let byteShare = (Self.bytesAtOnce - bytes) / waiting
            var (count, size) = (0, Int64(0))
            for row in try first(share, of: scope, now: now) {
                // The first one of each scope, as long as there is room, so that no message is too large for its share.
                let next = Self.size(row)
                guard count == 0 ? wanted.isEmpty || bytes + next <= Self.bytesAtOnce : size + next <= byteShare else {
                    break
                }
                wanted.append(try ["scope", "run", "kind", "number"].map { try row[$0] })
                (count, size, bytes) = (count + 1, size + next, bytes + next)
            }
            guard count > 0 else { break }
            turn.last = scope
        }
        for row in try RowBatch.select(
            "t.*", from: "insight_inbox", keys: ["scope", "run", "kind", "number"], wanted, database)
        {
            let identity = InboxTurn.Row(
                key: try ["scope", "run", "kind", "number", "received"].map { try row[$0] },
                attempts: (try? row.int64("attempts")) ?? 0)
            if let message = Waiting(row, identity) {
                turn.messages.append(message)
            } else {
                turn.damaged.append(identity)
            }
        }
        turn.messages.sort { ($0.received, $0.scope, $0.run, $0.number) < ($1.received, $1.scope, $1.run, $1.number) }
        return turn
    }

    /// Returns the numbers of the scopes that have messages to roll up.
    private func due(at now: Int64) throws -> [Int64] {
        try database.query(
            """
            SELECT s.scope FROM insight_scopes s
            WHERE EXISTS (SELECT 1 FROM insight_inbox i WHERE i.scope = s.scope AND i.due <= ?) ORDER BY s.scope
            """, .int(now)
        ).compactMap { try? $0.int64("scope") }
    }

    private func first(_ limit: Int64, of scope: Int64, now: Int64) throws -> [DatabaseRow] {
        try database.query(
            """
            SELECT scope, run, kind, number, bytes FROM insight_inbox WHERE scope = ? AND due <= ?
            ORDER BY due, received, run, kind, number LIMIT ?
            """, .int(scope), .int(now), .int(limit))
    }

    /// Returns the size of a message, that of a transaction if it is damaged.
    private static func size(_ row: DatabaseRow) -> Int64 {
        guard let size = try? row.int64("bytes"), (0...maximumSize).contains(size) else { return bytesAtOnce }
        return size
    }

    /// A greater size is damaged: no message is as large.
    private static let maximumSize: Int64 = 1 << 32

    /// Whether there are messages to roll up.
    package func isDue(at now: Int64) throws -> Bool { try !due(at: now).isEmpty }

    /// Removes messages that are rolled up, and returns how many are still as they were read.
    package func remove(_ rows: [InboxTurn.Row]) throws -> Int {
        try RowBatch.delete(
            from: "insight_inbox", keys: ["scope", "run", "kind", "number", "received"], rows.map(\.key), database)
    }

    /// Leaves messages that can't be rolled up in the inbox until a time.
    package func postpone(_ rows: [InboxTurn.Row], until time: (InboxTurn.Row) -> Int64) throws {
        for row in rows {
            try database.execute(
                """
                UPDATE insight_inbox SET attempts = ?, due = ?
                WHERE scope = ? AND run = ? AND kind = ? AND number = ? AND received = ?
                """, [.int(row.attempts + 1), .int(time(row))] + row.key)
        }
    }

    // MARK: Backlog

    /// The number of messages that wait.
    ///
    /// - Parameter limit: The number beyond which they aren't counted.
    package func count(upTo limit: Int64) throws -> Int64 {
        try database.query(
            "SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM insight_inbox LIMIT ?) AS waiting", .int(limit)
        ).first?.int64("n") ?? 0
    }

    /// The waiting messages of a scope.
    package struct Backlog: Sendable, Hashable {
        package let messages: Int64
        /// Their bytes.
        package let bytes: Int64

        package init(messages: Int64, bytes: Int64) { (self.messages, self.bytes) = (messages, bytes) }
    }

    /// Returns the waiting messages, by scope.
    ///
    /// - Parameter limit: The number of messages beyond which they aren't counted.
    package func backlog(upTo limit: Int64) throws -> [InsightScope: Backlog] {
        let scopes = try ScopeTable(database).all()
        var backlog: [InsightScope: Backlog] = [:]
        // The index has the sizes, so that no message is read.
        for row in try database.query(
            """
            SELECT scope, COUNT(*) AS n,
                CAST(SUM(CASE WHEN bytes BETWEEN 0 AND \(Self.maximumSize) THEN bytes ELSE 0 END) AS BIGINT) AS size
            FROM (SELECT scope, bytes FROM insight_inbox LIMIT ?) AS waiting GROUP BY scope
            """, .int(limit))
        {
            guard let number = try? row.int64("scope"), let scope = scopes[number] else { continue }
            backlog[scope] = try Backlog(messages: row.int64("n"), bytes: row.int64("size"))
        }
        return backlog
    }
}
