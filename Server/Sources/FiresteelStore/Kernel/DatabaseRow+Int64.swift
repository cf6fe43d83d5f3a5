package import FiresteelDatabase

extension DatabaseRow {
    /// Returns a number or a time.
    package func int64(_ column: String) throws -> Int64 { Int64(try int(column)) }

    /// Returns a number or a time, or `nil` for no value.
    package func int64IfPresent(_ column: String) throws -> Int64? { try intIfPresent(column).map(Int64.init) }
}

extension DatabaseError {
    /// Whether the database can't be used now, so that the same may succeed later.
    package var isOutage: Bool {
        switch self {
        case .busy, .timeout, .unreachable, .unknownOutcome, .closed, .full, .readOnly, .inUse, .file: true
        default: false
        }
    }

    /// Whether other transactions fail now as well.
    ///
    /// One that waited or ran for too long may do so each time, and must not block others.
    package var affectsOthers: Bool {
        switch self {
        case .busy, .timeout: false
        default: isOutage
        }
    }
}
