import FiresteelBase

/// A version of flagd's `fractional`, which determines a user's share.
///
/// The versions place the same user in different buckets: changing the version of a file in use moves users between
/// variants.
public enum FractionalVersion: String, Sendable, Hashable, CaseIterable {
    /// Hashes the UTF-8 of a text; other values have no share.
    case v2
    /// Hashes the deterministic CBOR of any JSON value.
    case v3
}

/// The arithmetic of shares.
package enum Bucketing {
    /// The maximum sum of weights.
    package static let maximumTotal: Int64 = (1 << 31) - 1

    /// Returns the bucket for a hash, from 0 to `total` − 1.
    @inlinable
    package static func bucket(hash: UInt32, total: Int64) -> Int64 {
        Int64(truncatingIfNeeded: (UInt64(hash) &* UInt64(truncatingIfNeeded: total)) >> 32)
    }

    /// Returns version 2's hash for a flag and a targeting key.
    package static func hash(flagKey: String, targetingKey: String) -> UInt32 {
        FractionalVersion.v2.hash(FractionalVersion.v2.drawing(of: flagKey), targetingKey)
    }

    /// Returns version 3's hash for a flag and a targeting key: that of an array of both.
    package static func hashOfPair(flagKey: String, targetingKey: String) -> UInt32 {
        FractionalVersion.v3.hash(FractionalVersion.v3.drawing(of: flagKey), targetingKey)
    }

    /// Returns version 3's hash for a value, or `nil` if it is nested too deeply.
    package static func hash(of value: FlagValue) -> UInt32? {
        var hash = MurmurHash3()
        return DeterministicCBOR.encode(value, into: &hash) ? hash.value : nil
    }
}

extension FractionalVersion {
    /// Returns the hash state before the targeting key, for shares by flag key and targeting key: the same for all
    /// users.
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

    /// Returns the hash for a flag and a targeting key.
    func hash(_ drawing: MurmurHash3, _ targetingKey: String) -> UInt32 {
        var hash = drawing
        if self == .v3 { DeterministicCBOR.encodeHead(3, UInt64(targetingKey.utf8.count), into: &hash) }
        hash.take(targetingKey)
        return hash.value
    }
}
