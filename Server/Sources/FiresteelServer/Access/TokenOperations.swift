import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

extension AccessToken: NamedSchema {
    static var schemaName: String { "Token" }
}

/// Lists the tokens of a program.
struct ListTokens: ServerOperation, Decodable {
    static let description = "List tokens"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/tokens", "listTokens", "Lists the tokens of a program")
    let program: String

    struct Tokens: Codable {
        let tokens: [AccessToken]
    }

    func perform(_ call: ServerCall) async throws -> Tokens {
        let tokens = try await call.server.database.read { try TokenTable($0).all(of: program) }
        call.server.damage.report(tokens.damaged)
        return Tokens(tokens: tokens.values)
    }
}

/// Creates a token, whose text is returned once.
struct CreateToken: ServerOperation, Decodable {
    static let description = "Create a token"
    static let endpoint = OperationEndpoint(
        .post, "/programs/{program}/tokens", "createToken", "Creates a token, whose text is returned once",
        body: ["role": Schema.optional(Schema.string)], status: .created)
    let program: String
    let kind: AccessToken.Kind
    let role: Role?
    let environment, name: String
    /// The time at which it expires.
    let expires: RequestTime?

    /// The text of a new token.
    struct Created: Codable, NamedSchema {
        static let schemaName = "CreatedToken"
        let token: String
    }

    func describe(to summary: inout InputSummary) {
        summary.add("Name", name)
        summary.add("Kind", kind.rawValue)
        summary.add("Environment", environment)
    }

    func perform(_ call: ServerCall) async throws -> Merged<AccessToken, Created> {
        let author = try call.author()
        guard (1...100).contains(name.count) else { throw HTTPProblem.invalid("Enter a name of 1 to 100 characters.") }
        guard (kind == .admin) == (role != nil) else {
            throw HTTPProblem.invalid("A token of the kind “admin” needs a role; other kinds have none.")
        }
        // A script with more rights than the one who creates it would be a way around roles.
        let own = try call.rights(in: program, including: environment)
        try call.requireConfirmation("create a token")
        guard (role ?? .viewer) <= own.role else {
            throw HTTPProblem.forbidden("You can't create a token with more rights than your own.")
        }
        let now = call.now
        if let expires, expires.milliseconds <= now {
            throw HTTPProblem.invalid("The token would have expired already. Choose a later time.")
        }
        let created = try await call.server.database.write { database in
            guard let stored = try ProgramTable(database).program(program),
                stored.environments.contains(where: { $0.id == environment })
            else { throw StoreError.notFound("There is no environment “\(environment)”.") }
            let (token, text) = try TokenTable(database).create(
                kind, named: name, program: program, environment: environment, role: role,
                expires: expires?.milliseconds, by: author.name, creator: call.account, time: now)
            try call.log("tokenCreated", "\(name), \(kind.rawValue), \(environment)", in: program, database)
            try CounterTable(database).countAccess()
            return Merged(token, Created(token: text))
        }
        try await call.server.access.refresh()
        return created
    }
}

/// Revokes a token: programs with it are refused from then on.
struct RevokeToken: ServerOperation, Decodable {
    static let description = "Revoke a token"
    static let endpoint = OperationEndpoint(
        .delete, "/programs/{program}/tokens/{token}", "revokeToken", "Revokes a token")
    let program, token: String

    func perform(_ call: ServerCall) async throws {
        let own = call.caller.membership(in: program)
        try await call.server.database.write { database in
            guard let token = try TokenTable(database).token(token), token.program == program else {
                throw StoreError.notFound("There is no such token. Load the list again.")
            }
            if let allowed = own?.environments, !allowed.contains(token.environment) {
                throw ChangeError.notAllowed([token.environment])
            }
            try TokenTable(database).revoke(token.id, time: call.now)
            try call.log("tokenRevoked", token.name, in: program, database)
            try CounterTable(database).countAccess()
        }
        try await call.server.access.refresh()
    }
}
