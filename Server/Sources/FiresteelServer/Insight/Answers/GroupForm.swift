import FiresteelBase
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
    /// The subject of the sessions that could have been affected: those with the action, or all.
    var baseSubject: String { root.countedAction.map(CountKey.action.key) ?? "" }

    /// Returns the flags of all parts, out of those of groups.
    func flags(_ known: [String: Set<String>]) -> [String] { Set(identifiers.flatMap { known[$0] ?? [] }).sorted() }

    /// Returns the group as JSON.
    ///
    /// - Parameters:
    ///   - line: Its figures of the last day.
    ///   - flags: The flags of its sessions.
    ///   - suspect: The suspect that is named first, `null` without one; `nil` where suspects aren't read.
    ///   - now: The time.
    func json(_ line: GroupList.Line, flags: [String], suspect: JSONValue? = nil, now: Int64) -> JSONValue {
        var members: [String: JSONValue] = [
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
        members["resolvedIn"] = root.resolvedIn.isEmpty ? JSONValue.null : .string(root.resolvedIn)
        members["ignoredUntil"] = root.ignoredUntil.map { JSONValue.int(Int($0)) } ?? JSONValue.null
        members["assignee"] = .null
        if !root.assignee.isEmpty {
            members["assignee"] = ["id": .string(root.assignee), "name": .string(root.assigneeName)]
        }
        members["reports"] = .int(Int(reports))
        members["people"] = .int(people.count)
        members["peopleAreEstimated"] = .bool(people.isEstimate)
        members["reports24h"] = .int(Int(line.reports))
        members["people24h"] = .int(line.people.count)
        members["people24hAreEstimated"] = .bool(line.people.isEstimate)
        members["first"] = .int(Int(first.first))
        members["last"] = .int(Int(last.last))
        members["firstVersion"] = .string(first.firstVersion)
        members["lastVersion"] = .string(last.lastVersion)
        members["hours"] = .array(line.hours.map { JSONValue.int(Int($0)) })
        members["flags"] = .array(flags.prefix(20).map { JSONValue.string($0) })
        if let suspect { members["suspect"] = suspect }
        return .object(members)
    }

    /// The texts that describe the group and its parts.
    var searchedTexts: [String] {
        parts.flatMap { part in
            [
                part.title, part.message, part.place, part.featureName, part.feature, part.actionName, part.action,
                part.errorType, part.errorCase,
            ]
        }
    }

    /// Whether the first report arrived in the last day.
    func isNew(_ now: Int64) -> Bool { first.first > now - InsightTime.day }
}
