package import FiresteelDatabase
import FiresteelFlags

/// Groups of reports within a transaction.
package struct GroupTable {
    /// The maximum number of groups of a scope; reports of further ones are in a common group.
    package static let maximumGroups: Int64 = 2_000
    /// The maximum number of flags, and of variants, by which a group is found.
    private static let maximumFacets: Int64 = 300
    /// The identifier of the common group.
    package static let common = "other"

    private let database: any DatabaseConnection
    private let scope: Int64

    package init(_ database: any DatabaseConnection, scope: Int64) {
        self.database = database
        self.scope = scope
    }

    package func group(_ id: String) throws -> ReportGroup? {
        try database.query("SELECT * FROM insight_groups WHERE scope = ? AND id = ?", .int(scope), .text(id)).first
            .map(Self.group)
    }

    /// Returns a group that isn't merged into another.
    ///
    /// - Throws: ``StoreError/notFound(_:)``.
    package func existing(_ id: String) throws -> ReportGroup {
        guard let group = try group(id) else {
            throw StoreError.notFound("There is no such group. Load the list again.")
        }
        return group
    }

    /// Returns all groups, also those that were merged.
    package func all() throws -> [ReportGroup] {
        try database.query("SELECT * FROM insight_groups WHERE scope = ?", .int(scope)).map(Self.group)
    }

    /// Returns a group and those that were merged into it.
    package func parts(of id: String) throws -> [ReportGroup] {
        try database.query(
            "SELECT * FROM insight_groups WHERE scope = ? AND (id = ? OR merged_into = ?) ORDER BY id", .int(scope),
            .text(id), .text(id)
        ).map(Self.group)
    }

    /// Returns the number of reports of a group and those that were merged into it.
    package func reports(of group: ReportGroup) throws -> Int64 {
        try parts(of: group.id).reduce(0) { $0 + ($1.id == group.id ? group.reports : $1.reports) }
    }

    /// The number of groups, without the common one.
    package func count() throws -> Int64 {
        try database.query(
            "SELECT COUNT(*) AS n FROM insight_groups WHERE scope = ? AND id <> ?", .int(scope), .text(Self.common)
        ).first?.int64("n") ?? 0
    }

    package func store(_ group: ReportGroup) throws {
        try RowBatch.insert(
            into: """
                insight_groups (scope, id, kind, feature, action, feature_name, action_name, error_type, error_case, title,
                message, place, state, resolved_in, ignored_until, assignee, assignee_name, merged_into, is_reopened, first,
                last, first_version, last_version, seen, reports, people, history, sketch)
                """,
            [
                [
                    .int(scope), .text(group.id), .text(group.kind), .text(group.feature), .text(group.action),
                    .text(group.featureName), .text(group.actionName), .text(group.errorType), .text(group.errorCase),
                    .text(group.title), .text(group.message), .text(group.place), .text(group.state.rawValue),
                    .text(group.resolvedIn), DatabaseValue(group.ignoredUntil), .text(group.assignee),
                    .text(group.assigneeName), .text(group.mergedInto), DatabaseValue(group.isReopened),
                    .int(group.first), .int(group.last), .text(group.firstVersion), .text(group.lastVersion),
                    .int(group.seen), .int(group.reports), .int(Int64(group.people.count)), .int(group.history),
                    .blob(group.people.bytes),
                ]
            ],
            """
            ON CONFLICT (scope, id) DO UPDATE SET kind = excluded.kind, feature = excluded.feature, action = excluded.action,
            feature_name = excluded.feature_name, action_name = excluded.action_name, error_type = excluded.error_type,
            error_case = excluded.error_case, title = excluded.title, message = excluded.message, place = excluded.place, state = excluded.state,
            resolved_in = excluded.resolved_in, ignored_until = excluded.ignored_until, assignee = excluded.assignee,
            assignee_name = excluded.assignee_name, merged_into = excluded.merged_into, is_reopened = excluded.is_reopened,
            first = excluded.first, last = excluded.last, first_version = excluded.first_version,
            last_version = excluded.last_version, seen = excluded.seen, reports = excluded.reports,
            people = excluded.people, history = excluded.history, sketch = excluded.sketch
            """, database)
    }

    /// Adds an entry to the history of a group, which then has to be stored.
    ///
    /// - Parameter notifies: Whether webhooks are notified of it.
    package func append(_ event: GroupEvent, to group: inout ReportGroup, notifies: Bool = true) throws {
        // A damaged number must not be that of another entry.
        let last = try database.query(
            "SELECT COALESCE(MAX(number), 0) AS last FROM insight_group_history WHERE scope = ? AND group_id = ?",
            .int(scope), .text(group.id)
        ).first?.int64("last")
        group.history = max(group.history, last ?? 0) + 1
        try database.execute(
            """
            INSERT INTO insight_group_history (scope, group_id, number, time, event, actor, actor_name, details)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """, .int(scope), .text(group.id), .int(group.history), .int(event.time), .text(event.kind.rawValue),
            .text(event.actor), .text(event.actorName), .text(JSONValue.object(event.details).json()))
        if notifies { try GroupNotifications.record(event, of: group, scope: scope, database) }
    }

    /// Returns the history of a group, the newest first; entries that can't be read are left out.
    package func history(of group: String) throws -> [(number: Int64, event: GroupEvent)] {
        try database.query(
            "SELECT * FROM insight_group_history WHERE scope = ? AND group_id = ? ORDER BY number DESC LIMIT 500",
            .int(scope), .text(group)
        ).compactMap { row in
            guard let word = try? row.text("event"), let kind = GroupEvent.Kind(rawValue: word),
                let number = try? row.int64("number"), let time = try? row.int64("time")
            else {
                DamagedRows.shared.add("insight_group_history", [.int(scope), .text(group), try row["number"]])
                return nil
            }
            let details = try? JSONValue(json: Array(((try? row.text("details")) ?? "").utf8))
            return (
                number,
                GroupEvent(
                    kind, time: time, actor: (try? row.text("actor")) ?? "",
                    actorName: (try? row.text("actor_name")) ?? "", details: details?.objectValue ?? [:])
            )
        }
    }

    /// Stores by which versions, flags and variants groups are found; flags and variants beyond their number are left out.
    package func addFacets(_ facets: Set<GroupFacet>) throws {
        struct Key: Hashable {
            let group: String
            let kind: GroupFacet.Kind
        }
        func values(_ facet: GroupFacet) -> [DatabaseValue] {
            [.int(scope), .text(facet.group), .text(facet.kind.rawValue), .text(facet.value)]
        }
        let columns = ["scope", "group_id", "kind", "value"]
        let stored: Set<[DatabaseValue]> = Set(
            try RowBatch.select(
                "t.scope, t.group_id, t.kind, t.value", from: "insight_group_facets", keys: columns,
                facets.map(values), database
            ).map { row in try columns.map { try row[$0] } })
        let new = facets.filter { !stored.contains(values($0)) }
        var rows: [[DatabaseValue]] = []
        for (key, facets) in Dictionary(grouping: new, by: { Key(group: $0.group, kind: $0.kind) }) {
            guard key.kind != .version else {
                rows += facets.map(values)
                continue
            }
            let count =
                try database.query(
                    "SELECT COUNT(*) AS n FROM insight_group_facets WHERE scope = ? AND group_id = ? AND kind = ?",
                    .int(scope), .text(key.group), .text(key.kind.rawValue)
                ).first?.int64("n") ?? 0
            rows += facets.sorted { $0.value < $1.value }.prefix(Int(max(0, Self.maximumFacets - count))).map(values)
        }
        try RowBatch.insert(
            into: "insight_group_facets (scope, group_id, kind, value)", rows,
            "ON CONFLICT (scope, group_id, kind, value) DO NOTHING", database)
    }

    /// Returns the flags of some groups.
    package func flags(of groups: Set<String>) throws -> [String: Set<String>] {
        var flags: [String: Set<String>] = [:]
        for row in try RowBatch.select(
            "t.group_id, t.value", from: "insight_group_facets", keys: ["scope", "group_id", "kind"],
            groups.map { [.int(scope), .text($0), .text(GroupFacet.Kind.flag.rawValue)] }, database)
        {
            flags[try row.text("group_id"), default: []].insert(try row.text("value"))
        }
        return flags
    }

    /// Returns the groups that have a version or flag.
    package func groups(with kind: GroupFacet.Kind, _ value: String) throws -> Set<String> {
        Set(
            try database.query(
                """
                SELECT g.id AS id FROM insight_groups g WHERE g.scope = ? AND EXISTS (
                    SELECT 1 FROM insight_group_facets f
                    WHERE f.scope = g.scope AND f.group_id = g.id AND f.kind = ? AND f.value = ?)
                """, .int(scope), .text(kind.rawValue), .text(value)
            ).map { try $0.text("id") })
    }

    /// Returns the groups that have each of some versions or variants, whether letters of ASCII are in upper or lower case.
    ///
    /// - Parameters:
    ///   - values: Versions, or flags and variants with a tab between, in lower case.
    ///   - kind: Their kind.
    package func groups(
        having values: Set<String>, as kind: GroupFacet.Kind = .variant
    ) throws -> [String: Set<String>] {
        guard !values.isEmpty else { return [:] }
        let placeholders = Array(repeating: "?", count: values.count).joined(separator: ", ")
        var groups: [String: Set<String>] = [:]
        // Group by group, so that only rows of the kind are read; SQLite keeps the order of a cross join.
        for row in try database.query(
            """
            SELECT g.id AS id, LOWER(f.value) AS name FROM insight_groups g CROSS JOIN insight_group_facets f
            WHERE g.scope = ? AND f.scope = g.scope AND f.group_id = g.id AND f.kind = ?
                AND LOWER(f.value) IN (\(placeholders))
            """, [.int(scope), .text(kind.rawValue)] + values.map { .text($0) })
        {
            groups[try row.text("name"), default: []].insert(try row.text("id"))
        }
        return groups
    }

    /// Reads a group.
    ///
    /// A damaged row must not block its reports, so each part that can't be read begins again.
    private static func group(_ row: DatabaseRow) throws -> ReportGroup {
        var isDamaged = false
        func read<Value>(_ value: Value?, _ other: Value) -> Value {
            if value == nil { isDamaged = true }
            return value ?? other
        }
        func text(_ column: String) -> String { read(try? row.text(column), "") }
        func int(_ column: String) -> Int64 {
            let value = read(try? row.int64(column), 0)
            // Sums of thousands of them don't overflow.
            return value.magnitude < 1 << 50 ? value : read(nil, 0)
        }
        var group = try ReportGroup(id: row.text("id"), first: int("first"), version: text("first_version"))
        group.kind = text("kind")
        group.feature = text("feature")
        group.action = text("action")
        group.featureName = text("feature_name")
        group.actionName = text("action_name")
        group.errorType = text("error_type")
        group.errorCase = text("error_case")
        group.title = text("title")
        group.message = text("message")
        group.place = text("place")
        group.state = read(ReportGroup.State(rawValue: text("state")), .open)
        group.resolvedIn = text("resolved_in")
        group.ignoredUntil = (try? row["ignored_until"]) == .null ? nil : int("ignored_until")
        group.assignee = text("assignee")
        group.assigneeName = text("assignee_name")
        group.mergedInto = text("merged_into")
        group.isReopened = read(try? row.bool("is_reopened"), false)
        group.last = int("last")
        group.lastVersion = text("last_version")
        group.seen = int("seen")
        group.reports = int("reports")
        group.people = read((try? row.blob("sketch")).flatMap { PeopleSketch($0) }, PeopleSketch())
        group.history = int("history")
        group.isDamaged = isDamaged
        return group
    }
}
