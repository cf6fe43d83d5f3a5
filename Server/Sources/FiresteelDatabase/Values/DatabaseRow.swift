/// A row of a query's result.
///
/// Values are read by the column's name in the result, so columns of expressions need an alias (`SELECT COUNT(*) AS n`).
package struct DatabaseRow: Sendable {
    /// The index of each column, shared by all rows of a result.
    let columns: [String: Int]
    let values: [DatabaseValue]

    /// Returns the value of a column, or throws ``DatabaseError/unexpectedValue(column:expected:found:)`` without one.
    package subscript(column: String) -> DatabaseValue {
        get throws {
            guard let index = columns[column] else {
                throw DatabaseError.unexpectedValue(column: column, expected: "a column", found: "none")
            }
            return values[index]
        }
    }

    /// Returns the index of each column by its name.
    ///
    /// The first of several columns with one name is used.
    static func index(_ names: [String]) -> [String: Int] {
        Dictionary(zip(names, names.indices)) { first, _ in first }
    }
}

extension DatabaseRow {
    /// Returns an integer.
    package func int(_ column: String) throws -> Int { try required(column, "an integer", intIfPresent) }

    /// Returns an integer, or `nil` for null.
    package func intIfPresent(_ column: String) throws -> Int? {
        try value(column, "an integer") { value in
            if case .int(let int) = value { Int(exactly: int) } else { nil }
        }
    }

    /// Returns a floating-point number.
    ///
    /// Integers are converted.
    package func double(_ column: String) throws -> Double {
        try required(column, "a floating-point number", doubleIfPresent)
    }

    /// Returns a floating-point number, or `nil` for null.
    ///
    /// Integers are converted.
    package func doubleIfPresent(_ column: String) throws -> Double? {
        try value(column, "a floating-point number") { value in
            switch value {
            case .double(let double): double
            case .int(let int): Double(int)
            default: nil
            }
        }
    }

    /// Returns a text.
    package func text(_ column: String) throws -> String { try required(column, "a text", textIfPresent) }

    /// Returns a text, or `nil` for null.
    package func textIfPresent(_ column: String) throws -> String? {
        try value(column, "a text") { value in
            if case .text(let text) = value { text } else { nil }
        }
    }

    /// Returns bytes.
    package func blob(_ column: String) throws -> [UInt8] { try required(column, "bytes", blobIfPresent) }

    /// Returns bytes, or `nil` for null.
    package func blobIfPresent(_ column: String) throws -> [UInt8]? {
        try value(column, "bytes") { value in
            if case .blob(let bytes) = value { bytes } else { nil }
        }
    }

    /// Returns a Boolean: 0 or 1.
    package func bool(_ column: String) throws -> Bool { try required(column, "0 or 1", boolIfPresent) }

    /// Returns a Boolean, 0 or 1, or `nil` for null.
    package func boolIfPresent(_ column: String) throws -> Bool? {
        try value(column, "0 or 1") { value in
            switch value {
            case .int(0): false
            case .int(1): true
            default: nil
            }
        }
    }

    private func required<Value>(
        _ column: String, _ expected: String, _ read: (String) throws -> Value?
    ) throws -> Value {
        guard let value = try read(column) else {
            throw DatabaseError.unexpectedValue(column: column, expected: expected, found: "null")
        }
        return value
    }

    private func value<Value>(
        _ column: String, _ expected: String, _ convert: (DatabaseValue) -> Value?
    ) throws -> Value? {
        let value = try self[column]
        if case .null = value { return nil }
        guard let converted = convert(value) else {
            throw DatabaseError.unexpectedValue(column: column, expected: expected, found: value.kind)
        }
        return converted
    }
}
