import FiresteelDatabase
import FiresteelFlags
import FiresteelInsight

/// Puts the reports of a transaction into groups.
final class ReportGrouping {
    private let database: any DatabaseConnection
    private let table: GroupTable
    private let scope: Int64
    private let now: Int64
    private var groups: [String: ReportGroup] = [:]
    /// The number of reports that were added, by fingerprint and detail.
    private var added: [Fingerprint: (group: String, reports: Int64)] = [:]
    private var facets: Set<GroupFacet> = []
    private var rows: [[DatabaseValue]] = []
    private var room: GroupRoom
    /// Groups that sessions name and that are no longer there.
    private var missing: Set<String> = []
    /// The number of stored groups that were damaged and began again in part.
    private(set) var damaged = 0

    private struct Fingerprint: Hashable {
        let text: String
        let detail: String
    }

    init(_ database: any DatabaseConnection, scope: Int64, now: Int64) {
        self.database = database
        table = GroupTable(database, scope: scope)
        room = GroupRoom(database, scope: scope, now: now)
        self.scope = scope
        self.now = now
    }

    /// Adds a report, and returns the identifier of its group.
    func add(
        _ report: PreparedMessage.Report, _ message: PreparedMessage, session: Int64, person: String
    ) throws -> String {
        let (key, id) = try group(of: report, message)
        var group = try known(id)
        if group.isDamaged {
            damaged += 1
            group.isDamaged = false
            if id != GroupTable.common { describe(&group, report) }
        }
        let isFirst = group.reports == 0
        group.reports += 1
        group.seen = now
        if message.time < group.first || isFirst {
            group.first = message.time
            group.firstVersion = message.version
        }
        if message.time >= group.last || isFirst {
            group.last = message.time
            group.lastVersion = message.version
            if let text = report.report.names {
                group.featureName = Self.shown(text.feature)
                group.actionName = Self.shown(text.action)
            }
            group.message = Self.shown(report.report.message)
            group.place = Self.shown(report.report.place)
        }
        groups[id] = group
        try react(to: report, message, id)
        // Those in the common group get one of their own as soon as there is room.
        if id != GroupTable.common { added[key, default: (id, 0)].reports += 1 }
        facets.insert(GroupFacet(group: id, kind: .version, value: message.version))
        addFlags(of: report.variants, to: id)
        let source = message.source
        rows.append([
            .int(scope), .text(source.run), .int(source.number), .text(id), .text(key.text),
            .text(report.fingerprint.detail), .int(session), .text(person), .int(message.time), .int(source.received),
            .text(message.version), .text(NameBook.plain(message.build)), .text(message.system), .text(message.device),
            .int(Int64(report.body.count)), .int(source.redactions), DatabaseValue(isFirst), .text(report.steps),
            .blob(report.body),
        ])
        return id
    }

    /// Records that a session was affected by a group, and returns whether the group exists.
    func affect(_ id: String, person: UInt64?, version: String, variants: Set<String>) throws -> Bool {
        guard !missing.contains(id) else { return false }
        guard var group = try groups[id] ?? table.group(id) else {
            missing.insert(id)
            return false
        }
        if let person { group.people.insert(person) }
        groups[id] = group
        facets.insert(GroupFacet(group: id, kind: .version, value: version))
        addFlags(of: Array(variants), to: id)
        return true
    }

    /// Writes the groups and reports.
    func write() throws {
        for group in groups.values where !group.isDamaged { try table.store(group) }
        try table.addFacets(facets)
        try RowBatch.insert(
            into: "insight_fingerprints (scope, fingerprint, detail, group_id, reports)",
            added.map { [.int(scope), .text($0.text), .text($0.detail), .text($1.group), .int($1.reports)] },
            """
            ON CONFLICT (scope, fingerprint, detail) DO UPDATE SET group_id = excluded.group_id,
            reports = CASE WHEN insight_fingerprints.group_id = excluded.group_id
                THEN insight_fingerprints.reports + excluded.reports ELSE excluded.reports END
            """, database)
        try RowBatch.insert(
            into: """
                insight_reports (scope, run, number, group_id, fingerprint, detail, session, person, time, received, version,
                build, system, device, bytes, redactions, is_pinned, steps, body)
                """, rows, "ON CONFLICT (scope, run, number) DO NOTHING", database)
    }

    private func addFlags(of variants: [String], to group: String) {
        for variant in variants {
            let flag = CountKey.parts(of: variant).first
            facets.insert(GroupFacet(group: group, kind: .flag, value: flag))
            if flag != NameBook.other { facets.insert(GroupFacet(group: group, kind: .variant, value: variant)) }
        }
    }

    private func known(_ id: String) throws -> ReportGroup {
        if let known = groups[id] { return known }
        return try table.existing(id)
    }

    /// Returns the fingerprint under which a report is stored, and its group.
    private func group(
        of report: PreparedMessage.Report, _ message: PreparedMessage
    ) throws -> (Fingerprint, String) {
        let whole = Fingerprint(text: report.fingerprint.text, detail: "")
        let part = Fingerprint(text: report.fingerprint.text, detail: report.fingerprint.detail)
        if let known = added[part] { return (part, known.group) }
        var stored: [String: String] = [:]
        for row in try database.query(
            "SELECT detail, group_id FROM insight_fingerprints WHERE scope = ? AND fingerprint = ? AND detail IN ('', ?)",
            .int(scope), .text(part.text), .text(part.detail))
        {
            // A group that gave way, or was removed, is no longer there.
            guard let detail = try? row.text("detail"), let id = try? row.text("group_id"), try isThere(id) else {
                continue
            }
            stored[detail] = id
        }
        // One that was split off has priority.
        if let id = stored[part.detail] { return (part, id) }
        if let known = added[whole] { return (whole, known.group) }
        if let id = stored[""] { return (whole, id) }
        return try (whole, create(report, message))
    }

    private func isThere(_ id: String) throws -> Bool {
        if groups[id] != nil { return true }
        guard !missing.contains(id), let group = try table.group(id) else { return false }
        groups[id] = group
        return true
    }

    private func create(_ report: PreparedMessage.Report, _ message: PreparedMessage) throws -> String {
        switch try room.claim(keeping: groups) {
        case .free: break
        case .taken(let group):
            var common = try commonGroup(message)
            try GroupEviction(group, scope: scope).carryOut(into: &common, database)
            groups[common.id] = common
            missing.insert(group.id)
        case .none:
            let common = try commonGroup(message)
            groups[common.id] = common
            return common.id
        }
        var group = ReportGroup(id: Identifier.random(), first: message.time, version: message.version)
        describe(&group, report)
        try append(.new, ["title": .string(group.title)], message, to: &group)
        groups[group.id] = group
        return group.id
    }

    private func describe(_ group: inout ReportGroup, _ report: PreparedMessage.Report) {
        group.kind = report.report.kind.rawValue
        group.feature = report.feature
        group.action = report.action
        group.errorType = Self.shown(report.report.failure?.type ?? "")
        group.errorCase = Self.shown(report.report.failure?.enumCase ?? "")
        group.title = Self.shown(report.report.title)
    }

    /// Returns the group of reports beyond the limit of groups.
    private func commonGroup(_ message: PreparedMessage) throws -> ReportGroup {
        if let known = try groups[GroupTable.common] ?? table.group(GroupTable.common) { return known }
        var group = ReportGroup(id: GroupTable.common, first: message.time, version: message.version)
        group.kind = "failure"
        group.title = "Reports beyond \(GroupTable.maximumGroups) groups"
        try append(.new, ["title": .string(group.title)], message, to: &group)
        return group
    }

    private func append(
        _ kind: GroupEvent.Kind, _ details: [String: JSONValue], _ message: PreparedMessage, to group: inout ReportGroup
    ) throws {
        let details = details.merging(["version": .string(message.version)]) { one, _ in one }
        // A flood of invented reports must not become one of webhooks.
        let notifies = try kind != .new || room.mayNotify()
        try table.append(GroupEvent(kind, time: now, details: details), to: &group, notifies: notifies)
    }

    /// Opens a group again that was resolved or ignored, or the one that it is a part of.
    private func react(to report: PreparedMessage.Report, _ message: PreparedMessage, _ id: String) throws {
        var group = try known(id)
        if group.state == .merged {
            if let root = try groups[group.mergedInto] ?? table.group(group.mergedInto) {
                group = root
            } else {
                // The group that it was a part of had no reports for so long that it was removed.
                group.decide(.open)
                group.mergedInto = ""
                groups[id] = group
            }
        }
        let version = Self.shown(report.report.program.version)
        let reason: String
        switch group.state {
        case .open, .merged: return
        case .ignored:
            guard let limit = group.ignoredUntil, try reports(of: group) >= limit else { return }
            reason = "count"
        case .resolved:
            // What the report says: its version may be counted as one of many.
            guard Self.hasFix(version, group) else { return }
            reason = "recurred"
        }
        group.decide(.open)
        group.isReopened = true
        group.isDamaged = false
        try append(.reopened, ["reason": .string(reason), "version": .string(version)], message, to: &group)
        groups[group.id] = group
    }

    /// Returns the number of reports of a group and its parts, those of this transaction included.
    private func reports(of group: ReportGroup) throws -> Int64 {
        try table.parts(of: group.id).reduce(0) { sum, part in
            sum + (groups[part.id] ?? part).reports
        }
    }

    /// Whether a version has the fix of a resolved group.
    ///
    /// Without a version of the fix, every report after the decision reopens the group. A version that can't be compared has
    /// the fix only if it is the same.
    private static func hasFix(_ version: String, _ group: ReportGroup) -> Bool {
        guard !group.resolvedIn.isEmpty else { return true }
        return VersionOrder.compare(version, group.resolvedIn).map { $0 >= 0 } ?? (version == group.resolvedIn)
    }

    /// Returns a text for pages, of at most 300 characters.
    private static func shown(_ text: String) -> String { String(NameBook.plain(text).prefix(300)) }
}
