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
    /// How its definition was evaluated, in detail.
    let steps: [ExplanationStep]
    /// Its switch, parent, exclusion group and rules, in the order in which they apply.
    let rules: [TrialSteps.Step]
    /// The change whose flags applied.
    let change: Int64
    let metadata: [String: FlagValue]

    /// Whether another flag, a parent or one of the exclusion group, decided: the definition alone has another result.
    var isOfAnotherFlag: Bool {
        rules.contains { $0.outcome == .won && ($0.kind == .parent || $0.kind == .exclusion) }
            || evaluation.reason == .parentOff || evaluation.reason == .excluded
    }
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
        if !payload.edits.isEmpty { state = try call.server.changes.applying(payload.edits, to: state) }
        guard let environment = state.program.environments.first(where: { $0.id == payload.environment }) else {
            throw APIError.notFound("There is no environment “\(payload.environment)”.")
        }
        let now = (payload.time ?? call.server.clock.now()) / 1_000
        let key = EnvironmentKey(program: payload.program, environment: payload.environment)
        if payload.time == nil, payload.edits.isEmpty, let snapshot = call.server.snapshots.snapshot(key),
            let entry = snapshot.entry(payload.flag)
        {
            return evaluate(
                entry, payload, now: now, snapshot, steps(payload, state, environment, snapshot, now: now))
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
            let rules = steps(payload, result, environment, snapshot, now: now)
            return .success(evaluate(entry, payload, now: now, snapshot, rules))
        }.get()
    }

    private static func steps(
        _ payload: TryPayload, _ state: ProgramState, _ environment: ProgramEnvironment,
        _ snapshot: EnvironmentSnapshot,
        now: Int64
    ) -> [TrialSteps.Step] {
        let reason = snapshot.entry(payload.flag)?.rule.evaluate(payload.context, now: now).reason
        return TrialSteps(
            of: payload.flag, in: state, environment, payload.context, now: now, reason: reason ?? .unknown
        ) { key in
            guard case .value(let value)? = snapshot.entry(key)?.rule.evaluate(payload.context, now: now).outcome else {
                return false
            }
            return value == true
        }.steps
    }

    private static func evaluate(
        _ entry: EnvironmentSnapshot.Entry, _ payload: TryPayload, now: Int64, _ snapshot: EnvironmentSnapshot,
        _ rules: [TrialSteps.Step]
    ) -> TryResult {
        var steps: [ExplanationStep] = []
        let evaluation = entry.rule.evaluate(payload.context, now: now, explaining: &steps)
        return TryResult(
            evaluation: evaluation, steps: steps, rules: rules, change: snapshot.change,
            metadata: entry.metadata?.members ?? [:])
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
                program: past, ItemTable(database, program: program.id).all(after: change))
        }
    }
}

/// A part of a program's changes.
struct ChangesPayload: Sendable, TimelineDescribable {
    let program: String
    /// Only changes before this number.
    let before: Int64
    let limit: Int
    let filter: ChangeFilter

    func describe(to summary: inout InputSummary) { summary.add("Program", program) }
}

/// Lists changes, the newest first.
enum ListChanges: ReplyAction {
    static let description = "List changes"
    /// The number of changes that one request searches.
    private static let maximumRead = 5_000
    /// The size up to which a change is listed with the values of its items, in bytes.
    private static let maximumSize: Int64 = 256 << 10
    /// The size of all values in one response, in bytes.
    private static let maximumTotal: Int64 = 2 << 20

    /// A change, with the values of its items unless they are too large for a list.
    struct Entry: Sendable {
        let change: Change
        let isShortened: Bool
        /// What reverted it, if anything did.
        var reversal: ChangeReversal?
    }

    /// Changes, and the number before which to continue, 0 at the end.
    struct Page: Sendable {
        var changes: [Entry] = []
        /// The numbers of changes that can't be read.
        ///
        /// Whether they match the filter isn't known.
        var damaged: [Int64] = []
        var next: Int64 = 0
    }

    static func reply(to context: ActionContext<ServerCall<ChangesPayload>>) async throws -> Page {
        let payload = context.input.payload
        let directory = context.input.server.reversals
        let (page, damaged) = try await context.input.server.database.read { database -> (Page, [DamagedRow]) in
            var damaged: [DamagedRow] = []
            let page = try read(payload, directory, database, &damaged)
            return (page, damaged)
        }
        context.input.server.damage.report(damaged)
        return page
    }

    private static func read(
        _ payload: ChangesPayload, _ directory: ReversalDirectory, _ database: any DatabaseConnection,
        _ damaged: inout [DamagedRow]
    ) throws -> Page {
        let table = ChangeTable(database, program: payload.program)
        let reversals = try directory.reversals(of: payload.program, table)
        var found = Page(next: payload.before)
        var read = 0
        var total: Int64 = 0
        while found.changes.count < payload.limit, read < maximumRead {
            let page = try table.summaries(before: found.next, limit: min(200, max(50, payload.limit)))
            guard let last = page.last?.number else {
                found.next = 0
                return found
            }
            for summary in page where found.changes.count < payload.limit {
                guard let change = summary.change else {
                    if let damage = summary.damage { damaged.append(damage) }
                    found.damaged.append(summary.number)
                    found.next = summary.number
                    continue
                }
                guard payload.filter.matches(change) else {
                    found.next = summary.number
                    continue
                }
                var entry = try entry(change, size: summary.size, table, &damaged)
                entry.reversal = reversals[summary.number]
                total += entry.isShortened ? 0 : summary.size
                // The rest is in the next page.
                if total > maximumTotal, !found.changes.isEmpty { return found }
                found.changes.append(entry)
                found.next = summary.number
            }
            if found.next == last, last == 1 {
                found.next = 0
                return found
            }
            read += page.count
        }
        return found
    }

    private static func entry(
        _ summary: Change, size: Int64, _ table: ChangeTable, _ damaged: inout [DamagedRow]
    ) throws -> Entry {
        guard size <= maximumSize else { return Entry(change: summary, isShortened: true) }
        let stored = try table.stored(summary.number)
        // One whose content is damaged doesn't hide the others, and is listed without it.
        damaged += stored.damaged
        guard let change = stored.values.first else { return Entry(change: summary, isShortened: true) }
        return Entry(change: change, isShortened: false)
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

    static func reply(to context: ActionContext<ServerCall<ChangePayload>>) async throws -> ListChanges.Entry {
        let payload = context.input.payload
        let directory = context.input.server.reversals
        let entry = try await context.input.server.database.read { database -> ListChanges.Entry? in
            let table = ChangeTable(database, program: payload.program)
            guard let change = try table.change(payload.number) else { return nil }
            let reversal = try directory.reversals(of: payload.program, table)[change.number]
            return ListChanges.Entry(change: change, isShortened: false, reversal: reversal)
        }
        guard let entry else { throw APIError.notFound("There is no change \(payload.number).") }
        return entry
    }
}

/// Follows the last change of a program, its requests and its connections.
enum FollowProgram: ReplyAction {
    static let description = "Follow a program's changes, requests and connections"

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
                    "requests": .int(Int(server.snapshots.requestCount(of: program))),
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
    /// What distinguishes the request from another one with its identifier; `nil` for that of the edits.
    var fingerprint: ProposalFingerprint?

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
            due: payload.due, perform: perform, reverts: payload.reverts, fingerprint: payload.fingerprint)
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
