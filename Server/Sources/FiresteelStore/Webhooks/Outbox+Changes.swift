import FiresteelFlags

extension Outbox {
    /// The most items that an event names.
    private static let itemLimit = 20

    /// Stores that a change took effect, if it affects a protected environment.
    func add(_ change: Change, of program: Program) throws {
        let environments = program.environments
            .filter { $0.protection != .none && change.body.revisions[$0.id] != nil }.map(\.id)
        guard !environments.isEmpty else { return }
        var data: [String: FlagValue] = [
            "change": .int(Int(change.number)), "kind": .string(change.kind.rawValue),
            "author": Self.author(change.author), "reason": .string(change.reason),
        ]
        data.merge(Self.items(change.body.differences.map(\.item))) { $1 }
        if let approver = change.body.approvedBy { data["approvedBy"] = .string(approver) }
        try add(
            OutboxEvent(
                .changeApplied, program: program.id, environments: environments,
                page: OutboxEvent.page("changes", of: program.id, in: environments), data: data, time: change.time))
    }

    /// Stores that a request needs another person.
    func add(_ request: ChangeRequest) throws {
        guard request.kind != .schedule else { return }
        var data: [String: FlagValue] = [
            "request": .string(request.id), "kind": .string(request.kind.rawValue),
            "author": Self.author(request.author), "reason": .string(request.reason),
        ]
        data.merge(Self.items(request.edits.map(\.item))) { $1 }
        if let due = request.due { data["due"] = .int(Int(due)) }
        if let change = request.change { data["change"] = .int(Int(change)) }
        try add(
            OutboxEvent(
                .approvalRequested, program: request.program, environments: request.environments,
                page: OutboxEvent.page("changes?view=requests", of: request.program, in: request.environments),
                data: data, time: request.created))
    }

    /// Stores that the guard of a flag's plan acted.
    func add(
        _ change: Change, byGuardOf key: ItemKey, _ action: TargetingPlanGuard.Action, in program: String
    ) throws {
        let environments = [key.environment]
        try add(
            OutboxEvent(
                .guardPaused, program: program, environments: environments,
                page: OutboxEvent.page("flags/\(key.name)", of: program, in: environments),
                data: [
                    "change": .int(Int(change.number)), "flag": .string(key.name), "action": .string(action.rawValue),
                    "reason": .string(change.reason),
                ], time: change.time))
    }

    private static func author(_ author: Author) -> FlagValue {
        ["name": .string(author.name), "source": .string(author.source.rawValue)]
    }

    private static func items(_ items: [ItemKey]) -> [String: FlagValue] {
        let shown = items.prefix(itemLimit).map { item -> FlagValue in
            var members: [String: FlagValue] = ["kind": .string(item.kind.rawValue), "name": .string(item.name)]
            if !item.environment.isEmpty { members["environment"] = .string(item.environment) }
            return .object(members)
        }
        return ["items": .array(shown), "itemCount": .int(items.count)]
    }
}
