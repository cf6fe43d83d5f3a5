import FiresteelDatabase

/// The room for groups in an environment.
///
/// Reports can be invented by anyone who has a token out of an app, so the number of groups is limited, and the weakest give
/// way to new ones: those with the fewest reports, and of these the ones that had none for longest. Groups with a report in
/// the last hour don't, so that a new one has an hour to be reported again, and to fill an environment takes
/// ``GroupTable/maximumGroups`` reports in each hour. Groups that a person decided about, or that a change is linked to, don't
/// either.
struct GroupRoom {
    /// The place for a new group.
    enum Place {
        case free
        /// That of a group that gives way.
        case taken(ReportGroup)
        case none
    }

    /// The time after a report in which a group doesn't give way, in milliseconds.
    static let protection = InsightTime.hour
    /// A group with more reports doesn't give way.
    private static let maximumReports: Int64 = 1_000
    /// The maximum number of groups that give way in one transaction.
    private static let maximumCandidates: Int64 = 20
    /// The number of new groups of an hour that webhooks are notified of.
    private static let maximumNotifications: Int64 = 100

    private let database: any DatabaseConnection
    private let scope: Int64
    private let now: Int64
    private var count: Int64?
    private var candidates: [String]?
    private var recent: Int64?

    init(_ database: any DatabaseConnection, scope: Int64, now: Int64) {
        self.database = database
        self.scope = scope
        self.now = now
    }

    /// Returns a place for a new group, which then has it.
    ///
    /// - Parameter groups: Groups that don't give way, because the transaction changes them.
    mutating func claim(keeping groups: [String: ReportGroup]) throws -> Place {
        let table = GroupTable(database, scope: scope)
        let known = try count ?? table.count()
        guard known >= GroupTable.maximumGroups else {
            count = known + 1
            return .free
        }
        count = known
        var remaining = try candidates ?? weakest()
        defer { candidates = remaining }
        while let id = remaining.popLast() {
            if groups[id] == nil, let group = try table.group(id), try !isLinked(id) { return .taken(group) }
        }
        return .none
    }

    /// Whether a change is linked to a group.
    private func isLinked(_ id: String) throws -> Bool {
        try !database.query(
            "SELECT 1 AS one FROM insight_reports WHERE scope = ? AND group_id = ? AND is_pinned = ? LIMIT 1",
            .int(scope), .text(id), .int(LinkedReports.mark)
        ).isEmpty
    }

    /// Returns the groups that give way, the first to do so last.
    private func weakest() throws -> [String] {
        try database.query(
            """
            SELECT id FROM insight_groups WHERE scope = ? AND id <> ? AND seen < ? AND reports <= ? AND state = 'open'
            AND assignee = '' AND is_reopened = 0 AND NOT EXISTS (SELECT 1 FROM insight_group_history h
                WHERE h.scope = insight_groups.scope AND h.group_id = insight_groups.id AND h.actor <> '')
            ORDER BY reports, seen, id LIMIT ?
            """, .int(scope), .text(GroupTable.common), .int(now - Self.protection), .int(Self.maximumReports),
            .int(Self.maximumCandidates)
        ).map { try $0.text("id") }.reversed()
    }

    /// Returns whether webhooks are notified of one more new group, which then counts.
    mutating func mayNotify() throws -> Bool {
        let known =
            try recent
            ?? database.query(
                "SELECT COUNT(*) AS n FROM insight_group_history WHERE scope = ? AND event = 'new' AND time > ?",
                .int(scope), .int(now - InsightTime.hour)
            ).first?.int64("n") ?? 0
        recent = known + 1
        return known < Self.maximumNotifications
    }
}
