package import FiresteelDatabase

/// Messages that were received and not yet rolled up, within a transaction.
package struct InboxTable {
    /// The distance from a message's number up to which stored numbers are returned.
    private static let nearby: Int64 = 1_000

    let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) { self.database = database }

    private struct Key: Hashable {
        let scope: Int64
        let run: String
        let kind: Int64
        let number: Int64

        init(_ message: InsightMessage, _ scope: Int64) {
            (self.scope, run, kind, number) = (scope, message.run, message.kind.rawValue, message.number)
        }

        init(_ row: DatabaseRow) throws {
            scope = try row.int64("scope")
            run = try row.text("run")
            kind = try row.int64("kind")
            number = try row.int64("number")
        }

        private init(scope: Int64, run: String, kind: Int64, number: Int64) {
            (self.scope, self.run, self.kind, self.number) = (scope, run, kind, number)
        }

        /// Returns the key of the record after the run was erased.
        func erased(_ hash: PersonHash) -> Key {
            Key(scope: scope, run: hash.name(ofErased: run, scope: scope), kind: kind, number: number)
        }

        var values: [DatabaseValue] { [.int(scope), .text(run), .int(kind), .int(number)] }
    }

    private struct RunKey: Hashable {
        let scope: Int64
        let run: String
    }

    /// Stores the messages that are new, and returns the outcome of each.
    package func store(_ messages: [InsightMessage], hash: PersonHash, now: Int64) throws -> [InsightReceipt] {
        var scopes: [InsightScope: Int64] = [:]
        for message in messages where scopes[message.scope] == nil {
            scopes[message.scope] = try ScopeTable(database).numberCreating(message.scope)
        }
        let keys = messages.map { Key($0, scopes[$0.scope] ?? 0) }
        // Erased messages are known as well, so that they don't return when they are sent again.
        let erased = keys.map { $0.erased(hash) }
        var known: [Key: [UInt8]] = [:]
        for row in try RowBatch.select(
            "t.scope, t.run, t.kind, t.number, t.digest", from: "insight_messages",
            keys: ["scope", "run", "kind", "number"], Set(keys + erased).map(\.values), database)
        {
            // A damaged one is that of no message.
            known[try Key(row)] = (try? row.blob("digest")) ?? []
        }
        var outcomes: [InsightReceipt.Outcome] = []
        var received: [[DatabaseValue]] = []
        var waiting: [[DatabaseValue]] = []
        for (index, message) in messages.enumerated() {
            let key = keys[index]
            if let digest = known[key] ?? known[erased[index]] {
                outcomes.append(digest == message.digest ? .same : .other)
                continue
            }
            known[key] = message.digest
            outcomes.append(.stored)
            received.append(key.values + [.blob(message.digest), .int(Int64(message.body.count)), .int(now)])
            waiting.append(
                key.values + [
                    // Due at once, whatever becomes of the clock.
                    .int(now), 0, 0, DatabaseValue(message.correction), .int(Int64(message.redactions)),
                    .int(Int64(message.body.count)), .blob(message.body),
                ])
        }
        try RowBatch.insert(
            into: "insight_messages (scope, run, kind, number, digest, bytes, received)", received, "", database)
        try RowBatch.insert(
            into: """
                insight_inbox (scope, run, kind, number, received, due, attempts, correction, redactions, bytes, body)
                """, waiting, "", database)
        let ranges = try ranges(near: keys)
        return zip(keys, outcomes).map { key, outcome in
            let run = ranges[RunKey(scope: key.scope, run: key.run)] ?? [:]
            return InsightReceipt(outcome: outcome, segments: run[1] ?? [], reports: run[2] ?? [])
        }
    }

    /// Returns the stored numbers of the messages' runs, by kind.
    private func ranges(near keys: [Key]) throws -> [RunKey: [Int64: [ClosedRange<Int64>]]] {
        var numbers: [RunKey: ClosedRange<Int64>] = [:]
        for key in keys {
            let run = RunKey(scope: key.scope, run: key.run)
            let other = numbers[run] ?? key.number...key.number
            numbers[run] = min(other.lowerBound, key.number)...max(other.upperBound, key.number)
        }
        let wanted = numbers.map { run, range -> [DatabaseValue] in
            // Of numbers that are far apart, those near the highest.
            let first = max(range.lowerBound, range.upperBound - Self.nearby) - Self.nearby
            return [.int(run.scope), .text(run.run), .int(first), .int(range.upperBound + Self.nearby)]
        }
        var found: [RunKey: [Int64: [ClosedRange<Int64>]]] = [:]
        try RowBatch.each(wanted) { placeholders, arguments in
            let rows = try database.query(
                """
                WITH wanted (scope, run, low, high) AS (VALUES \(placeholders))
                SELECT scope, run, kind, MIN(number) AS low, MAX(number) AS high FROM (
                    SELECT m.scope, m.run, m.kind, m.number,
                        m.number - ROW_NUMBER() OVER (PARTITION BY m.scope, m.run, m.kind ORDER BY m.number) AS island
                    FROM wanted JOIN insight_messages m ON m.scope = wanted.scope AND m.run = wanted.run
                        AND m.number >= wanted.low AND m.number <= wanted.high
                ) AS numbered GROUP BY scope, run, kind, island ORDER BY scope, run, kind, low
                """, arguments)
            for row in rows {
                let run = try RunKey(scope: row.int64("scope"), run: row.text("run"))
                found[run, default: [:]][try row.int64("kind"), default: []]
                    .append(try row.int64("low")...row.int64("high"))
            }
        }
        return found
    }
}
