package import FiresteelDatabase
import FiresteelFlags

/// Reports of the same cause.
///
/// A group that was merged into another is a part of it, with its own reports and counts.
package struct ReportGroup: Sendable {
    /// What people decided about a group.
    package enum State: String, Sendable, CaseIterable {
        /// It needs a decision.
        case open
        /// It is fixed, from ``ReportGroup/resolvedIn`` on.
        case resolved
        /// It isn't shown until it has ``ReportGroup/ignoredUntil`` reports.
        case ignored
        /// Its reports are in another group.
        case merged
    }

    /// The identifier.
    package let id: String
    /// How the reports came about: `crash`, `killed`, `failure` or `request`.
    package var kind = ""
    /// The feature's path, empty without an action.
    package var feature = ""
    /// The action's identifier.
    package var action = ""
    /// The display name of the feature.
    package var featureName = ""
    /// The display name of the action.
    package var actionName = ""
    /// The type of the error.
    package var errorType = ""
    /// The case of the error.
    package var errorCase = ""
    /// What happened, as a sentence.
    package var title = ""
    /// The message of the newest report's error.
    package var message = ""
    /// The place in the source of the newest report.
    package var place = ""
    /// What people decided.
    package var state = State.open
    /// The first version that has the fix, empty without one.
    package var resolvedIn = ""
    /// The number of reports at which it opens again.
    package var ignoredUntil: Int64?
    /// The account that it is assigned to, empty for none.
    package var assignee = ""
    /// The name of that account.
    package var assigneeName = ""
    /// The group that it was merged into.
    package var mergedInto = ""
    /// Whether it was opened again by reports, and no one decided about it since.
    package var isReopened = false
    /// The time of the first report.
    package var first: Int64
    /// The time of the newest report.
    package var last: Int64
    /// The version of the first report.
    package var firstVersion: String
    /// The version of the newest report.
    package var lastVersion: String
    /// The number of reports, those that were removed later included.
    package var reports: Int64 = 0
    /// Who was affected.
    package var people = PeopleSketch()
    /// The number of entries in the history.
    package var history: Int64 = 0

    /// Creates a group without reports.
    package init(id: String, first: Int64, version: String) {
        self.id = id
        (self.first, last) = (first, first)
        (firstVersion, lastVersion) = (version, version)
    }

    /// The subject of its counts.
    package var subject: String { "g:\(id)" }

    /// The action as a name of counts; `nil` without one.
    package var countedAction: String? { action.isEmpty ? nil : "\(feature)\t\(action)" }
}

/// Groups of reports within a transaction.
package struct GroupTable {
    /// The greatest number of groups of a scope; reports of further ones are in a common group.
    package static let maximumGroups: Int64 = 2_000

    private let database: any DatabaseConnection
    private let scope: Int64

    package init(_ database: any DatabaseConnection, scope: Int64) {
        self.database = database
        self.scope = scope
    }

    /// Returns a group.
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

    /// The number of groups.
    package func count() throws -> Int64 {
        try database.query("SELECT COUNT(*) AS n FROM insight_groups WHERE scope = ?", .int(scope)).first?.int64("n")
            ?? 0
    }

    /// Stores a group.
    package func store(_ group: ReportGroup) throws {
        try RowBatch.insert(
            into: """
                insight_groups (scope, id, kind, feature, action, feature_name, action_name, error_type, error_case, title,
                message, place, state, resolved_in, ignored_until, assignee, assignee_name, merged_into, is_reopened, first,
                last, first_version, last_version, reports, people, sketch, history)
                """,
            [
                [
                    .int(scope), .text(group.id), .text(group.kind), .text(group.feature), .text(group.action),
                    .text(group.featureName), .text(group.actionName), .text(group.errorType), .text(group.errorCase),
                    .text(group.title), .text(group.message), .text(group.place), .text(group.state.rawValue),
                    .text(group.resolvedIn), DatabaseValue(group.ignoredUntil), .text(group.assignee),
                    .text(group.assigneeName), .text(group.mergedInto), DatabaseValue(group.isReopened),
                    .int(group.first),
                    .int(group.last), .text(group.firstVersion), .text(group.lastVersion), .int(group.reports),
                    .int(Int64(group.people.count)), .blob(group.people.bytes), .int(group.history),
                ]
            ],
            """
            ON CONFLICT (scope, id) DO UPDATE SET feature_name = excluded.feature_name, action_name = excluded.action_name,
            title = excluded.title, message = excluded.message, place = excluded.place, state = excluded.state,
            resolved_in = excluded.resolved_in, ignored_until = excluded.ignored_until, assignee = excluded.assignee,
            assignee_name = excluded.assignee_name, merged_into = excluded.merged_into, is_reopened = excluded.is_reopened,
            first = excluded.first, last = excluded.last, first_version = excluded.first_version,
            last_version = excluded.last_version, reports = excluded.reports, people = excluded.people,
            sketch = excluded.sketch, history = excluded.history
            """, database)
    }

    /// Adds an entry to the history of a group, which then has to be stored.
    package func append(_ event: GroupEvent, to group: inout ReportGroup) throws {
        group.history += 1
        try database.execute(
            """
            INSERT INTO insight_group_history (scope, group_id, number, time, event, actor, actor_name, details)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """, .int(scope), .text(group.id), .int(group.history), .int(event.time), .text(event.kind.rawValue),
            .text(event.actor), .text(event.actorName), .text(FlagValue.object(event.details).json()))
        try GroupNotifications.record(event, of: group, scope: scope, database)
    }

    /// Returns the history of a group, the newest first.
    package func history(of group: String) throws -> [(number: Int64, event: GroupEvent)] {
        try database.query(
            "SELECT * FROM insight_group_history WHERE scope = ? AND group_id = ? ORDER BY number DESC LIMIT 500",
            .int(scope), .text(group)
        ).compactMap { row in
            guard let kind = GroupEvent.Kind(rawValue: try row.text("event")) else { return nil }
            let details = try FlagValue(json: Array(try row.text("details").utf8))
            return try (
                row.int64("number"),
                GroupEvent(
                    kind, time: row.int64("time"), actor: row.text("actor"), actorName: row.text("actor_name"),
                    details: details.objectValue ?? [:])
            )
        }
    }

    /// Stores by which versions and flags a group is found.
    package func addFacets(_ facets: Set<GroupFacet>) throws {
        try RowBatch.insert(
            into: "insight_group_facets (scope, group_id, kind, value)",
            facets.map { [.int(scope), .text($0.group), .text($0.kind.rawValue), .text($0.value)] },
            "ON CONFLICT (scope, group_id, kind, value) DO NOTHING", database)
    }

    /// Returns the versions and flags of all groups.
    package func facets() throws -> Set<GroupFacet> {
        Set(
            try database.query(
                "SELECT group_id, kind, value FROM insight_group_facets WHERE scope = ?", .int(scope)
            ).compactMap { row in
                guard let kind = GroupFacet.Kind(rawValue: try row.text("kind")) else { return nil }
                return try GroupFacet(group: row.text("group_id"), kind: kind, value: row.text("value"))
            })
    }

    private static func group(_ row: DatabaseRow) throws -> ReportGroup {
        var group = try ReportGroup(
            id: row.text("id"), first: row.int64("first"), version: row.text("first_version"))
        guard let state = ReportGroup.State(rawValue: try row.text("state")),
            let people = PeopleSketch(try row.blob("sketch"))
        else { throw StoreError.damaged("The group \(group.id) is damaged.") }
        group.kind = try row.text("kind")
        group.feature = try row.text("feature")
        group.action = try row.text("action")
        group.featureName = try row.text("feature_name")
        group.actionName = try row.text("action_name")
        group.errorType = try row.text("error_type")
        group.errorCase = try row.text("error_case")
        group.title = try row.text("title")
        group.message = try row.text("message")
        group.place = try row.text("place")
        group.state = state
        group.resolvedIn = try row.text("resolved_in")
        group.ignoredUntil = try row.int64IfPresent("ignored_until")
        group.assignee = try row.text("assignee")
        group.assigneeName = try row.text("assignee_name")
        group.mergedInto = try row.text("merged_into")
        group.isReopened = try row.bool("is_reopened")
        group.last = try row.int64("last")
        group.lastVersion = try row.text("last_version")
        group.reports = try row.int64("reports")
        group.people = people
        group.history = try row.int64("history")
        return group
    }
}

/// A version or flag by which a group is found.
package struct GroupFacet: Sendable, Hashable {
    /// What it is.
    package enum Kind: String, Sendable {
        case version
        case flag
    }

    package let group: String
    package let kind: Kind
    package let value: String

    package init(group: String, kind: Kind, value: String) {
        self.group = group
        self.kind = kind
        self.value = value
    }
}
