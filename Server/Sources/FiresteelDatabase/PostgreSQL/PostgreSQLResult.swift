internal import CLibPQ

/// The result of a statement in PostgreSQL's binary format.
final class PostgreSQLResult {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// The name of the completed command, such as `COMMIT`.
    var command: String { String(cString: PQcmdStatus(result)) }

    /// The number of inserted, updated or deleted rows.
    var affectedRows: Int {
        // A SELECT counts its rows there as well.
        PQresultStatus(result) == PGRES_TUPLES_OK && command.hasPrefix("SELECT")
            ? 0 : Int(String(cString: PQcmdTuples(result))) ?? 0
    }

    func rows() throws -> [DatabaseRow] {
        let fields = 0..<PQnfields(result)
        let names = fields.map { String(cString: PQfname(result, $0)) }
        let types = fields.map { PostgreSQLType(rawValue: PQftype(result, $0)) }
        let columns = DatabaseRow.index(names)
        return try (0..<PQntuples(result)).map { row in
            DatabaseRow(
                columns: columns,
                values: try fields.map { field in
                    if PQgetisnull(result, row, field) == 1 { return .null }
                    let bytes = UnsafeRawBufferPointer(
                        start: PQgetvalue(result, row, field), count: Int(PQgetlength(result, row, field)))
                    guard let value = Self.value(bytes, of: types[Int(field)]) else {
                        throw DatabaseError.unexpectedValue(
                            column: names[Int(field)], expected: "one of the supported types",
                            found: "PostgreSQL's type \(types[Int(field)].rawValue)")
                    }
                    return value
                })
        }
    }

    /// Returns a value, or `nil` if its type isn't supported.
    private static func value(_ bytes: UnsafeRawBufferPointer, of type: PostgreSQLType) -> DatabaseValue? {
        switch type {
        case .void: .null
        case .bool: .int(bytes.first == 0 ? 0 : 1)
        case .int8: integer(bytes, Int64.self).map { .int($0) }
        case .int4: integer(bytes, Int32.self).map { .int(Int64($0)) }
        case .int2: integer(bytes, Int16.self).map { .int(Int64($0)) }
        case .oid: integer(bytes, UInt32.self).map { .int(Int64($0)) }
        case .float8: integer(bytes, UInt64.self).map { .double(Double(bitPattern: $0)) }
        case .float4: integer(bytes, UInt32.self).map { .double(Double(Float(bitPattern: $0))) }
        case .text, .varchar, .bpchar, .name, .unknown: .text(String(decoding: bytes, as: UTF8.self))
        case .bytea: .blob(Array(bytes))
        case .numeric: numeric(bytes)
        default: nil
        }
    }

    /// Returns an integer, which is sent with its highest byte first, or `nil` if it has another size.
    private static func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: UnsafeRawBufferPointer, _ type: Integer.Type
    ) -> Integer? {
        guard bytes.count == MemoryLayout<Integer>.size else { return nil }
        return Integer(bigEndian: bytes.loadUnaligned(as: Integer.self))
    }

    /// Returns a decimal number, such as a sum of integers: an integer if it has no decimal places and fits.
    ///
    /// The format is that of `numeric_send`: four 16-bit fields, then digits to the base 10,000.
    private static func numeric(_ bytes: UnsafeRawBufferPointer) -> DatabaseValue? {
        func field(_ index: Int) -> Int {
            Int(Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 2, as: Int16.self)))
        }
        guard bytes.count >= 8 else { return nil }
        let count = field(0)
        let weight = field(1)
        let isNegative = field(2) == 0x4000
        let places = field(3)
        guard bytes.count >= 8 + count * 2, isNegative || field(2) == 0 else { return nil }
        if places == 0, let int = integer(digits: (0..<count).map { field(4 + $0) }, weight, isNegative) {
            return .int(int)
        }
        // Exponents of a decimal literal give the nearest number; powers that are multiplied don't.
        var text = isNegative ? "-0" : "0"
        for index in 0..<count {
            let digits = String(field(4 + index))
            text += String(repeating: "0", count: 4 - digits.count) + digits
        }
        return Double("\(text)e\((weight - count + 1) * 4)").map { .double($0) }
    }

    private static func integer(digits: [Int], _ weight: Int, _ isNegative: Bool) -> Int64? {
        // Trailing zeroes aren't sent.
        guard weight < 8, digits.count <= weight + 1 else { return digits.isEmpty ? 0 : nil }
        var value: Int64 = 0
        for index in 0..<(weight + 1) {
            let digit = Int64(index < digits.count ? digits[index] : 0)
            let (product, overflows) = value.multipliedReportingOverflow(by: 10_000)
            let (sum, overflowsAgain) = product.subtractingReportingOverflow(digit)
            if overflows || overflowsAgain { return nil }
            value = sum
        }
        return isNegative ? value : (value == .min ? nil : -value)
    }
}
