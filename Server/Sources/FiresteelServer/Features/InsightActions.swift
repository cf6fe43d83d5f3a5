import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import FiresteelTimeline

/// Lists groups of reports.
enum ListGroups: ReplyAction {
    static let description = "List groups of reports"

    static func reply(to context: ActionContext<ServerCall<InsightPayload>>) async throws -> FlagValue {
        let (call, payload) = (context.input, context.input.payload)
        let (now, own) = (call.server.clock.now(), call.account)
        var filter = payload.filter
        if payload.isMine { filter.assignee = own }
        let (chosen, suspects) = (filter, call.server.insight.suspects)
        return try await call.readInsight(payload.program, payload.environment) { database, scope in
            try GroupList(database, scope: scope, now: now).json(chosen, own: own, suspects: suspects)
        }
    }
}

/// Shows a group of reports: what happened, to whom, after which steps.
enum ShowGroup: ReplyAction {
    static let description = "Show a group of reports"

    static func reply(to context: ActionContext<ServerCall<InsightPayload>>) async throws -> FlagValue {
        let (call, payload) = (context.input, context.input.payload)
        let now = call.server.clock.now()
        return try await call.readInsight(payload.program, payload.environment) { database, scope in
            let found = try GroupList(database, scope: scope, now: now).form(payload.group)
            if let target = found.mergedInto { return ["mergedInto": .string(target)] }
            return try GroupDetail(
                database, scope: scope, found.form, hours: payload.hours, now: now,
                hourlyDays: call.server.retention.hourlyDays
            ).json()
        }
    }
}

/// Lists the reports of a group.
enum ListReports: ReplyAction {
    static let description = "List the reports of a group"

    static func reply(to context: ActionContext<ServerCall<InsightPayload>>) async throws -> FlagValue {
        let (call, payload) = (context.input, context.input.payload)
        let now = call.server.clock.now()
        return try await call.readInsight(payload.program, payload.environment) { database, scope in
            let form = try GroupList(database, scope: scope, now: now).form(payload.group).form
            let table = ReportTable(database, scope: scope)
            let (heads, hasMore) = try table.page(
                of: form.identifiers, before: payload.before, limit: payload.limit)
            return [
                "reports": .array(heads.map(\.json)),
                "next": hasMore ? heads.last.map { .string($0.place.cursor) } ?? .null : .null,
                "total": .int(Int(try table.count(of: form.identifiers))),
            ]
        }
    }
}

/// Shows a report.
enum ShowReport: ReplyAction {
    static let description = "Show a report"

    static func reply(to context: ActionContext<ServerCall<InsightPayload>>) async throws -> FlagValue {
        let (call, payload) = (context.input, context.input.payload)
        let now = call.server.clock.now()
        return try await call.readInsight(payload.program, payload.environment) { database, scope in
            let form = try GroupList(database, scope: scope, now: now).form(payload.group).form
            let table = ReportTable(database, scope: scope)
            guard let (head, body) = try table.report(payload.run, payload.number, of: form.identifiers) else {
                throw StoreError.notFound("There is no such report in the group. Load the list again.")
            }
            return try head.json(body, of: form.identifiers, table)
        }
    }
}

/// Shows the events of a group and the decisions about it.
enum ShowGroupHistory: ReplyAction {
    static let description = "Show the history of a group"

    static func reply(to context: ActionContext<ServerCall<InsightPayload>>) async throws -> FlagValue {
        let (call, payload) = (context.input, context.input.payload)
        return try await call.readInsight(payload.program, payload.environment) { database, scope in
            let table = GroupTable(database, scope: scope)
            let group = try table.existing(payload.group)
            return ["history": .array(try table.history(of: group.id).map { $0.event.json($0.number) })]
        }
    }
}

/// Shows the figures of the overview.
enum ShowOverview: ReplyAction {
    static let description = "Show how the program is doing"

    static func reply(to context: ActionContext<ServerCall<InsightPayload>>) async throws -> FlagValue {
        let (call, payload) = (context.input, context.input.payload)
        let (now, suspects) = (call.server.clock.now(), call.server.insight.suspects)
        return try await call.readInsight(payload.program, payload.environment) { database, scope in
            try InsightOverview(database, scope: scope, suspects: suspects, now: now).json()
        }
    }
}

/// Shows how the program is used.
enum ShowBehaviour: ReplyAction {
    static let description = "Show how the program is used"

    static func reply(to context: ActionContext<ServerCall<InsightPayload>>) async throws -> FlagValue {
        let (call, payload) = (context.input, context.input.payload)
        let now = call.server.clock.now()
        let catalogues = try await call.server.catalogues.summary(of: payload.program)
        return try await call.readInsight(payload.program, payload.environment) { database, scope in
            try Behaviour(database, scope: scope, hours: payload.hours, version: payload.version, now: now)
                .json(known: catalogues.features, names: catalogues.actions)
        }
    }
}

/// Shows what follows an action.
enum ShowNextActions: ReplyAction {
    static let description = "Show what follows an action"

    static func reply(to context: ActionContext<ServerCall<InsightPayload>>) async throws -> FlagValue {
        let (call, payload) = (context.input, context.input.payload)
        let now = call.server.clock.now()
        let names = try await call.server.catalogues.summary(of: payload.program).actions
        return try await call.readInsight(payload.program, payload.environment) { database, scope in
            let first = payload.steps.first ?? ("", "")
            return try Sequences(
                database, scope: scope, hours: payload.hours, version: payload.version, now: now
            ).next(feature: first.feature, action: first.action, names: names)
        }
    }
}

/// Shows how far sessions get through some actions.
enum ShowFunnel: ReplyAction {
    static let description = "Show how far sessions get"

    static func reply(to context: ActionContext<ServerCall<InsightPayload>>) async throws -> FlagValue {
        let (call, payload) = (context.input, context.input.payload)
        let now = call.server.clock.now()
        return try await call.readInsight(payload.program, payload.environment) { database, scope in
            try Sequences(
                database, scope: scope, hours: payload.hours, version: payload.version, now: now
            ).funnel(payload.steps)
        }
    }
}

/// Shows how many had each variant of a flag, or each flag.
enum ShowExposure: ReplyAction {
    static let description = "Show who had which variant of a flag"

    static func reply(to context: ActionContext<ServerCall<InsightPayload>>) async throws -> FlagValue {
        let (call, payload) = (context.input, context.input.payload)
        let now = call.server.clock.now()
        return try await call.readInsight(payload.program, payload.environment) { database, scope in
            let sequences = Sequences(
                database, scope: scope, hours: payload.hours, version: payload.version, now: now)
            return try payload.flag.isEmpty ? sequences.exposures() : sequences.exposure(of: payload.flag)
        }
    }
}

/// Decides about a group: resolves, ignores, assigns, merges or splits it.
enum ChangeGroup: ReplyAction {
    static let description = "Resolve, ignore, assign, merge or split a group of reports"

    static func reply(to context: ActionContext<ServerCall<GroupPayload>>) async throws -> FlagValue {
        let (call, payload) = (context.input, context.input.payload)
        _ = try call.rights(in: payload.program, including: payload.environment)
        let author = try call.author()
        let now = call.server.clock.now()
        return try await call.server.database.write { database in
            guard let scope = try ServerCall<GroupPayload>.scope(payload.program, payload.environment, database) else {
                throw StoreError.notFound("There is no such group. Load the list again.")
            }
            var operation = payload.operation
            if case .assign(let account, _) = operation {
                operation = .assign(account: account, name: try Self.name(of: account, in: payload.program, database))
            }
            let id = try GroupEditing(
                database, scope: scope, actor: author.id, actorName: author.name, now: now
            ).carryOut(operation, on: payload.group)
            let list = GroupList(database, scope: scope, now: now)
            return ["group": try list.json(of: list.form(id).form)]
        }
    }

    /// Returns the name of an account with a role in the program.
    private static func name(
        of account: String, in program: String, _ database: any DatabaseConnection
    ) throws -> String {
        let accounts = AccountTable(database)
        guard let found = try accounts.account(account), !found.isDisabled,
            try found.isAdministrator || accounts.memberships(of: account)[program] != nil
        else { throw StoreError.invalid("The account has no role in this program. Choose a person from the list.") }
        return found.name
    }
}

/// Returns how much is stored of a person.
enum FindPerson: ReplyAction {
    static let description = "Find what is stored of a person"

    static func reply(to context: ActionContext<ServerCall<PersonPayload>>) async throws -> PersonRecord {
        let (call, payload) = (context.input, context.input.payload)
        _ = try call.rights(in: payload.program, including: payload.environment)
        let scope = try await call.readInsight(payload.program, payload.environment) { $1 }
        return try await PersonErasure(call.server.database, hash: call.server.insight.hash, scope: scope)
            .find(payload.person)
    }
}

/// Erases what is stored of a person.
enum ErasePerson: ReplyAction {
    static let description = "Erase what is stored of a person"

    static func reply(to context: ActionContext<ServerCall<PersonPayload>>) async throws -> PersonRecord {
        let (call, payload) = (context.input, context.input.payload)
        _ = try call.rights(in: payload.program, including: payload.environment)
        try call.requireConfirmation("erase a person's data")
        let author = try call.author()
        let scope = try await call.readInsight(payload.program, payload.environment) { $1 }
        let record = try await PersonErasure(call.server.database, hash: call.server.insight.hash, scope: scope)
            .erase(payload.person)
        let entry = AccessLogEntry(
            time: call.server.clock.now(), program: payload.program, event: "personErased", actor: author.id,
            actorName: author.name,
            // The pseudonym would be the last row of the person.
            details: "\(payload.environment): \(record.sessions) sessions, \(record.reports) reports")
        try await call.server.database.write { try AccessLogTable($0).append(entry) }
        return record
    }
}
