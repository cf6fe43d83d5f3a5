import FiresteelBase
package import FiresteelDatabase
import FiresteelFlagAuthoring
import Synchronization

/// Counts a phase again, in parts: its people from their sessions, and its sums from them.
///
/// It is needed when sums or people were damaged, and when sessions are left out. Each part is a transaction that stores the last person of
/// the part, so that another node continues after a kill. Meanwhile the former sums remain, and messages are counted in both.
struct PhaseRecount {
    private static let table = "experiment_recounts"
    /// The sums of the people who were counted.
    private static let sums = "experiment_recounted"
    /// The sessions of a part.
    private static let sessions: Int64 = 5_000
    private static let condition = "scope = ? AND experiment = ? AND phase = ?"

    private let database: any DatabaseConnection
    private let key: PhaseKey

    init(_ key: PhaseKey, _ database: any DatabaseConnection) {
        self.key = key
        self.database = database
    }

    /// How far the phase was counted again.
    struct Progress {
        /// The exclusions that apply.
        let excluded: String
        /// The last person who was counted; `nil` once all are.
        let person: String?

        /// Whether a person was counted already.
        func includes(_ name: String) -> Bool {
            // As the database compares texts.
            person.map { !$0.utf8.lexicographicallyPrecedes(name.utf8) } ?? false
        }
    }

    /// The stored progress, `nil` if the phase was never counted again.
    ///
    /// A damaged row begins again.
    func progress() throws -> Progress? {
        let rows = try database.query("SELECT * FROM \(Self.table) WHERE \(Self.condition)", key.values)
        return rows.first.map { row in
            let progress = try? Progress(excluded: row.text("excluded"), person: row.textIfPresent("person"))
            return progress ?? Progress(excluded: "damaged", person: nil)
        }
    }

    /// Whether a phase waits to be counted again.
    func isDue(_ phase: ExperimentPhase) throws -> Bool {
        guard let progress = try self.progress() else { return !phase.excluded.isEmpty }
        return progress.person != nil || progress.excluded != phase.exclusions
    }

    /// Begins, also if it was begun before.
    func begin(_ phase: ExperimentPhase) throws { try store(Progress(excluded: phase.exclusions, person: "")) }

    /// Ends it without a result: people of the phase are no longer stored.
    func abandon() throws {
        for table in [Self.table, Self.sums] {
            _ = try database.execute("DELETE FROM \(table) WHERE \(Self.condition)", key.values)
        }
    }

    /// Adds changes to the sums of the people who were counted.
    func add(_ changes: SumTable) throws { try changes.write(to: Self.sums, database) }

    /// Counts the next part, and returns whether there are more.
    func advance(_ phase: ExperimentPhase, _ book: ExperimentBook, now: Int64, people limit: Int64) throws -> Bool {
        guard try isDue(phase) else { return false }
        var last = try progress()
        if last?.person == nil || last?.excluded != phase.exclusions {
            try begin(phase)
            last = try progress()
        }
        let found = try next(limit, after: last?.person ?? "")
        let people = try PersonSessions(database).prefix(of: found, sessions: Self.sessions)
        try ExperimentCounting(database, book, now: now).recount(people)
        // Damage that was found meanwhile begins it again.
        guard try progress()?.person == last?.person else { return true }
        let (caps, isDamaged) = try ValueCaps.current(key, phase, database)
        // The parts before were counted with others.
        guard !isDamaged else {
            try begin(phase)
            return true
        }
        let update = try UnitUpdate(database, people: people)
        var sums = SumTable()
        for person in people {
            guard let unit = update.stored(ExperimentUnit.Key(phase: key, person: person.name)) else { continue }
            sums.add(unit, in: phase, caps: caps)
        }
        try add(sums)
        if let end = people.last, Int64(found.count) == limit || people.count < found.count {
            try set(end.name)
            return true
        }
        try finish(phase, now: now)
        return false
    }

    /// The people who follow, by their sessions and by the units whose sessions were removed.
    private func next(_ count: Int64, after person: String) throws -> [PersonSessions.Person] {
        // What can't be read is left out, and verifying names it.
        var found: [PersonSessions.Person] = []
        var offset: Int64 = 0
        repeat {
            let rows = try names(count, after: person, offset: offset)
            offset += Int64(rows.count)
            found += rows.compactMap { row in
                (try? row.text("person")).map { PersonSessions.Person(scope: key.scope, name: $0) }
            }
            guard Int64(rows.count) == count else { break }
        } while Int64(found.count) < count
        return Array(found.prefix(Int(count)))
    }

    /// Returns names in their order, those that can't be read among them.
    private func names(_ count: Int64, after person: String, offset: Int64) throws -> [DatabaseRow] {
        let limit: [DatabaseValue] = [.int(count + offset)]
        let start: [DatabaseValue] = [.int(key.scope), .text(person)]
        return try database.query(
            """
            SELECT person FROM (
                SELECT * FROM (SELECT DISTINCT person FROM insight_sessions WHERE scope = ? AND person > ?
                    ORDER BY person LIMIT ?) AS present
                UNION
                SELECT * FROM (SELECT person FROM experiment_units WHERE scope = ? AND person > ? AND experiment = ?
                    AND phase = ? ORDER BY person LIMIT ?) AS known
            ) AS people ORDER BY person LIMIT ? OFFSET ?
            """,
            start + limit + start + [.text(key.experiment), .int(key.phase)] + limit + [.int(count), .int(offset)])
    }

    /// Begins those again whose progress has the name of a person.
    static func forget(_ person: PersonSessions.Person, _ database: any DatabaseConnection) throws {
        _ = try database.execute(
            """
            DELETE FROM \(sums) WHERE scope = ? AND (experiment, phase) IN (
                SELECT experiment, phase FROM \(table) WHERE scope = ? AND person = ?)
            """, [.int(person.scope)] + person.values)
        _ = try database.execute(
            "UPDATE \(table) SET person = '' WHERE scope = ? AND person = ?", person.values)
    }

    private func finish(_ phase: ExperimentPhase, now: Int64) throws {
        let columns = SumTable.columns.joined(separator: ", ")
        _ = try database.execute("DELETE FROM experiment_sums WHERE \(Self.condition)", key.values)
        _ = try database.execute(
            "INSERT INTO experiment_sums (\(columns)) SELECT \(columns) FROM \(Self.sums) WHERE \(Self.condition)",
            key.values)
        try store(Progress(excluded: phase.exclusions, person: nil))
        _ = try ExperimentDay.store(key, phase, now: now, database)
    }

    private func set(_ person: String) throws {
        _ = try database.execute(
            "UPDATE \(Self.table) SET person = ? WHERE \(Self.condition)", [.text(person)] + key.values)
    }

    /// Stores a beginning or an end, at which no sums of a part are stored.
    private func store(_ progress: Progress) throws {
        try abandon()
        _ = try database.execute(
            "INSERT INTO \(Self.table) (scope, experiment, phase, excluded, person) VALUES (?, ?, ?, ?, ?)",
            key.values + [.text(progress.excluded), progress.person.map { .text($0) } ?? .null])
    }
}

extension ExperimentPhase {
    /// The exclusions as a text by which they are compared.
    var exclusions: String { JSONValue.array(excluded.map(\.json)).json() }
}

/// The phases that are counted again, on one node at a time.
package struct PhaseRecounts: Sendable {
    /// The people of a part.
    package static let maximumPeople: Int64 = 500
    /// The attempts of a part, which may take as long as the lease of the work.
    private static let maximumAttempts = 3

    private let database: any Database

    package init(_ database: any Database) { self.database = database }

    /// Returns the phases that wait to be counted again.
    package static func due(
        _ book: ExperimentBook, now: Int64, _ database: any DatabaseConnection
    ) throws -> [PhaseKey] {
        var keys = Set(book.all.filter { !$0.phase.excluded.isEmpty }.map(\.key))
        for row in try database.query("SELECT scope, experiment, phase FROM experiment_recounts") {
            guard let scope = try? row.int64("scope"), let experiment = try? row.text("experiment"),
                let phase = try? row.int64("phase")
            else { continue }
            keys.insert(PhaseKey(scope: scope, experiment: experiment, phase: phase))
        }
        return try keys.filter { key in
            try book.phase(key).map { try isDue(key, $0, now: now, database) } ?? false
        }.sorted { ($0.scope, $0.experiment, $0.phase) < ($1.scope, $1.experiment, $1.phase) }
    }

    /// Whether a phase waits to be counted again, so that its figures may be wrong.
    package static func isDue(
        _ key: PhaseKey, _ phase: ExperimentPhase, now: Int64, _ database: any DatabaseConnection
    ) throws -> Bool {
        try phase.isOpen(at: now) && PhaseRecount(key, database).isDue(phase)
    }

    /// Counts the next part of a phase, and returns whether there are more.
    ///
    /// - Parameters:
    ///   - key: The phase.
    ///   - book: The phases, as they are stored.
    ///   - now: The time.
    ///   - people: The maximum number of people of a part.
    /// - Throws: `DatabaseError.busy` where other transactions changed the same rows first, several times.
    package func advance(
        _ key: PhaseKey, _ book: ExperimentBook, now: Int64, people: Int64 = PhaseRecounts.maximumPeople
    ) async throws -> Bool {
        let attempts = Mutex(0)
        return try await database.write { database in
            let attempt = attempts.withLock { count in
                count += 1
                return count
            }
            guard attempt <= Self.maximumAttempts else {
                throw DatabaseError.busy(reason: "other transactions changed the same rows first")
            }
            guard let phase = book.phase(key) else { return false }
            return try PhaseRecount(key, database).advance(phase, book, now: now, people: people)
        }
    }
}
