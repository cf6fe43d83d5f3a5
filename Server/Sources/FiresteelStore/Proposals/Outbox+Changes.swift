import FiresteelBase
import FiresteelFlagAuthoring

extension Outbox {
    /// The most items that an event names.
    private static let itemLimit = 20

    /// Stores that a change took effect, if it affects a protected environment.
    func add(_ change: Change, of program: Program) throws {
        try addExperiments(of: change, program.id)
        let environments = program.environments
            .filter { $0.protection != .none && change.body.revisions[$0.id] != nil }.map(\.id)
        guard !environments.isEmpty else { return }
        var data: [String: JSONValue] = [
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

    /// Stores which experiments a change started and ended, also in environments without protection.
    private func addExperiments(of change: Change, _ program: String) throws {
        for difference in change.body.differences where difference.item.kind == .experiment {
            let item = difference.item
            let (wasRunning, isRunning) = (difference.before.isRunning, difference.after.isRunning)
            guard wasRunning != isRunning else { continue }
            let members = (difference.after ?? difference.before)?.members ?? [:]
            var data: [String: JSONValue] = [
                "change": .int(Int(change.number)), "experiment": .string(item.name),
                "author": Self.author(change.author),
                "reason": .string(change.reason),
            ]
            for member in ["name", "flag", "phase"] { data[member] = members[member] }
            if !isRunning { data["arm"] = members["decision"]?.members["arm"] ?? .null }
            let environments = [item.environment]
            try add(
                OutboxEvent(
                    isRunning ? .experimentStarted : .experimentEnded, program: program, environments: environments,
                    page: OutboxEvent.page("experiments/\(item.name)", of: program, in: environments), data: data,
                    time: change.time))
        }
    }

    /// Stores a finding about an experiment, and the change by which the guard ended it.
    func add(_ finding: ExperimentFinding, _ value: JSONValue, _ change: Change?, time: Int64) throws {
        let (item, program) = (finding.item, finding.scope.program)
        var data: [String: JSONValue] = ["experiment": .string(item.name), "reason": .string(finding.reason)]
        for member in ["name", "flag", "phase"] { data[member] = value.members[member] }
        data["change"] = change.map { .int(Int($0.number)) }
        data["group"] = finding.group.map { .string($0) }
        let environments = [item.environment]
        try add(
            OutboxEvent(
                finding.notice.event, program: program, environments: environments,
                page: OutboxEvent.page("experiments/\(item.name)", of: program, in: environments), data: data,
                time: time))
    }

    /// Stores that a request needs another person.
    func add(_ request: ChangeRequest) throws {
        guard request.kind != .schedule else { return }
        var data: [String: JSONValue] = [
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

    /// Stores that the guard of a flag's plan found harm and acts by notifying only.
    func add(noticeOf key: ItemKey, _ reason: String, in program: String, time: Int64) throws {
        let environments = [key.environment]
        try add(
            OutboxEvent(
                .guardPaused, program: program, environments: environments,
                page: OutboxEvent.page("flags/\(key.name)", of: program, in: environments),
                data: [
                    "flag": .string(key.name),
                    "action": .string(TargetingPlanGuard.Action.notify.rawValue), "reason": .string(reason),
                ], time: time))
    }

    private static func author(_ author: Author) -> JSONValue {
        ["name": .string(author.name), "source": .string(author.source.rawValue)]
    }

    private static func items(_ items: [ItemKey]) -> [String: JSONValue] {
        let shown = items.prefix(itemLimit).map { item -> JSONValue in
            var members: [String: JSONValue] = ["kind": .string(item.kind.rawValue), "name": .string(item.name)]
            if !item.environment.isEmpty { members["environment"] = .string(item.environment) }
            return .object(members)
        }
        return ["items": .array(shown), "itemCount": .int(items.count)]
    }
}

extension ExperimentNotice {
    /// The type of its event.
    fileprivate var event: WebhookEventType {
        switch self {
        case .conclusive: .experimentConclusive
        case .harmed: .experimentHarmed
        case .mismatched: .experimentMismatched
        }
    }
}

extension JSONValue? {
    /// Whether it is an experiment or a holdout that runs.
    fileprivate var isRunning: Bool { self?.members["state"] == "running" }
}
