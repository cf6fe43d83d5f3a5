import FiresteelBase
import FiresteelDatabase
import FiresteelStore

/// The changes shortly before something was seen first: releases, and changes of flags.
struct ChangesBefore {
    /// The time before in which a release counts.
    private static let releasePeriod = 7 * InsightTime.day
    /// The time before in which a change counts.
    private static let changePeriod = 2 * InsightTime.day
    /// A clock may be behind by as much.
    private static let tolerance: Int64 = 60_000
    private static let maximumChanges: Int64 = 20

    private let database: any DatabaseConnection
    private let reader: InsightReader
    private let program: String
    private let environment: String

    init(_ database: any DatabaseConnection, _ reader: InsightReader, program: String, environment: String) {
        self.database = database
        self.reader = reader
        self.program = program
        self.environment = environment
    }

    /// Returns the changes before a time, the newest first.
    func json(_ time: Int64) throws -> [JSONValue] {
        // A damaged time must not overflow.
        let time = min(max(time, 0), 100_000_000_000_000)
        var entries: [(time: Int64, json: [String: JSONValue])] = []
        for release in try VersionHistory(reader).releases
        where (time - Self.releasePeriod...time + Self.tolerance).contains(release.first) {
            entries.append((release.first, ["kind": "release", "version": .string(release.version)]))
        }
        for row in try database.query(
            """
            SELECT change FROM revisions WHERE program = ? AND environment = ? AND time >= ? AND time <= ?
            ORDER BY change DESC LIMIT ?
            """,
            [
                .text(program), .text(environment), .int(time - Self.changePeriod), .int(time),
                .int(Self.maximumChanges),
            ])
        {
            guard let change = try Self.change(row.int64("change"), of: program, database) else { continue }
            entries.append((change.time, change.switchForm))
        }
        return entries.sorted { $0.time > $1.time }.map { entry in
            var members = entry.json
            members["time"] = .int(Int(entry.time))
            members["before"] = .int(Int(max(0, time - max(0, entry.time))))
            return .object(members)
        }
    }

    /// Returns a change without the values of its items.
    static func change(_ number: Int64, of program: String, _ database: any DatabaseConnection) throws -> Change? {
        guard number > 0, number < .max else { return nil }
        let found = try ChangeTable(database, program: program).summaries(before: number + 1, limit: 1).first?.change
        return found?.number == number ? found : nil
    }
}

extension Change {
    /// The change as a possible cause or end.
    var switchForm: [String: JSONValue] {
        let flags = Set(
            body.differences.lazy.filter { $0.item.kind == .flag || $0.item.kind == .targeting }.map(\.item.name))
        return [
            "kind": "change", "number": .int(Int(number)), "time": .int(Int(time)), "author": .string(author.name),
            "source": .string(author.source.rawValue), "reason": .string(reason),
            "flags": .array(flags.sorted().prefix(20).map { .string($0) }),
        ]
    }
}
