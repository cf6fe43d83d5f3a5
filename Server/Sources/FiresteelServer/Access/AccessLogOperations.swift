import Firesteel
import FiresteelBase
import FiresteelDatabase
import FiresteelStore
import HTTPTypes

/// Entries of the access log, the newest first.
struct AccessLogPage: Codable, NamedSchema {
    static let schemaName = "AccessLog"
    fileprivate static let query: [Endpoint.Parameter] = [
        .init(
            name: "before", description: "Only entries before this number", schema: Schema.integer,
            defaultValue: .int(.max)),
        .limit("entries", default: 50),
    ]

    let entries: [AccessLogEntry]
    /// The number before which the next page is, 0 after the last one.
    let next: Int64
}

extension ServerCall {
    /// Reads a page of the access log.
    ///
    /// - Parameters:
    ///   - program: The program, or `nil` for the whole server.
    ///   - before: The number before which the entries are.
    ///   - limit: The maximum number of entries.
    fileprivate func accessLog(of program: String?, before: Int64, limit: Int) async throws -> AccessLogPage {
        // One more than requested shows whether there is another page.
        let found = try await server.database.read {
            try AccessLogTable($0).page(of: program, before: before, limit: limit + 1)
        }
        let entries = Array(found.prefix(limit))
        return AccessLogPage(entries: entries, next: found.count > limit ? entries.last?.number ?? 0 : 0)
    }
}

/// Reads the events of access to a program.
struct ReadAccessLog: ServerOperation, Decodable {
    static let description = "Read the access log of a program"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/access-log", "readAccessLog",
        "Lists the events of access to a program, the newest first", query: AccessLogPage.query)
    let program: String
    let before: Int64
    let limit: Int

    func perform(_ call: ServerCall) async throws -> AccessLogPage {
        try await call.accessLog(of: program, before: before, limit: limit)
    }
}

/// Reads the events of access to all programs, and of signing in.
struct ReadWholeAccessLog: ServerOperation, Decodable {
    static let description = "Read the access log of the server"
    static let endpoint = OperationEndpoint(
        .get, "/access-log", "readWholeAccessLog",
        "Lists the events of access to all programs, and of signing in, the newest first", query: AccessLogPage.query)
    let before: Int64
    let limit: Int

    func perform(_ call: ServerCall) async throws -> AccessLogPage {
        try await call.accessLog(of: nil, before: before, limit: limit)
    }
}
