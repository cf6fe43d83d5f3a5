import Firesteel
import FiresteelDatabase
import FiresteelStore
import FiresteelTimeline

/// Lists the tokens of a program.
enum ListTokens: ReplyAction {
    static let description = "List tokens"

    static func reply(to context: ActionContext<ServerCall<ProgramPayload>>) async throws -> [AccessToken] {
        let call = context.input
        let tokens = try await call.server.database.read { try TokenTable($0).all(of: call.payload.program) }
        call.server.damage.report(tokens.damaged)
        return tokens.values
    }
}

/// A token that is created.
struct TokenPayload: Sendable, TimelineDescribable {
    let program: String
    let environment: String
    let kind: AccessToken.Kind
    let role: Role?
    let name: String
    let expires: Int64?

    func describe(to summary: inout InputSummary) {
        summary.add("Name", name)
        summary.add("Kind", kind.rawValue)
        summary.add("Environment", environment)
    }
}

/// Creates a token, whose text is returned once.
enum CreateToken: ReplyAction {
    static let description = "Create a token"

    /// The token and its text.
    struct Created: Sendable {
        let token: AccessToken
        let text: String
    }

    static func reply(to context: ActionContext<ServerCall<TokenPayload>>) async throws -> Created {
        let call = context.input
        let payload = call.payload
        let author = try call.author()
        let now = call.server.clock.now()
        guard (1...100).contains(payload.name.count) else {
            throw APIError.invalid("Enter a name of 1 to 100 characters.")
        }
        guard (payload.kind == .admin) == (payload.role != nil) else {
            throw APIError.invalid("A token of the kind “admin” needs a role; other kinds have none.")
        }
        // A script with more rights than the one who creates it would be a way around roles.
        let own = try call.rights(in: payload.program, including: payload.environment)
        try call.requireConfirmation("create a token")
        guard (payload.role ?? .viewer) <= own.role else {
            throw APIError.forbidden("You can't create a token with more rights than your own.")
        }
        if let expires = payload.expires, expires <= now {
            throw APIError.invalid("The token would have expired already. Choose a later time.")
        }
        let created = try await call.server.database.write { database -> Created in
            guard let program = try ProgramTable(database).program(payload.program),
                program.environments.contains(where: { $0.id == payload.environment })
            else { throw StoreError.notFound("There is no environment “\(payload.environment)”.") }
            let (token, text) = try TokenTable(database).create(
                payload.kind, named: payload.name, program: payload.program, environment: payload.environment,
                role: payload.role, expires: payload.expires, by: author.name,
                creator: call.account, time: now)
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, program: payload.program, event: "tokenCreated", actor: author.id,
                    actorName: author.name,
                    details: "\(payload.name), \(payload.kind.rawValue), \(payload.environment)"))
            try CounterTable(database).countAccess()
            return Created(token: token, text: text)
        }
        try await call.server.access.refresh()
        return created
    }
}

/// A token that is revoked.
struct RevocationPayload: Sendable, TimelineDescribable {
    let program: String
    let token: String

    func describe(to summary: inout InputSummary) { summary.add("Token", token) }
}

/// Revokes a token: programs with it are refused from then on.
enum RevokeToken: ReplyAction {
    static let description = "Revoke a token"

    static func reply(to context: ActionContext<ServerCall<RevocationPayload>>) async throws {
        let call = context.input
        let payload = call.payload
        let author = try call.author()
        let now = call.server.clock.now()
        let own = call.caller.membership(in: payload.program)
        try await call.server.database.write { database in
            guard let token = try TokenTable(database).token(payload.token), token.program == payload.program else {
                throw StoreError.notFound("There is no such token. Load the list again.")
            }
            if let allowed = own?.environments, !allowed.contains(token.environment) {
                throw ChangeError.notAllowed([token.environment])
            }
            try TokenTable(database).revoke(token.id, time: now)
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, program: payload.program, event: "tokenRevoked", actor: author.id,
                    actorName: author.name, details: token.name))
            try CounterTable(database).countAccess()
        }
        try await call.server.access.refresh()
    }
}

/// A person with a role in a program.
struct ProgramPerson: Sendable {
    let account: Account
    let membership: Membership
}

/// Lists the people with a role in a program, and administrators, also those whose accounts are disabled.
enum ListPeople: ReplyAction {
    static let description = "List people and roles"

    /// People, and the rows that can't be read: accounts, which can't sign in, and roles, which give no rights.
    struct Found: Sendable {
        let people: [ProgramPerson]
        let damaged: [DamagedRow]
    }

    static func reply(to context: ActionContext<ServerCall<ProgramPayload>>) async throws -> Found {
        let call = context.input
        let found = try await call.server.database.read { database -> Found in
            let table = AccountTable(database)
            let members = try table.storedMembers(of: call.payload.program)
            let accounts = try table.stored()
            let people = accounts.values.compactMap { account -> ProgramPerson? in
                let membership = account.isAdministrator ? Membership(role: .admin) : members.readable[account.id]
                guard let membership else { return nil }
                return ProgramPerson(account: account, membership: membership)
            }
            // An account may have the role of another program; administrators, who may see all, see it in their list.
            let damaged = try accounts.damaged.filter { try table.hasRole($0.key, in: call.payload.program) }
            return Found(people: people, damaged: damaged + members.damaged)
        }
        call.server.damage.report(found.damaged)
        return found
    }
}

/// A role that is given to a person, or taken.
struct RolePayload: Sendable, TimelineDescribable {
    let program: String
    let account: String
    /// `nil` to remove the person from the program.
    let membership: Membership?

    func describe(to summary: inout InputSummary) {
        summary.add("Person", account)
        summary.add("Role", membership?.role.rawValue ?? "none")
    }
}

/// Sets the role of a person in a program.
enum SetRole: ReplyAction {
    static let description = "Set a person's role"

    static func reply(to context: ActionContext<ServerCall<RolePayload>>) async throws {
        let call = context.input
        let payload = call.payload
        let author = try call.author()
        let now = call.server.clock.now()
        _ = try call.rights(in: payload.program)
        try call.requireConfirmation("change a role")
        try await call.server.database.write { database in
            let table = AccountTable(database)
            // A damaged account can lose a role, but can't be given one.
            let isDamaged = try payload.membership == nil && !table.stored(payload.account).damaged.isEmpty
            let name = try isDamaged ? payload.account : table.account(payload.account)?.name
            guard let name else { throw StoreError.notFound("There is no such person.") }
            // Also a role that can't be read is taken, or replaced.
            guard try payload.membership != nil || table.hasRole(payload.account, in: payload.program) else {
                throw StoreError.notFound("This person has no role in the program.")
            }
            guard payload.account != author.id || payload.membership?.role == .admin else {
                throw StoreError.invalid("You can't take your own admin role. Another admin can.")
            }
            try table.set(payload.membership, of: payload.account, in: payload.program)
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, program: payload.program, event: "roleSet", actor: author.id, actorName: author.name,
                    details: "\(name): \(payload.membership?.role.rawValue ?? "none")"))
            try CounterTable(database).countAccess()
        }
        try await call.server.access.refresh()
    }
}

/// An invitation of a person.
struct InvitationPayload: Sendable, TimelineDescribable {
    let program: String
    let email: String
    let membership: Membership

    func describe(to summary: inout InputSummary) {
        summary.hide("Email")
        summary.add("Role", membership.role.rawValue)
    }
}

/// Creates an invitation, whose code is returned once.
///
/// It is valid for seven days.
enum InvitePerson: ReplyAction {
    static let description = "Invite a person"
    private static let length: Int64 = 7 * 86_400_000

    static func reply(to context: ActionContext<ServerCall<InvitationPayload>>) async throws -> String {
        let call = context.input
        let payload = call.payload
        let author = try call.author()
        let now = call.server.clock.now()
        _ = try call.rights(in: payload.program)
        try call.requireConfirmation("invite a person")
        let code = Secret.random()
        try await call.server.database.write { database in
            try InvitationTable(database).add(
                Invitation(
                    hash: Secret.hash(code), program: payload.program, membership: payload.membership,
                    email: AccountTable.normalized(payload.email), created: now, createdBy: author.name,
                    expires: now + length))
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, program: payload.program, event: "invited", actor: author.id, actorName: author.name,
                    details: "\(payload.email): \(payload.membership.role.rawValue)"))
        }
        return code
    }
}

/// Lists the invitations of a program that can still be used.
enum ListInvitations: ReplyAction {
    static let description = "List invitations"

    static func reply(to context: ActionContext<ServerCall<ProgramPayload>>) async throws -> [Invitation] {
        let call = context.input
        let now = call.server.clock.now()
        let invitations = try await call.server.database.read {
            try InvitationTable($0).all(of: call.payload.program, at: now)
        }
        call.server.damage.report(invitations.damaged)
        return invitations.values
    }
}

/// An invitation that is revoked.
struct InvitationRevocationPayload: Sendable, TimelineDescribable {
    let program: String
    let invitation: String

    func describe(to summary: inout InputSummary) { summary.add("Invitation", invitation) }
}

/// Revokes an invitation: its link no longer works.
enum RevokeInvitation: ReplyAction {
    static let description = "Revoke an invitation"

    static func reply(to context: ActionContext<ServerCall<InvitationRevocationPayload>>) async throws {
        let call = context.input
        let payload = call.payload
        let author = try call.author()
        let now = call.server.clock.now()
        _ = try call.rights(in: payload.program)
        try await call.server.database.write { database in
            let invitation = try InvitationTable(database).revoke(payload.invitation, of: payload.program, at: now)
            guard let invitation else {
                throw StoreError.notFound("There is no such invitation. It was used or revoked, or has expired.")
            }
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, program: payload.program, event: "invitationRevoked", actor: author.id,
                    actorName: author.name, details: invitation.email))
        }
    }
}

/// An environment that is added or changed.
struct EnvironmentPayload: Sendable, TimelineDescribable {
    let program: String
    let environment: String
    let name: String
    let protection: ProgramEnvironment.Protection

    func describe(to summary: inout InputSummary) {
        summary.add("Environment", environment)
        summary.add("Protection", protection.rawValue)
    }
}

/// Adds an environment to a program.
enum AddEnvironment: ReplyAction {
    static let description = "Add an environment"

    static func reply(to context: ActionContext<ServerCall<EnvironmentPayload>>) async throws {
        let call = context.input
        let payload = call.payload
        let author = try call.author()
        let now = call.server.clock.now()
        _ = try call.rights(in: payload.program)
        try await call.server.database.write { database in
            let programs = ProgramTable(database)
            let program = try programs.lock(payload.program)
            let known = program.environments.map(\.id) + program.damaged.map(\.id)
            guard !known.contains(payload.environment) else {
                throw StoreError.exists("There is an environment “\(payload.environment)” already.")
            }
            guard known.count < 20 else {
                throw StoreError.invalid("A program has at most 20 environments.")
            }
            try programs.add(
                payload.environment, name: payload.name, protection: payload.protection,
                position: known.count, to: program.id, time: now)
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, program: payload.program, event: "environmentAdded", actor: author.id,
                    actorName: author.name, details: "\(payload.name): \(payload.protection.rawValue)"))
        }
        try await call.server.snapshots.refresh()
    }
}

/// Changes name and protection of an environment.
enum UpdateEnvironment: ReplyAction {
    static let description = "Change an environment's name and protection"

    static func reply(to context: ActionContext<ServerCall<EnvironmentPayload>>) async throws {
        let call = context.input
        let payload = call.payload
        let author = try call.author()
        let now = call.server.clock.now()
        _ = try call.rights(in: payload.program, including: payload.environment)
        // A token can't take the protection away that its changes are subject to.
        guard case .person = call.caller else {
            throw APIError.forbidden("A person has to change the protection of an environment, not a token.")
        }
        try call.requireConfirmation("change an environment’s protection")
        try await call.server.database.write { database in
            _ = try ProgramTable(database).lock(payload.program)
            try ProgramTable(database).update(
                payload.environment, name: payload.name, protection: payload.protection, of: payload.program)
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, program: payload.program, event: "environmentChanged", actor: author.id,
                    actorName: author.name, details: "\(payload.name): \(payload.protection.rawValue)"))
        }
    }
}

/// A program that is created or renamed.
struct ProgramNamePayload: Sendable, TimelineDescribable {
    let program: String
    let name: String

    func describe(to summary: inout InputSummary) { summary.add("Program", program) }
}

/// Creates a program.
enum CreateProgram: ReplyAction {
    static let description = "Create a program"

    static func reply(to context: ActionContext<ServerCall<ProgramNamePayload>>) async throws -> Program {
        let call = context.input
        let payload = call.payload
        let author = try call.author()
        let now = call.server.clock.now()
        let program = try await call.server.database.write { database -> Program in
            let program = try ProgramTable(database).create(payload.program, name: payload.name, time: now)
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, program: program.id, event: "programCreated", actor: author.id, actorName: author.name,
                    details: program.name))
            return program
        }
        try await call.server.snapshots.refresh()
        return program
    }
}
