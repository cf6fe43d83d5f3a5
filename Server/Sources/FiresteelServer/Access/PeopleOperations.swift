import Firesteel
import FiresteelBase
import FiresteelDatabase
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

extension Membership {
    /// The schemas of the members that a body gives rights with.
    static let schemas = ["role": Schema.string, "environments": Schema.optional(Schema.list(Schema.string))]

    /// Reads the rights of a body.
    init(_ body: [String: JSONValue]) throws(HTTPProblem) {
        guard let role = Role(rawValue: try body.text("role")) else {
            throw .badRequest("“role” has to be viewer, editor, approver or admin.")
        }
        switch body["environments"] {
        case nil, .null?: self.init(role: role)
        case .array(let list)?:
            let environments = list.compactMap(\.stringValue).filter(Identifier.isValid)
            guard environments.count == list.count else {
                throw .badRequest("“environments” has an element that is no identifier of an environment.")
            }
            self.init(role: role, environments: Set(environments))
        default: throw .badRequest("“environments” isn't a list.")
        }
    }
}

/// Lists the people with a role in a program, and administrators, also those whose accounts are disabled.
struct ListPeople: ServerOperation, Decodable {
    static let description = "List people and roles"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/people", "listPeople", "Lists the people with a role in a program")
    let program: String

    /// People, and the rows that can't be read: accounts, which can't sign in, and roles, which give no rights.
    struct People: Codable {
        let people: [Merged<Account, Membership>]
        let damaged: [String]
    }

    func perform(_ call: ServerCall) async throws -> People {
        let (people, damaged) = try await call.server.database.read { database in
            let table = AccountTable(database)
            let members = try table.storedMembers(of: program)
            let accounts = try table.stored()
            let people = accounts.values.compactMap { account in
                (account.isAdministrator ? Membership(role: .admin) : members.readable[account.id])
                    .map { Merged(account, $0) }
            }
            // An account may have the role of another program; administrators, who may see all, see it in their list.
            let damaged = try accounts.damaged.filter { try table.hasRole($0.key, in: program) }
            return (people, damaged + members.damaged)
        }
        call.server.damage.report(damaged)
        return People(people: people, damaged: damaged.map(\.key))
    }
}

/// Sets the role of a person in a program.
struct SetRole: ServerOperation {
    static let description = "Set a person's role"
    static let endpoint = OperationEndpoint(
        .put, "/programs/{program}/people/{account}", "setRole",
        "Sets a person's role; null removes the person from the program", request: Schema.object(Membership.schemas))
    let program, account: String
    /// `nil` to remove the person from the program.
    let membership: Membership?

    init(_ request: APIRequest) throws {
        let body = try request.object()
        (program, account) = (request.parameter("program"), request.parameter("account"))
        membership = try body["role"] == .null ? nil : Membership(body)
    }

    private var role: String { membership?.role.rawValue ?? "none" }

    func describe(to summary: inout InputSummary) { summary.add("Role", role) }

    func perform(_ call: ServerCall) async throws {
        let author = try call.author()
        try call.rights(in: program)
        try call.requireConfirmation("change a role")
        try await call.server.database.write { database in
            let table = AccountTable(database)
            // A damaged account can lose a role, but can't be given one.
            let isDamaged = try membership == nil && !table.stored(account).damaged.isEmpty
            let name = try isDamaged ? account : table.account(account)?.name
            guard let name else { throw StoreError.notFound("There is no such person.") }
            // Also a role that can't be read is taken, or replaced.
            guard try membership != nil || table.hasRole(account, in: program) else {
                throw StoreError.notFound("This person has no role in the program.")
            }
            guard account != author.id || membership?.role == .admin else {
                throw StoreError.invalid("You can't take your own admin role. Another admin can.")
            }
            try table.set(membership, of: account, in: program)
            try call.log("roleSet", "\(name): \(role)", in: program, database)
            try CounterTable(database).countAccess()
        }
        try await call.server.access.refresh()
    }
}
