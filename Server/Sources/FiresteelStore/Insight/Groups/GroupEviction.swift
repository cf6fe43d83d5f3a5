import FiresteelDatabase

/// Removes a group that gives way to another, with its counts.
///
/// Its reports count in the common group from now on, where the next ``RetentionRun`` moves them: they may have megabytes.
struct GroupEviction {
    private let group: ReportGroup
    private let scope: Int64

    init(_ group: ReportGroup, scope: Int64) {
        self.group = group
        self.scope = scope
    }

    /// Removes the group.
    ///
    /// - Parameter common: The common group, which then has to be stored.
    func carryOut(into common: inout ReportGroup, _ database: any DatabaseConnection) throws {
        if common.reports == 0 || group.first < common.first {
            (common.first, common.firstVersion) = (group.first, group.firstVersion)
        }
        if group.last > common.last { (common.last, common.lastVersion) = (group.last, group.lastVersion) }
        common.reports += group.reports
        common.people.formUnion(group.people)
        try moveCounts(database)
        // Fingerprints, facets and history without a group are removed by the retention.
        try database.execute(
            "DELETE FROM insight_groups WHERE scope = ? AND id = ?", .int(scope), .text(group.id))
    }

    private func moveCounts(_ database: any DatabaseConnection) throws {
        let subject = group.subject
        let rows = try database.query(
            """
            SELECT measure, hour, version, value, count FROM insight_counts
            WHERE scope = ? AND measure IN ('reports', 'sessions') AND subject = ? AND value = ''
            """, .int(scope), .text(subject))
        var counts = CountBatch()
        var values: [[DatabaseValue]] = []
        var people: [[DatabaseValue]] = []
        for row in rows {
            let slice = try InsightSlice(scope: scope, hour: row.int64("hour"), version: row.text("version"))
            let key: [DatabaseValue] = [.int(slice.hour), .text(slice.version)]
            guard try row.text("measure") == InsightMeasure.reports.rawValue else {
                people.append([.int(scope), "groups"] + key + [.text(subject)])
                continue
            }
            let count = (try? row.int64("count")) ?? 0
            counts.add(count, .reports, of: CountKey.group.key(GroupTable.common), slice)
            counts.add(count, .reports, value: GroupTable.common, slice)
            values.append([.int(scope), "reports", ""] + key + [.text(group.id)])
        }
        try database.execute(
            "DELETE FROM insight_counts WHERE scope = ? AND measure IN ('reports', 'sessions') AND subject = ?",
            .int(scope), .text(subject))
        try RowBatch.delete(from: "insight_counts", keys: HourFolding.Kind.counts.keys, values, database)
        try RowBatch.delete(from: "insight_people", keys: HourFolding.Kind.people.keys, people, database)
        try database.execute(
            "DELETE FROM insight_people WHERE scope = ? AND subject = ?", .int(scope), .text(subject))
        try counts.write(database)
    }
}
