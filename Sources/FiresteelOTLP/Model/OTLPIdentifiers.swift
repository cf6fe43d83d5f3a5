import FiresteelBase

/// Sixteen bytes that name a trace.
///
/// They are derived from the run and the first cause, so sending a run twice produces the same traces.
public struct OTLPTraceID: Sendable, Hashable {
    /// The bytes.
    public let bytes: [UInt8]

    /// Creates the trace of a perform of a run and its consequences.
    public init(run: String, root: UInt64) {
        // 128-bit FNV-1a distinguishes runs; its last bytes are weakly mixed, so each half is mixed reversibly.
        var hash = IdentifierHash.of(run)
        for byte in IdentifierHash.bytes(root) { hash.write(byte) }
        let low = IdentifierHash.mix(hash.low)
        let high = IdentifierHash.mix(hash.high ^ low)
        // All zeros denote no trace.
        bytes = IdentifierHash.bytes(high) + IdentifierHash.bytes(high == 0 && low == 0 ? 1 : low)
    }

    /// The bytes as 32 hexadecimal digits.
    public var hexadecimal: String { Hexadecimal.text(bytes) }
}

/// Eight bytes that name a span.
public struct OTLPSpanID: Sendable, Hashable {
    /// The bytes.
    public let bytes: [UInt8]

    /// Creates the span of a perform of a run.
    ///
    /// No two performs of a run share one.
    public init(run: String, perform: UInt64) {
        let hash = IdentifierHash.of(run)
        // Both steps are reversible, so different performs have different numbers. All zeros denote no span.
        let mixed = IdentifierHash.mix(perform ^ hash.low)
        bytes = IdentifierHash.bytes(mixed == 0 ? 1 : mixed)
    }

    /// The bytes as 16 hexadecimal digits.
    public var hexadecimal: String { Hexadecimal.text(bytes) }
}

/// The derivation of identifiers from hashes.
enum IdentifierHash {
    static func of(_ text: String) -> FNV1a128 {
        var hash = FNV1a128()
        hash.write(text)
        return hash
    }

    /// Applies the finalizer of SplitMix64: each bit of the result depends on all bits of the value, and no two values
    /// share one.
    static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    static func bytes(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}

extension FNV1a128 {
    fileprivate var low: UInt64 { UInt64(truncatingIfNeeded: value) }
    fileprivate var high: UInt64 { UInt64(truncatingIfNeeded: value >> 64) }
}
