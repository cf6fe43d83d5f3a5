internal import CLibPQ

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// One connection to PostgreSQL, used by one thread at a time.
final class PostgreSQLConnection {
    private let handle: OpaquePointer
    private let address: PostgreSQLAddress
    /// Statements with PostgreSQL's numbered arguments.
    private var statements: [String: String] = [:]
    /// The limit for waiting for the result of a statement; the server's own limits apply earlier.
    var resultLimit: Duration = .seconds(60)

    /// Connects, which blocks the thread.
    init(_ address: PostgreSQLAddress) throws(PostgreSQLStatementError) {
        let strings = address.parameters.map { (strdup($0.key), strdup($0.value)) }
        defer {
            for (keyword, value) in strings {
                free(keyword)
                free(value)
            }
        }
        // Both lists end with a null pointer.
        let keywords = strings.map { UnsafePointer($0.0) } + [nil]
        let values = strings.map { UnsafePointer($0.1) } + [nil]
        guard let connection = PQconnectdbParams(keywords, values, 0) else {
            throw PostgreSQLStatementError(sqlState: nil, message: "no memory for a connection", isLost: true)
        }
        handle = connection
        self.address = address
        guard PQstatus(connection) == CONNECTION_OK else {
            let message = address.redacted(String(cString: PQerrorMessage(connection)).withoutLineEnd)
            throw PostgreSQLStatementError(connecting: message, isOnlyHost: address.hasOnlyHost)
        }
        // Notices, such as of a table that exists already, would be printed.
        PQsetNoticeReceiver(connection, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// Whether the connection is outside of transactions and usable.
    var isIdle: Bool { PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE }

    var socket: Int32 { PQsocket(handle) }

    /// Runs statements without arguments and results.
    func run(_ sql: String) throws(PostgreSQLStatementError) {
        guard PQsendQuery(handle, sql) == 1 else { throw failure() }
        _ = try result()
    }

    /// Runs one statement with arguments, as an unnamed statement, which needs no state of the session.
    func run(_ sql: String, _ arguments: [DatabaseValue]) throws(PostgreSQLStatementError) -> PostgreSQLResult {
        let statement = statements[sql] ?? DatabaseDialect.postgres.statement(sql)
        if statements.count < 1_000 { statements[sql] = statement }
        let parameters = PostgreSQLParameters(arguments)
        let isSent = parameters.withPointers { types, values, lengths, formats in
            PQsendQueryParams(handle, statement, Int32(arguments.count), types, values, lengths, formats, 1)
        }
        guard isSent == 1 else { throw failure() }
        guard let result = try result() else {
            throw PostgreSQLStatementError(sqlState: nil, message: "the statement is empty", isLost: false)
        }
        return result
    }

    /// Returns the names of notifications that have arrived.
    func notifications() throws(PostgreSQLStatementError) -> [String] {
        guard PQconsumeInput(handle) == 1 else { throw failure() }
        var names: [String] = []
        while let notification = PQnotifies(handle) {
            names.append(String(cString: notification.pointee.relname))
            PQfreemem(notification)
        }
        return names
    }

    /// Returns the last result, or throws the first failure.
    private func result() throws(PostgreSQLStatementError) -> PostgreSQLResult? {
        var last: PostgreSQLResult?
        var failure: PostgreSQLStatementError?
        let deadline = ContinuousClock.now + resultLimit
        while true {
            try wait(until: deadline)
            guard let result = PQgetResult(handle) else { break }
            let next = PostgreSQLResult(result)
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: last = next
            default: failure = failure ?? PostgreSQLStatementError(result: result, isLost: false)
            }
        }
        let isLost = PQstatus(handle) != CONNECTION_OK
        if var failure {
            failure.isLost = isLost
            failure.message = address.redacted(failure.message)
            throw failure
        }
        if isLost { throw self.failure() }
        return last
    }

    /// Waits until a result has arrived.
    private func wait(until deadline: ContinuousClock.Instant) throws(PostgreSQLStatementError) {
        while PQisBusy(handle) == 1 {
            let remaining = deadline - .now
            guard remaining > .zero else {
                throw PostgreSQLStatementError(sqlState: nil, message: "the server doesn't respond", isLost: true)
            }
            _ = Self.poll([PQsocket(handle)], for: remaining)
            // A lost connection ends the wait; the result has its message.
            if PQconsumeInput(handle) == 0 { return }
        }
    }

    private func failure() -> PostgreSQLStatementError {
        let message = address.redacted(String(cString: PQerrorMessage(handle)).withoutLineEnd)
        return PostgreSQLStatementError(sqlState: nil, message: message, isLost: PQstatus(handle) != CONNECTION_OK)
    }

    /// Waits until one of some files can be read, and returns whether there is one.
    static func poll(_ files: [Int32], for limit: Duration?) -> Bool {
        var entries = files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let milliseconds = limit.map { Int32(clamping: $0.components.seconds * 1_000 + 1 + $0.milliseconds) } ?? -1
        #if canImport(Darwin)
        return Darwin.poll(&entries, nfds_t(entries.count), milliseconds) > 0
        #elseif canImport(Musl)
        return Musl.poll(&entries, nfds_t(entries.count), milliseconds) > 0
        #else
        return Glibc.poll(&entries, nfds_t(entries.count), milliseconds) > 0
        #endif
    }
}

extension Duration {
    /// The milliseconds within its last second.
    fileprivate var milliseconds: Int64 { components.attoseconds / 1_000_000_000_000_000 }

    /// The duration in whole milliseconds.
    var inMilliseconds: Int64 { components.seconds * 1_000 + milliseconds }
}
