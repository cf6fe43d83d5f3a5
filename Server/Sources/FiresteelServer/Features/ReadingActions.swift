import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import FiresteelTimeline

/// Lists the flags and segments of a program.
enum ListItems: ReplyAction {
    static let description = "List flags and segments"

    static func reply(to context: ActionContext<ServerCall<ProgramPayload>>) async throws -> ProgramState {
        let call = context.input
        guard let state = try await call.server.changes.state(of: call.payload.program) else {
            throw APIError.notFound("There is no program “\(call.payload.program)”.")
        }
        return state
    }
}

/// A flag that is evaluated to see its result.
struct TryPayload: Sendable, TimelineDescribable {
    let program: String
    let environment: String
    let flag: String
    let context: EvaluationContext
    /// The moment whose flags apply, in milliseconds since 1970; `nil` for now.
    let time: Int64?
    /// Edits that are not saved, which apply as well.
    let edits: [Edit]

    func describe(to summary: inout InputSummary) {
        summary.add("Flag", flag)
        summary.add("Environment", environment)
        summary.hide("Context")
    }
}

/// The result of trying a flag.
struct TryResult: Sendable {
    let evaluation: FlagEvaluation
    let steps: [ExplanationStep]
    /// The change whose flags applied.
    let change: Int64
    let metadata: [String: FlagValue]
}

/// Evaluates a flag for a context, now or at an earlier moment, and explains the result.
enum TryFlag: ReplyAction {
    static let description = "Evaluate a flag for a context and explain the result"

    static func reply(to context: ActionContext<ServerCall<TryPayload>>) async throws -> TryResult {
        let call = context.input
        let payload = call.payload
        guard var state = try await call.server.changes.state(of: payload.program) else {
            throw APIError.notFound("There is no program “\(payload.program)”.")
        }
        if let time = payload.time { state = try await past(state, at: time, call.server) }
        if !payload.edits.isEmpty {
            let current = Dictionary(
                payload.edits.compactMap { edit in state.items[edit.item].map { (edit.item, $0) } },
                uniquingKeysWith: { first, _ in first })
            state = state.applying(EditMerge(payload.edits, current: current) { _, _ in nil }.differences)
        }
        guard let environment = state.program.environments.first(where: { $0.id == payload.environment }) else {
            throw APIError.notFound("There is no environment “\(payload.environment)”.")
        }
        let now = (payload.time ?? call.server.clock.now()) / 1_000
        let key = EnvironmentKey(program: payload.program, environment: payload.environment)
        if payload.time == nil, payload.edits.isEmpty, let snapshot = call.server.snapshots.snapshot(key),
            let entry = snapshot.entry(payload.flag)
        {
            return evaluate(entry, payload.context, now: now, change: snapshot.change)
        }
        let result = state
        return try await Offload.run { () -> Result<TryResult, APIError> in
            let snapshot: EnvironmentSnapshot
            do {
                snapshot = try EnvironmentSnapshot(result, environment: environment)
            } catch {
                return .failure(.invalid("The flags of \(environment.name) can't be compiled: \(error)"))
            }
            guard let entry = snapshot.entry(payload.flag) else {
                return .failure(.notFound("There was no flag “\(payload.flag)” in \(environment.name)."))
            }
            return .success(evaluate(entry, payload.context, now: now, change: result.program.changes))
        }.get()
    }

    private static func evaluate(
        _ entry: EnvironmentSnapshot.Entry, _ context: EvaluationContext, now: Int64, change: Int64
    ) -> TryResult {
        var steps: [ExplanationStep] = []
        let evaluation = entry.rule.evaluate(context, now: now, explaining: &steps)
        return TryResult(
            evaluation: evaluation, steps: steps, change: change, metadata: entry.metadata?.members ?? [:])
    }

    /// Returns the items as they were at a time.
    private static func past(_ state: ProgramState, at time: Int64, _ server: ServerParts) async throws -> ProgramState
    {
        let program = state.program
        return try await server.database.read { database in
            let change = try ChangeTable(database, program: program.id).lastChange(at: time)
            var past = program
            past.changes = change
            return try ProgramState(
                program: past, items: ItemTable(database, program: program.id).all(after: change))
        }
    }
}

/// A part of a program's changes.
struct ChangesPayload: Sendable, TimelineDescribable {
    let program: String
    /// Only changes before this number.
    let before: Int64
    let limit: Int
    /// Only changes of this environment.
    let environment: String?
    /// Only changes of this item.
    let item: String?
    /// Only changes whose author, reason or items contain this text.
    let text: String?

    func describe(to summary: inout InputSummary) { summary.add("Program", program) }
}

/// Lists changes, the newest first.
enum ListChanges: ReplyAction {
    static let description = "List changes"
    /// The number of changes that one request searches.
    private static let mostRead = 5_000

    /// Changes, and the number before which to continue, 0 at the end.
    struct Page: Sendable {
        let changes: [Change]
        let next: Int64
    }

    static func reply(to context: ActionContext<ServerCall<ChangesPayload>>) async throws -> Page {
        let payload = context.input.payload
        return try await context.input.server.database.read { database in
            let table = ChangeTable(database, program: payload.program)
            var found: [Change] = []
            var before = payload.before
            var read = 0
            while found.count < payload.limit, read < mostRead {
                let page = try table.changes(before: before, limit: 200)
                guard let last = page.last else { return Page(changes: found, next: 0) }
                for change in page where found.count < payload.limit {
                    before = change.number
                    if matches(change, payload) { found.append(change) }
                }
                if before == last.number, last.number == 1 { return Page(changes: found, next: 0) }
                read += page.count
            }
            return Page(changes: found, next: before)
        }
    }

    private static func matches(_ change: Change, _ payload: ChangesPayload) -> Bool {
        if let environment = payload.environment, change.body.revisions[environment] == nil { return false }
        if let item = payload.item, !change.body.differences.contains(where: { $0.item.name == item }) { return false }
        guard let text = payload.text?.lowercased(), !text.isEmpty else { return true }
        let texts = [change.author.name, change.reason] + change.body.differences.map(\.item.name)
        return texts.contains { $0.lowercased().contains(text) }
    }
}

/// A change by its number.
struct ChangePayload: Sendable, TimelineDescribable {
    let program: String
    let number: Int64

    func describe(to summary: inout InputSummary) { summary.add("Change", Int(number)) }
}

/// Returns one change.
enum ShowChange: ReplyAction {
    static let description = "Show a change"

    static func reply(to context: ActionContext<ServerCall<ChangePayload>>) async throws -> Change {
        let payload = context.input.payload
        let change = try await context.input.server.database.read {
            try ChangeTable($0, program: payload.program).change(payload.number)
        }
        guard let change else { throw APIError.notFound("There is no change \(payload.number).") }
        return change
    }
}

/// Lists requests, the pending ones first.
enum ListRequests: ReplyAction {
    static let description = "List requests and schedules"

    static func reply(to context: ActionContext<ServerCall<ProgramPayload>>) async throws -> [ChangeRequest] {
        let program = context.input.payload.program
        return try await context.input.server.database.read { try RequestTable($0).all(of: program) }
    }
}

/// Follows the last change of a program and its connections.
enum FollowProgram: ReplyAction {
    static let description = "Follow a program's changes and connections"

    static func reply(to context: ActionContext<ServerCall<ProgramPayload>>) async throws -> ProgramEvents {
        let call = context.input
        let server = call.server
        let program = call.payload.program
        let caller = call.caller
        guard server.connections.openPage() else {
            throw APIError.unavailable(
                "Too many pages follow changes. This one reads them every few seconds.", retryAfter: 10)
        }
        return ProgramEvents(
            current: {
                [
                    "change": .int(Int(server.snapshots.lastChange(of: program))),
                    "connections": .array(server.connections.of(program).map(\.json)),
                ]
            },
            isAllowed: { await server.access.isCurrent(caller, in: program) },
            onClose: { server.connections.closePage() })
    }
}

/// Lists the running programs by version and revision.
enum ListConnections: ReplyAction {
    static let description = "List running programs by version and revision"

    static func reply(to context: ActionContext<ServerCall<ProgramPayload>>) async throws -> [ConnectedCount] {
        context.input.server.connections.of(context.input.payload.program)
    }
}

/// A change that is proposed.
struct ProposalPayload: Sendable, TimelineDescribable {
    let program: String
    let id: String
    let edits: [Edit]
    let reason: String
    let due: Int64?
    var kind = Change.Kind.edit
    var reverts: Int64?

    func describe(to summary: inout InputSummary) {
        summary.add("Program", program)
        summary.add("Items", edits.map(\.item.name).prefix(5).joined(separator: ", "))
        if edits.count > 5 { summary.add("Edits", edits.count) }
    }
}

/// Returns what a proposed change would do.
enum PreviewChange: ReplyAction {
    static let description = "Preview a change"

    static func reply(to context: ActionContext<ServerCall<ProposalPayload>>) async throws -> ProposalPreview {
        let call = context.input
        let author = call.caller.author ?? Author(id: "", name: "", source: .dashboard)
        return try await call.server.changes.preview(call.proposal(author, perform: ""), of: call.payload.program)
    }
}

extension ServerCall where Payload == ProposalPayload {
    func proposal(_ author: Author, perform: String) -> Proposal {
        Proposal(
            id: payload.id, edits: payload.edits, reason: payload.reason, author: author,
            rights: caller.membership(in: payload.program) ?? Membership(role: .viewer), kind: payload.kind,
            due: payload.due, perform: perform, reverts: payload.reverts)
    }
}

/// Exports flags and segments.
enum ExportFlags: ReplyAction {
    static let description = "Export flags and segments"

    static func reply(to context: ActionContext<ServerCall<ProgramPayload>>) async throws -> ProgramState {
        let call = context.input
        guard let state = try await call.server.changes.state(of: call.payload.program) else {
            throw APIError.notFound("There is no program “\(call.payload.program)”.")
        }
        return state
    }
}
