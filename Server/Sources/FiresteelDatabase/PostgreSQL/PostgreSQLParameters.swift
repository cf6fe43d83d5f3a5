internal import CLibPQ

/// Arguments of a statement in PostgreSQL's binary format.
struct PostgreSQLParameters {
    private var types: [Oid] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []
    private var offsets: [Int?] = []
    private var bytes: [UInt8] = []

    init(_ arguments: [DatabaseValue]) {
        for argument in arguments {
            let start = bytes.count
            var type = PostgreSQLType.unspecified
            switch argument {
            case .null: break
            case .int(let int):
                type = PostgreSQLType.int8
                withUnsafeBytes(of: int.bigEndian) { bytes.append(contentsOf: $0) }
            case .double(let double):
                type = PostgreSQLType.float8
                withUnsafeBytes(of: double.bitPattern.bigEndian) { bytes.append(contentsOf: $0) }
            case .text(let text):
                type = PostgreSQLType.text
                bytes.append(contentsOf: text.utf8)
            case .blob(let blob):
                type = PostgreSQLType.bytea
                bytes.append(contentsOf: blob)
            }
            types.append(type.rawValue)
            lengths.append(Int32(clamping: bytes.count - start))
            formats.append(1)
            offsets.append(argument == .null ? nil : start)
        }
        // An empty value needs an address as well.
        bytes.append(0)
    }

    /// Calls a closure with the arrays that libpq needs.
    func withPointers<Result>(
        _ body: (
            UnsafePointer<Oid>?, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { buffer in
            let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let values = offsets.map { offset in
                if let offset, let start { UnsafePointer(start + offset) } else { nil as UnsafePointer<CChar>? }
            }
            return types.withUnsafeBufferPointer { types in
                values.withUnsafeBufferPointer { values in
                    lengths.withUnsafeBufferPointer { lengths in
                        formats.withUnsafeBufferPointer { formats in
                            body(types.baseAddress, values.baseAddress, lengths.baseAddress, formats.baseAddress)
                        }
                    }
                }
            }
        }
    }
}

/// The numbers of PostgreSQL's types, from its `pg_type.dat`.
struct PostgreSQLType: RawRepresentable, Hashable {
    let rawValue: Oid

    /// The type follows from the argument's position.
    static let unspecified = PostgreSQLType(rawValue: 0)
    static let bool = PostgreSQLType(rawValue: 16)
    static let bytea = PostgreSQLType(rawValue: 17)
    static let name = PostgreSQLType(rawValue: 19)
    static let int8 = PostgreSQLType(rawValue: 20)
    static let int2 = PostgreSQLType(rawValue: 21)
    static let int4 = PostgreSQLType(rawValue: 23)
    static let text = PostgreSQLType(rawValue: 25)
    static let oid = PostgreSQLType(rawValue: 26)
    static let float4 = PostgreSQLType(rawValue: 700)
    static let float8 = PostgreSQLType(rawValue: 701)
    static let unknown = PostgreSQLType(rawValue: 705)
    static let bpchar = PostgreSQLType(rawValue: 1_042)
    static let varchar = PostgreSQLType(rawValue: 1_043)
    static let numeric = PostgreSQLType(rawValue: 1_700)
    static let void = PostgreSQLType(rawValue: 2_278)
}
