import FiresteelDatabase

/// Moves reports from one group to another, with their counts.
///
/// People can't be removed from a sketch, so the first group's number of people remains.
struct ReportMove {
    /// The maximum number of reports that are moved; of more, the newest.
    private static let maximumReports: Int64 = 5_000

    let from: String
    let to: String
    let scope: Int64
    /// Hashes people; `nil` before the installation has a secret.
    let hash: PersonHash?

    /// A report that is moved.
    struct Moved {
        let run: String
        let number: Int64
        let session: Int64
        let person: String
        let time: Int64
        let version: String
    }

    /// Returns the reports of a kind.
    static func reports(
        _ fingerprint: String, _ detail: String, of group: String, scope: Int64, _ database: any DatabaseConnection
    ) throws -> [Moved] {
        try database.query(
            """
            SELECT run, number, session, person, time, version FROM insight_reports
            WHERE scope = ? AND group_id = ? AND fingerprint = ? AND detail = ? ORDER BY time DESC LIMIT ?
            """, .int(scope), .text(group), .text(fingerprint), .text(detail), .int(maximumReports)
        ).map { row in
            try Moved(
                run: row.text("run"), number: row.int64("number"), session: row.int64("session"),
                person: row.text("person"), time: row.int64("time"), version: row.text("version"))
        }
    }

    /// Moves the reports, and returns who was affected.
    func carryOut(_ reports: [Moved], _ database: any DatabaseConnection) throws -> PeopleSketch {
        let keys: [[DatabaseValue]] = reports.map { [.int(scope), .text($0.run), .int($0.number)] }
        try RowBatch.eachCondition(on: ["scope", "run", "number"], keys) { condition, arguments in
            try database.execute(
                "UPDATE insight_reports SET group_id = ? WHERE \(condition)", [.text(to)] + arguments)
        }
        var counts = CountBatch()
        for report in reports {
            let slice = InsightSlice(
                scope: scope, hour: InsightTime.hour(of: report.time), version: report.version)
            for (count, group) in [(Int64(-1), from), (1, to)] {
                counts.add(count, .reports, of: CountKey.group.key(group), slice)
                counts.add(count, .reports, value: group, slice)
            }
        }
        let sessionKeys = Set(reports.map { SessionKey(scope: scope, run: $0.run, session: $0.session) })
        var damaged = 0
        var sessions = try SessionTable(database).sessions(sessionKeys, damaged: &damaged)
        var people = PeopleBatch()
        for index in sessions.indices { try move(&sessions[index], &counts, &people, database) }
        try SessionTable(database).store(sessions)
        try counts.write(database)
        try people.write(database)
        try copyFacets(database)
        var affected = PeopleSketch()
        // The person of a report may be known by its session alone.
        for person in Set(reports.map(\.person) + sessions.map(\.person)) where !person.isEmpty {
            if let hash { affected.insert(hash.hash(person, scope: scope)) }
        }
        return affected
    }

    private func move(
        _ session: inout StoredSession, _ counts: inout CountBatch, _ people: inout PeopleBatch,
        _ database: any DatabaseConnection
    ) throws {
        let before = session.facts.marks(system: session.system, device: session.device)
        session.facts.add(group: to)
        let remaining = try database.query(
            "SELECT 1 AS one FROM insight_reports WHERE scope = ? AND group_id = ? AND run = ? AND session = ? LIMIT 1",
            .int(scope), .text(from), .text(session.key.run), .int(session.key.session))
        if remaining.isEmpty { session.facts.remove(group: from) }
        let after = session.facts.marks(system: session.system, device: session.device)
        for mark in before.subtracting(after) {
            counts.add(-1, mark.measure, of: mark.subject, value: mark.value, session.slice)
        }
        for mark in after.subtracting(before) {
            counts.add(1, mark.measure, of: mark.subject, value: mark.value, session.slice)
            guard let hash, !session.person.isEmpty, mark.measure == .sessions,
                mark.subject == CountKey.group.key(to)
            else { continue }
            let person = hash.hash(session.person, scope: scope)
            if mark.value.isEmpty { people.add(person, to: "groups", value: mark.subject, session.slice) }
            if CountKey(of: mark.value) == .variant {
                people.add(person, to: mark.subject, value: mark.value, session.slice)
            }
        }
    }

    private func copyFacets(_ database: any DatabaseConnection) throws {
        try database.execute(
            """
            INSERT INTO insight_group_facets (scope, group_id, kind, value)
            SELECT scope, ?, kind, value FROM insight_group_facets WHERE scope = ? AND group_id = ?
            """, .text(to), .int(scope), .text(from))
    }
}
