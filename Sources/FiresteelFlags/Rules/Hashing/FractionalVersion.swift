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

extension FractionalVersion {
    /// Returns the hash state before the targeting key, for shares by flag key and targeting key: the same for all
    /// users.
    func drawing(of flagKey: String) -> MurmurHash3 {
        var hash = MurmurHash3()
        switch self {
        case .v2: hash.write(flagKey)
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
        hash.write(targetingKey)
        return hash.value
    }
}
