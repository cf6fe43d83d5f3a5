import FiresteelBase

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
    package static func hash(of value: JSONValue) -> UInt32? {
        var hash = MurmurHash3()
        return DeterministicCBOR.encode(value, into: &hash) ? hash.value : nil
    }
}
