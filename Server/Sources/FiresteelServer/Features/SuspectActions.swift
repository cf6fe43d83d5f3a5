import Firesteel
import FiresteelFlags
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

/// Shows what may be why sessions are affected by a group.
enum ShowSuspects: ReplyAction {
    static let description = "Show the suspects of a group of reports"

    static func reply(to context: ActionContext<ServerCall<InsightPayload>>) async throws -> FlagValue {
        let (call, payload) = (context.input, context.input.payload)
        let now = call.server.clock.now()
        return try await call.readInsight(payload.program, payload.environment) { database, scope in
            let form = try GroupList(database, scope: scope, now: now).current(payload.group)
            return try Suspects(
                database, scope: scope, form, hours: payload.hours, now: now, program: payload.program,
                environment: payload.environment
            ).json()
        }
    }
}

/// Shows whether a change helped against a group.
enum ShowSwitchEffect: ReplyAction {
    static let description = "Show whether a change helped"

    static func reply(to context: ActionContext<ServerCall<InsightPayload>>) async throws -> FlagValue {
        let (call, payload) = (context.input, context.input.payload)
        let now = call.server.clock.now()
        return try await call.readInsight(payload.program, payload.environment) { database, scope in
            let form = try GroupList(database, scope: scope, now: now).current(payload.group)
            guard let change = try ChangesBefore.change(payload.change, of: payload.program, database) else {
                throw StoreError.notFound("There is no change \(payload.change).")
            }
            // A time before 1970 is damaged.
            guard change.time >= 0, change.time <= now, change.body.revisions[payload.environment] != nil else {
                throw APIError(
                    status: .conflict, code: "later",
                    message:
                        "Change \(change.number) didn't affect \(payload.environment), or isn't between 1970 and now.")
            }
            return try SwitchEffect(
                database, scope: scope, form, change, now: now, hourlyDays: call.server.retention.hourlyDays
            ).json()
        }
    }
}

/// Shows what switching a flag off disables.
enum ShowSwitchImpact: ReplyAction {
    static let description = "Show the impact of switching a flag off"

    static func reply(to context: ActionContext<ServerCall<InsightPayload>>) async throws -> FlagValue {
        let (call, payload) = (context.input, context.input.payload)
        let now = call.server.clock.now()
        guard let state = try await call.server.changes.state(of: payload.program) else {
            throw APIError.notFound("There is no program “\(payload.program)”.")
        }
        let needs = try await call.server.catalogues.summary(of: payload.program).needs
        let connected = call.server.connections.of(payload.program).filter { $0.environment == payload.environment }
        let revision = state.program.environments.first { $0.id == payload.environment }?.revision ?? 0
        let variants = payload.variant.map { [$0] } ?? taken(payload.flag, payload.environment, state)
        return try await call.readInsight(payload.program, payload.environment) { database, scope in
            try SwitchImpact(database, scope: scope, flag: payload.flag, variants: variants, now: now)
                .json(needs, connected: connected, revision: revision)
        }
    }

    /// Returns the variants other than that of a flag that is off; `nil` for all of an unknown flag.
    private static func taken(_ flag: String, _ environment: String, _ state: ProgramState) -> Set<String>? {
        let members = state.items[ItemKey(.flag, flag)]?.value.members
        guard case .array(let variants)? = members?["variants"] else { return nil }
        let targeting = state.items[ItemKey(.targeting, flag, environment: environment)]?.value.members
        let off = variants.first { $0.members["value"] == false }?.members["name"]
        let named = targeting?["off"] ?? off
        return Set(
            variants.compactMap { variant in
                guard let name = variant.members["name"], name != named, case .string(let text) = name else {
                    return nil
                }
                return text
            })
    }
}

extension GroupList {
    /// Returns a group, or the one that it was merged into.
    func current(_ id: String) throws -> GroupForm {
        let found = try form(id)
        return try found.mergedInto.map { try form($0).form } ?? found.form
    }
}
