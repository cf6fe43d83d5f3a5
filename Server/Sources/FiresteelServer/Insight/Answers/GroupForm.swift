import FiresteelFlags
import FiresteelStore

/// A group with those that were merged into it, as pages see it.
struct GroupForm: Sendable {
    let root: ReportGroup
    let parts: [ReportGroup]
    private(set) var people: PeopleSketch
    let reports: Int64
    let first: ReportGroup
    let last: ReportGroup

    init(_ root: ReportGroup, parts: [ReportGroup]) {
        let all = [root] + parts.filter { $0.id != root.id }
        self.root = root
        self.parts = all
        people = all.reduce(into: PeopleSketch()) { $0.formUnion($1.people) }
        reports = all.reduce(0) { $0 + $1.reports }
        first = all.min { $0.first < $1.first } ?? root
        last = all.max { $0.last < $1.last } ?? root
    }

    /// The identifiers of all parts.
    var identifiers: [String] { parts.map(\.id) }
    /// The subjects of all parts' counts.
    var subjects: [String] { parts.map(\.subject) }

    /// Returns the group as JSON.
    ///
    /// - Parameters:
    ///   - hours: Its reports by hour, of the last day.
    ///   - flags: The flags of its sessions.
    ///   - now: The time.
    func json(hours: [Int64], flags: [String], now: Int64) -> FlagValue {
        var members: [String: FlagValue] = [
            "id": .string(root.id), "title": .string(root.title), "kind": .string(root.kind),
            "feature": .string(root.feature), "action": .string(root.action), "message": .string(last.message),
            "place": .string(last.place), "state": .string(root.state.rawValue), "isNew": .bool(isNew(now)),
            "isReopened": .bool(root.isReopened),
        ]
        members["names"] = ["feature": .string(root.featureName), "action": .string(root.actionName)]
        members["error"] = .null
        if !root.errorType.isEmpty || !root.errorCase.isEmpty {
            members["error"] = ["type": .string(root.errorType), "case": .string(root.errorCase)]
        }
        members["resolvedIn"] = root.resolvedIn.isEmpty ? FlagValue.null : .string(root.resolvedIn)
        members["ignoredUntil"] = root.ignoredUntil.map { FlagValue.int(Int($0)) } ?? FlagValue.null
        members["assignee"] = .null
        if !root.assignee.isEmpty {
            members["assignee"] = ["id": .string(root.assignee), "name": .string(root.assigneeName)]
        }
        members["reports"] = .int(Int(reports))
        members["people"] = .int(people.count)
        members["peopleAreEstimated"] = .bool(people.isEstimate)
        members["reports24h"] = .int(Int(hours.reduce(0, +)))
        members["first"] = .int(Int(first.first))
        members["last"] = .int(Int(last.last))
        members["firstVersion"] = .string(first.firstVersion)
        members["lastVersion"] = .string(last.lastVersion)
        members["hours"] = .array(hours.map { FlagValue.int(Int($0)) })
        members["flags"] = .array(flags.prefix(20).map { FlagValue.string($0) })
        return .object(members)
    }

    /// Whether a text in lowercase is part of what describes the group; an empty one always is.
    func contains(_ text: String) -> Bool {
        if text.isEmpty { return true }
        let texts = [root.title, root.message, root.featureName, root.feature, root.place]
        return texts.contains { $0.lowercased().contains(text) }
    }

    /// Whether the first report arrived in the last day.
    func isNew(_ now: Int64) -> Bool { now - first.first < InsightTime.day }
}
