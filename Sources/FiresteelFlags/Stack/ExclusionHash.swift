import FiresteelBase

/// Draws lots among the flags of an exclusion group.
///
/// FNV-1a of 64 bits over group, targeting key and flag's key with a zero byte between them, and then the finishing
/// steps of MurmurHash3: FNV-1a alone hardly spreads the last byte, in which keys of one group often differ, so that
/// the shares would be uneven.
enum ExclusionHash {
    static func of(group: String, targetingKey: String?, member: String) -> UInt64 {
        var bytes = FNV1a()
        bytes.take(group)
        bytes.take(0)
        bytes.take(targetingKey ?? "")
        bytes.take(0)
        bytes.take(member)
        bytes.take(0)
        var hash = bytes.value
        hash ^= hash >> 33
        hash &*= 0xFF51_AFD7_ED55_8CCD
        hash ^= hash >> 33
        hash &*= 0xC4CE_B9FE_1A85_EC53
        hash ^= hash >> 33
        return hash
    }
}

/// Finds the one flag of a group that stays on.
///
/// Flags that were switched on by hand come first; of several, the one with the smallest hash.
struct ExclusionDraw {
    private let group: String
    private let targetingKey: String?
    private var best: (isByHand: Bool, hash: UInt64, key: String)?

    init(group: String, targetingKey: String?) {
        self.group = group
        self.targetingKey = targetingKey
    }

    /// The key of the flag that stays on, if any is on.
    var winner: String? { best?.key }

    /// A flag that is on.
    mutating func add(_ key: String, isByHand: Bool) {
        let hash = ExclusionHash.of(group: group, targetingKey: targetingKey, member: key)
        if let best {
            if best.isByHand != isByHand {
                guard isByHand else { return }
            } else if (hash, key) >= (best.hash, best.key) {
                return
            }
        }
        best = (isByHand, hash, key)
    }
}
