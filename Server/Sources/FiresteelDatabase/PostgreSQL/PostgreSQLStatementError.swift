internal import CLibPQ

/// A failed statement or connection of PostgreSQL.
struct PostgreSQLStatementError: Error {
    /// The five characters of the error's class and kind, or `nil` if the connection was lost without one.
    var sqlState: String?
    var message: String
    var constraint: String?
    /// Whether the connection is no longer usable.
    var isLost: Bool
    /// Whether the server's certificate was rejected, or it has none although one is required.
    var isUntrusted = false

    /// Whether the same transaction may succeed when it is run again.
    var isConflict: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// The error for callers.
    var error: DatabaseError {
        if isUntrusted { return .untrusted(reason: message) }
        if isLost { return .unreachable(reason: message) }
        switch sqlState {
        case "23505": return .uniqueViolation(constraint: constraint ?? message)
        case "23503", "23001": return .foreignKeyViolation
        case "53100": return .full(reason: message)
        case "25006": return .readOnly(reason: message)
        case "55P03", "40001", "40P01": return .busy(reason: message)
        case "57014": return .timeout(reason: message)
        case "XX001", "XX002": return .corrupt(reason: message)
        default: return .statement(message: sqlState.map { "\(message) (\($0))" } ?? message)
        }
    }
}

extension PostgreSQLStatementError {
    /// Creates the failure of connecting, by the message of libpq, which has no code for it.
    ///
    /// - Parameter isOnlyHost: Whether the address has one host. Another one may be reachable later.
    init(connecting message: String, isOnlyHost: Bool) {
        let rejections = [
            "certificate verify failed", "does not match host name", "root certificate file",
            "server does not support SSL, but SSL was required", "server's certificate",
        ]
        let isUntrusted = isOnlyHost && rejections.contains { message.contains($0) }
        self.init(sqlState: nil, message: message, isLost: !isUntrusted, isUntrusted: isUntrusted)
    }

    /// Creates the failure of a result.
    init(result: OpaquePointer, isLost: Bool) {
        func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
        let message = field(PGDiagnostic.message) ?? String(cString: PQresultErrorMessage(result))
        self.init(
            sqlState: field(PGDiagnostic.sqlState), message: message.withoutLineEnd,
            constraint: field(PGDiagnostic.constraint), isLost: isLost)
    }
}

/// The fields of an error.
///
/// Their macros in C are characters, which Swift doesn't import.
enum PGDiagnostic {
    static let sqlState = Int32(UInt8(ascii: "C"))
    static let message = Int32(UInt8(ascii: "M"))
    static let constraint = Int32(UInt8(ascii: "n"))
}

extension String {
    /// The text without line ends at its end, in one line.
    var withoutLineEnd: String {
        split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
