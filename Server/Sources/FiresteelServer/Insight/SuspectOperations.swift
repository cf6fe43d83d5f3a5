import Firesteel
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

/// Shows what may be why sessions are affected by a group.
struct ShowSuspects: ServerOperation, Decodable {
    static let description = "Show the suspects of a group of reports"
    static let endpoint = OperationEndpoint(
        .get, "\(InsightReading.group)/suspects", "getSuspects",
        "Compares the variants and versions of affected sessions with those of all", query: [.hours],
        response: "Suspects")
    let program, environment, group: String
    let hours: Int

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let now = call.now
        return try await call.readInsight(program, environment) { database, scope in
            let form = try GroupList(database, scope: scope, now: now).current(group)
            return try Suspects(
                database, scope: scope, form, hours: hours, now: now, program: program, environment: environment
            ).json()
        }
    }
}

/// Shows whether a change helped against a group.
struct ShowSwitchEffect: ServerOperation, Decodable {
    static let description = "Show whether a change helped"
    static let endpoint = OperationEndpoint(
        .get, "\(InsightReading.group)/effect", "getSwitchEffect",
        "Compares the rate of a group before and after a change",
        query: [
            .init(
                name: "change", description: "The number of the change",
                schema: ["type": "integer", "minimum": 1, "maximum": 1_000_000_000])
        ], response: "SwitchEffect")
    let program, environment, group: String
    let change: Int64?

    func perform(_ call: ServerCall) async throws -> JSONValue {
        guard let number = change else { throw HTTPProblem.badRequest("Name the “change”.") }
        let now = call.now
        return try await call.readInsight(program, environment) { database, scope in
            let form = try GroupList(database, scope: scope, now: now).current(group)
            guard let change = try ChangesBefore.change(number, of: program, database) else {
                throw StoreError.notFound("There is no change \(number).")
            }
            // A time before 1970 is damaged.
            guard change.time >= 0, change.time <= now, change.body.revisions[environment] != nil else {
                throw HTTPProblem(
                    status: .conflict, code: "later",
                    message: "Change \(change.number) didn't affect \(environment), or isn't between 1970 and now.")
            }
            return try SwitchEffect(
                database, scope: scope, form, change, now: now, hourlyDays: call.server.retention.hourlyDays
            ).json()
        }
    }
}

/// Shows what switching a flag off disables.
struct ShowSwitchImpact: ServerOperation, Decodable {
    static let description = "Show the impact of switching a flag off"
    static let endpoint = OperationEndpoint(
        .get, "\(InsightReading.path)/flags/{flag}/impact", "getSwitchImpact",
        "Returns who used a flag's variants in the last seven days, and what needs the flag",
        query: [
            .init(name: "variant", description: "Only this variant; all but the off one by default", defaultValue: "")
        ],
        response: "SwitchImpact")
    let program, environment, flag, variant: String

    func perform(_ call: ServerCall) async throws -> JSONValue {
        guard let state = try await call.server.changes.state(of: program) else {
            throw HTTPProblem.notFound("There is no program “\(program)”.")
        }
        let needs = try await call.server.catalogues.summary(of: program).needs
        let connected = call.server.connections.of(program).filter { $0.environment == environment }
        let revision = state.program.environments.first { $0.id == environment }?.revision ?? 0
        let variants: Set<String>? = variant.isEmpty ? taken(state) : [variant]
        return try await call.readInsight(program, environment) { database, scope in
            try SwitchImpact(database, scope: scope, flag: flag, variants: variants, now: call.now)
                .json(needs, connected: connected, revision: revision)
        }
    }

    /// Returns the variants other than that of a flag that is off; `nil` for all of an unknown flag.
    private func taken(_ state: ProgramState) -> Set<String>? {
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
    fileprivate func current(_ id: String) throws -> GroupForm {
        let found = try form(id)
        return try found.mergedInto.map { try form($0).form } ?? found.form
    }
}
