import FiresteelBase
package import FiresteelDatabase

/// A decision of a person or script about a group.
package enum GroupOperation: Sendable, Hashable {
    /// It is fixed, from a version on; without a version, it opens again with the next report.
    case resolve(in: String)
    /// It isn't shown until it has this many more reports.
    case ignore(more: Int64)
    /// It needs a decision again.
    case open
    /// Someone takes care of it.
    case assign(account: String, name: String)
    /// No one does.
    case unassign
    /// It becomes a part of another group.
    case merge(into: String)
    /// A group that was merged into it is separate again.
    case split(part: String)
    /// The reports whose error has the same message, without numbers, and place as a report's become a separate group.
    case splitReport(run: String, number: Int64)
}

/// Carries out operations on groups within a transaction.
package struct GroupEditing {
    /// The maximum number of groups that are merged into one.
    private static let maximumParts = 50

    private let database: any DatabaseConnection
    private let table: GroupTable
    private let scope: Int64
    private let actor: (id: String, name: String)
    private let now: Int64

    /// Creates an editing by someone.
    package init(
        _ database: any DatabaseConnection, scope: Int64, actor: String, actorName: String, now: Int64
    ) {
        self.database = database
        table = GroupTable(database, scope: scope)
        self.scope = scope
        self.actor = (actor, actorName)
        self.now = now
    }

    /// Carries out an operation on a group, and returns the identifier of the group to show: that merged into, or the new
    /// one of a split.
    ///
    /// - Throws: ``StoreError``.
    package func carryOut(_ operation: GroupOperation, on id: String) throws -> String {
        var group = try table.existing(id)
        guard group.state != .merged else {
            throw StoreError.exists("The group was merged into another. Open that one.")
        }
        switch operation {
        case .resolve(let version):
            guard version.utf8.count <= 64 else { throw StoreError.invalid("A version has at most 64 bytes.") }
            group.decide(.resolved)
            group.resolvedIn = version
            try append(.resolved, version.isEmpty ? [:] : ["version": .string(version)], &group)
        case .ignore(let more):
            guard (1...1_000_000).contains(more) else { throw StoreError.invalid("Ignore 1 to 1,000,000 reports.") }
            group.decide(.ignored)
            group.ignoredUntil = try table.reports(of: group) + more
            try append(.ignored, ["more": .int(Int(more))], &group)
        case .open:
            group.decide(.open)
            try append(.opened, [:], &group)
        case .assign(let account, let name):
            (group.assignee, group.assigneeName) = (account, name)
            try append(.assigned, ["account": .string(account), "name": .string(name)], &group)
        case .unassign:
            (group.assignee, group.assigneeName) = ("", "")
            try append(.unassigned, [:], &group)
        case .merge(let target):
            try merge(&group, into: target)
            return target
        case .split(let part):
            try split(part, from: &group)
            return part
        case .splitReport(let run, let number): return try split(run, number, from: &group)
        }
        try table.store(group)
        return id
    }

    private func append(_ kind: GroupEvent.Kind, _ details: [String: JSONValue], _ group: inout ReportGroup) throws {
        try table.append(
            GroupEvent(kind, time: now, actor: actor.id, actorName: actor.name, details: details), to: &group)
    }

    private func merge(_ group: inout ReportGroup, into target: String) throws {
        guard target != group.id else { throw StoreError.exists("A group can't be merged into itself.") }
        var other = try table.existing(target)
        guard other.state != .merged else {
            throw StoreError.exists("That group was merged into another. Merge into that one.")
        }
        let parts = try table.parts(of: group.id)
        guard try table.parts(of: target).count + parts.count <= Self.maximumParts else {
            throw StoreError.exists("At most \(Self.maximumParts) groups can be merged into one.")
        }
        group.decide(.merged)
        group.mergedInto = target
        for var part in parts where part.id != group.id {
            part.mergedInto = target
            try table.store(part)
        }
        try append(.merged, ["into": .string(target), "title": .string(other.title)], &group)
        try append(.merged, ["group": .string(group.id), "title": .string(group.title)], &other)
        try table.store(group)
        try table.store(other)
    }

    private func split(_ part: String, from group: inout ReportGroup) throws {
        guard var other = try table.group(part), other.mergedInto == group.id else {
            throw StoreError.notFound("No such group was merged into this one.")
        }
        other.decide(.open)
        other.mergedInto = ""
        try append(.split, ["group": .string(group.id), "title": .string(group.title)], &other)
        try append(.split, ["group": .string(part), "title": .string(other.title)], &group)
        try table.store(other)
        try table.store(group)
    }

    // MARK: Splitting by a report

    private func split(_ run: String, _ number: Int64, from group: inout ReportGroup) throws -> String {
        let parts = try table.parts(of: group.id)
        let row = try database.query(
            "SELECT fingerprint, detail, group_id FROM insight_reports WHERE scope = ? AND run = ? AND number = ?",
            .int(scope), .text(run), .int(number)
        ).first
        guard let row, var part = try parts.first(where: { try $0.id == row.text("group_id") }) else {
            throw StoreError.notFound("There is no such report in the group.")
        }
        let kind = try (fingerprint: row.text("fingerprint"), detail: row.text("detail"))
        let moving = try ReportMove.reports(kind.fingerprint, kind.detail, of: part.id, scope: scope, database)
        guard Int64(moving.count) < part.reports else {
            throw StoreError.exists("All reports of the group are of that kind.")
        }
        var new = part.copy(id: Identifier.random())
        try database.execute(
            """
            INSERT INTO insight_fingerprints (scope, fingerprint, detail, group_id, reports) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (scope, fingerprint, detail) DO UPDATE SET group_id = excluded.group_id
            """, .int(scope), .text(kind.fingerprint), .text(kind.detail), .text(new.id), .int(Int64(moving.count)))
        let hash = try SettingTable(database).value(.insightSecret).map { PersonHash(secret: $0) }
        new.people = try ReportMove(from: part.id, to: new.id, scope: scope, hash: hash).carryOut(moving, database)
        new.reports = Int64(moving.count)
        part.reports -= new.reports
        if let first = moving.min(by: { $0.time < $1.time }), let last = moving.max(by: { $0.time < $1.time }) {
            (new.first, new.firstVersion) = (first.time, first.version)
            (new.last, new.lastVersion) = (last.time, last.version)
        }
        try append(.split, ["group": .string(group.id), "title": .string(group.title)], &new)
        if part.id == group.id {
            try append(.split, ["group": .string(new.id), "title": .string(new.title)], &part)
        } else {
            try append(.split, ["group": .string(new.id), "title": .string(new.title)], &group)
            try table.store(group)
        }
        try table.store(part)
        try table.store(new)
        return new.id
    }
}

extension ReportGroup {
    /// Sets the state, and forgets the data of the one before.
    mutating func decide(_ state: State) {
        self.state = state
        ignoredUntil = nil
        resolvedIn = ""
        isReopened = false
    }

    /// Returns a group with the same description and no reports.
    fileprivate func copy(id: String) -> ReportGroup {
        var new = ReportGroup(id: id, first: first, version: firstVersion)
        (new.kind, new.feature, new.action) = (kind, feature, action)
        (new.featureName, new.actionName, new.errorType, new.errorCase) = (
            featureName, actionName, errorType, errorCase
        )
        (new.title, new.message, new.place) = (title, message, place)
        return new
    }
}
