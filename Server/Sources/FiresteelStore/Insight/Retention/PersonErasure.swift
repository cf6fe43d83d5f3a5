import FiresteelBase
package import FiresteelDatabase

/// The amounts that were stored of a person.
package struct PersonRecord: Codable, Sendable, Hashable {
    /// The number of sessions.
    package var sessions = 0
    package var reports = 0
    /// The number of counts of people that they were part of.
    package var sketches = 0
    /// The number of received messages that weren't rolled up yet.
    package var messages = 0

    package init() {}
}

/// Erases the data of a person, by their pseudonym.
///
/// Sessions, reports and messages are deleted, and the identifiers of runs that no other person shares are replaced; the
/// person's hash is removed from counts of people that are exact. Sums over many people remain: they say nothing about one. The
/// work is done in bounded transactions, of which each can be repeated.
package struct PersonErasure: Sendable {
    private static let batch: Int64 = 500

    private let database: any Database
    private let hash: PersonHash
    private let scope: Int64

    /// Creates an erasure in a scope.
    package init(_ database: any Database, hash: PersonHash, scope: Int64) {
        self.database = database
        self.hash = hash
        self.scope = scope
    }

    /// Returns how much is stored of a person.
    package func find(_ person: String) async throws -> PersonRecord {
        let scope = scope
        return try await database.read { database in
            var record = PersonRecord()
            func count(_ table: String) throws -> Int {
                try database.query(
                    "SELECT COUNT(*) AS n FROM \(table) WHERE scope = ? AND person = ?", .int(scope), .text(person)
                ).first?.int("n") ?? 0
            }
            record.sessions = try count("insight_sessions")
            record.reports = try count("insight_reports")
            return record
        }
    }

    /// Erases the data of a person, and returns its amount.
    package func erase(_ person: String) async throws -> PersonRecord {
        var record = PersonRecord()
        record.messages = try await eraseMessages(of: person)
        try await eraseRuns(of: person)
        record.reports = try await erase(person, from: "insight_reports", keys: ["scope", "run", "number"])
        record.sessions = try await erase(person, from: "insight_sessions", keys: ["scope", "run", "session"])
        let scope = scope
        try await database.write { try UnitErasure($0, scope: scope).erase(person) }
        record.sketches = try await eraseSketches(of: person)
        return record
    }

    private func erase(_ person: String, from table: String, keys: [String]) async throws -> Int {
        let scope = scope
        var erased = 0
        while true {
            let count = try await database.write { database in
                let rows = try database.query(
                    "SELECT \(keys.joined(separator: ", ")) FROM \(table) WHERE scope = ? AND person = ? LIMIT ?",
                    .int(scope), .text(person), .int(Self.batch))
                return try RowBatch.delete(
                    from: table, keys: keys, try rows.map { row in try keys.map { try row[$0] } }, database)
            }
            erased += count
            if count < Self.batch { return erased }
        }
    }

    /// Erases the person from messages that wait: a report and a segment of theirs alone are removed, and the person's entry of
    /// a segment that others share.
    private func eraseMessages(of person: String) async throws -> Int {
        let (scope, hash) = (scope, hash)
        let needle = Array("\"\(person)\"".utf8)
        var erased = 0
        var after: [DatabaseValue] = [.text(""), .int(0), .int(0)]
        while true {
            let start = after
            let (count, next, long) = try await database.write { database -> (Int, [DatabaseValue]?, Set<String>) in
                let waiting = """
                    FROM insight_inbox WHERE scope = ? AND (run, kind, number) > (?, ?, ?)
                    ORDER BY run, kind, number LIMIT ?
                    """
                let sizes = try database.query(
                    "SELECT LENGTH(body) AS size \(waiting)", [.int(scope)] + start + [.int(Self.batch)]
                ).map { try $0.int64IfPresent("size") ?? 0 }
                let rows = try database.query(
                    "SELECT * \(waiting)", [.int(scope)] + start + [.int(Int64(InboxTable.countAtOnce(sizes)))])
                var count = 0
                var last: [DatabaseValue]?
                var runs: Set<String> = []
                for row in rows {
                    // Also of a damaged row, which must not keep others from being erased.
                    let key = try ["run", "kind", "number"].map { try row[$0] }
                    last = key
                    // A pseudonym may be written with escapes, and one that can't be read may be that of the person.
                    let body = (try? row.blob("body")) ?? []
                    let mayHavePerson =
                        body.isEmpty || body.firstRange(of: needle) != nil || body.contains(UInt8(ascii: "\\"))
                    guard mayHavePerson else { continue }
                    let condition = "WHERE scope = ? AND run = ? AND kind = ? AND number = ?"
                    switch Self.remainder(of: body, without: person) {
                    case .unchanged: continue
                    case .nothing:
                        try database.execute("DELETE FROM insight_inbox \(condition)", [.int(scope)] + key)
                        if case .text(let run) = key[0] { runs.insert(run) }
                    case .rest(let body):
                        try database.execute(
                            // Another time of receipt, so that no node rolls up messages that it read before.
                            "UPDATE insight_inbox SET body = ?, received = received + 1 \(condition)",
                            [.blob(body), .int(scope)] + key)
                    }
                    count += 1
                }
                // Once their messages are removed, nothing else says whose runs they were.
                let records = ErasedRuns(database, hash: hash, scope: scope)
                let long = try runs.filter { try records.forgetSome(ofRun: $0, ifOnlyOf: person) }
                return (count, rows.isEmpty ? nil : last, long)
            }
            // A run may have a million messages.
            for run in long {
                while try await database.write({
                    try ErasedRuns($0, hash: hash, scope: scope).forgetSome(ofRun: run, ifOnlyOf: person)
                }) {}
            }
            erased += count
            guard let next else { return erased }
            after = next
        }
    }

    private enum Remainder {
        case unchanged
        case nothing
        case rest([UInt8])
    }

    /// Returns the rest of a message without a person.
    private static func remainder(of body: [UInt8], without person: String) -> Remainder {
        guard let value = try? JSONValue(json: body), case .object(var members) = value else { return .nothing }
        if members["person"] == .string(person) { return .nothing }
        guard case .array(let people)? = members["people"] else { return .unchanged }
        let names = people.map { $0.objectValue?["person"]?.stringValue }
        guard names.contains(person) else { return .unchanged }
        // A run of their own says nothing without them.
        if names[0] == person, names.allSatisfy({ $0 == nil || $0 == "" || $0 == person }) { return .nothing }
        let others = zip(people, names).enumerated().compactMap { index, entry -> JSONValue? in
            guard entry.1 == person else { return entry.0 }
            // The run's own entry has to be there.
            return index == 0 ? ["session": 0] : nil
        }
        members["people"] = .array(others)
        return .rest(Array(JSONValue.object(members).json().utf8))
    }

    /// Forgets the person's own runs, whose identifiers are theirs as well, unless others share them.
    private func eraseRuns(of person: String) async throws {
        let (scope, hash) = (scope, hash)
        while try await database.write({ try ErasedRuns($0, hash: hash, scope: scope).forgetSome(of: person) }) {}
    }

    private func eraseSketches(of person: String) async throws -> Int {
        let (scope, hash) = (scope, hash.hash(person, scope: scope))
        var erased = 0
        var after: [DatabaseValue] = [.text(""), .int(-1), .text(""), .text("")]
        while true {
            let start = after
            let (count, next) = try await database.write { database -> (Int, [DatabaseValue]?) in
                let rows = try database.query(
                    """
                    SELECT * FROM insight_people WHERE scope = ? AND (subject, hour, version, value) > (?, ?, ?, ?)
                    ORDER BY subject, hour, version, value LIMIT ?
                    """, [.int(scope)] + start + [.int(Self.batch)])
                var count = 0
                var last: [DatabaseValue]?
                for row in rows {
                    let key = try ["subject", "hour", "version", "value"].map { try row[$0] }
                    last = key
                    guard let bytes = try? row.blob("sketch"), var sketch = PeopleSketch(bytes), sketch.remove(hash)
                    else { continue }
                    count += 1
                    try database.execute(
                        """
                        UPDATE insight_people SET sketch = ?
                        WHERE scope = ? AND subject = ? AND hour = ? AND version = ? AND value = ?
                        """, [.blob(sketch.bytes), .int(scope)] + key)
                }
                return (count, Int64(rows.count) < Self.batch ? nil : last)
            }
            erased += count
            guard let next else { break }
            after = next
        }
        return try await erased + eraseFromGroups(hash)
    }

    private func eraseFromGroups(_ hash: UInt64) async throws -> Int {
        let scope = scope
        return try await database.write { database in
            var erased = 0
            let table = GroupTable(database, scope: scope)
            for var group in try table.all() where group.people.remove(hash) {
                try table.store(group)
                erased += 1
            }
            return erased
        }
    }
}
