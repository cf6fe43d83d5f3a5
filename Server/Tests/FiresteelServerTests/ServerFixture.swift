import DatabaseTestSupport
import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTP
import FiresteelServer
import FiresteelStore
import Foundation
import HTTPTypes
import Logging

/// A running server with a program, and the tokens of its environments.
struct ServerFixture: Sendable {
    let server: FlagServer
    let database: any Database
    let base: URL
    let clock: Shared<Int64>

    /// Starts a server on a new database.
    static func with(
        _ dialect: DatabaseDialect = .sqlite, configure: (inout FlagServer.Configuration) -> Void = { _ in },
        database wrap: (any Database) -> any Database = { $0 }, _ body: (ServerFixture) async throws -> Void
    ) async throws {
        try await withPrograms(dialect) { database, clock in
            try await serving(wrap(database), clock, configure: configure, body)
        }
    }

    /// Calls a closure with a new database that has two programs, and with a clock.
    static func withPrograms(
        _ dialect: DatabaseDialect, _ body: (any Database, Shared<Int64>) async throws -> Void
    ) async throws {
        try await withDatabase(dialect) { database in
            try await database.migrate(to: .server())
            _ = try await database.write { try ProgramTable($0).create("documents", name: "Documents", time: 1) }
            _ = try await database.write { try ProgramTable($0).create("other", name: "Other", time: 1) }
            try await body(database, Shared(Int64(Date().timeIntervalSince1970 * 1_000)))
        }
    }

    /// Starts a server on a database, which it closes when it stops.
    static func serving(
        _ database: any Database, _ clock: Shared<Int64>,
        configure: (inout FlagServer.Configuration) -> Void = { _ in }, _ body: (ServerFixture) async throws -> Void
    ) async throws {
        var configuration = FlagServer.Configuration()
        configuration.port = 0
        // Many tests sign in.
        configuration.passwordCost = 10
        configuration.pollInterval = .milliseconds(50)
        configuration.shutdown = .milliseconds(200)
        configuration.clock = { clock.value }
        configure(&configuration)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let server = try await FlagServer.start(
            configuration, database: database, runtime: .flagServer(RuntimeConfiguration()), logger: logger)
        let fixture = ServerFixture(
            server: server, database: database, base: try Self.url("http://127.0.0.1:\(server.port)"), clock: clock)
        do {
            try await body(fixture)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// Creates a token and returns its text.
    func token(
        _ kind: AccessToken.Kind, role: Role? = nil, environment: String = "development", program: String = "documents",
        expires: Int64? = nil
    ) async throws -> String {
        try await database.write { database in
            try CounterTable(database).countAccess()
            return try TokenTable(database).create(
                kind, named: "Test", program: program, environment: environment, role: role, expires: expires,
                by: "test", time: 1
            ).text
        }
    }

    /// A response: its status, fields, and body.
    struct Answer: Sendable {
        let status: Int
        let fields: HTTPFields
        let body: [UInt8]

        var json: JSONValue { (try? JSONValue(json: body)) ?? .null }
        /// The cookies that it sets, without removed ones.
        var cookies: [String: String] {
            var cookies: [String: String] = [:]
            // Fields of the same name arrive as one.
            for cookie in fields[values: .setCookie].flatMap({ $0.split(separator: ",") }) {
                let pair = cookie.split(separator: ";")[0].split(separator: "=", maxSplits: 1)
                if pair.count == 2 { cookies[pair[0].filter { $0 != " " }] = String(pair[1]) }
            }
            return cookies
        }
        /// The cookie of a session, as it is sent.
        var session: String { "firesteel=\(cookies["firesteel"] ?? "")" }
        /// The code of an error.
        var code: String? { json["error"]?["code"]?.stringValue }
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, token: String? = nil, cookie: String? = nil,
        body: JSONValue? = nil, fields: HTTPFields = [:]
    ) async throws -> Answer {
        var request = HTTPRequestMessage(method, try Self.url("\(base.absoluteString)\(path)"), fields: fields)
        if let token { request.fields[.authorization] = "Bearer \(token)" }
        if let cookie {
            request.fields[.cookie] = cookie
            request.fields[.origin] = base.absoluteString
            request.fields[.ownPage] = "1"
        }
        if let body {
            request.body = Array(body.json().utf8)
            request.fields[.contentType] = "application/json"
        }
        let transport = URLSessionTransport()
        let response = try await transport.send(request, limits: HTTPLimits())
        return Answer(status: response.status.code, fields: response.fields, body: response.body)
    }

    /// Sends bytes as they are.
    func sendBytes(
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8], token: String, fields: HTTPFields
    ) async throws -> Answer {
        var request = HTTPRequestMessage(method, try Self.url("\(base.absoluteString)\(path)"), fields: fields)
        request.fields[.authorization] = "Bearer \(token)"
        request.fields[.contentType] = "application/json"
        request.body = body
        let response = try await URLSessionTransport().send(request, limits: HTTPLimits())
        return Answer(status: response.status.code, fields: response.fields, body: response.body)
    }

    /// Signs a person in with the first account's code, and returns the cookie.
    func signInFirst() async throws -> String { try await firstAccount().session }

    func firstAccount() async throws -> Answer {
        let code = try await server.newFirstAccountCode() ?? ""
        return try await send(
            .post, "/api/v1/first-account",
            body: [
                "code": .string(code), "email": "ines@example.com", "name": "Ines Falk",
                "password": "correct horse battery",
            ],
            fields: [.origin: base.absoluteString, .ownPage: "1"])
    }
}

extension JSONValue {
    subscript(name: String) -> JSONValue? { objectValue?[name] }
    subscript(index: Int) -> JSONValue? {
        guard let list = arrayValue, list.indices.contains(index) else { return nil }
        return list[index]
    }
}

extension ServerFixture {
    static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw URLError(.badURL) }
        return url
    }
}

extension HTTPField.Name {
    /// The field that marks requests of the server's own pages.
    static let ownPage = HTTPField.Name("X-Firesteel") ?? .origin
}
