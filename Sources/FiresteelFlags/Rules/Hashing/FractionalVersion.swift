import FiresteelBase

/// How flagd's `fractional` draws a share.
///
/// The two place the same person in different buckets: changing the version of a file in use moves people between variants.
public enum FractionalVersion: String, Sendable, Hashable, CaseIterable {
    /// Hashes the UTF-8 of a text; other values draw nothing.
    case v2
    /// Hashes the deterministic CBOR of any JSON value.
    case v3
}

/// The arithmetic of shares.
package enum Bucketing {
    /// The sum of weights that may not be exceeded.
    package static let maximumTotal: Int64 = (1 << 31) - 1

    /// The bucket from 0 to `total` − 1 that a hash falls into.
    @inlinable
    package static func bucket(hash: UInt32, total: Int64) -> Int64 {
        Int64(truncatingIfNeeded: (UInt64(hash) &* UInt64(truncatingIfNeeded: total)) >> 32)
    }

    /// The hash by which version 2 draws for a flag and a targeting key.
    package static func hash(flagKey: String, targetingKey: String) -> UInt32 {
        FractionalVersion.v2.hash(FractionalVersion.v2.drawing(of: flagKey), targetingKey)
    }

    /// The hash by which version 3 draws for a flag and a targeting key: of an array of both.
    package static func hashOfPair(flagKey: String, targetingKey: String) -> UInt32 {
        FractionalVersion.v3.hash(FractionalVersion.v3.drawing(of: flagKey), targetingKey)
    }

    /// The hash by which version 3 draws for a value, or `nil` where it lies too deep in itself.
    package static func hash(of value: FlagValue) -> UInt32? {
        var hash = MurmurHash3()
        return DeterministicCBOR.encode(value, into: &hash) ? hash.value : nil
    }
}

extension FractionalVersion {
    /// What comes before the targeting key where a flag is drawn by both: the same for everybody.
    func drawing(of flagKey: String) -> MurmurHash3 {
        var hash = MurmurHash3()
        switch self {
        case .v2: hash.take(flagKey)
        case .v3:
            DeterministicCBOR.encodeHead(4, 2, into: &hash)
            DeterministicCBOR.encode(text: flagKey, into: &hash)
        }
        return hash
    }

    /// The hash of a flag and a targeting key.
    func hash(_ drawing: MurmurHash3, _ targetingKey: String) -> UInt32 {
        var hash = drawing
        if self == .v3 { DeterministicCBOR.encodeHead(3, UInt64(targetingKey.utf8.count), into: &hash) }
        hash.take(targetingKey)
        return hash.value
    }
}
