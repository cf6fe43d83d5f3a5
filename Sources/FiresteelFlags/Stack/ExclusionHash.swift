import FiresteelBase

/// Distributes an exclusion group's contexts among its flags.
///
/// FNV-1a of 64 bits over group, targeting key and flag's key with a zero byte between them, and then the finishing
/// steps of MurmurHash3: FNV-1a alone hardly spreads the last byte, in which keys of one group often differ, so that
/// the shares would be uneven.
enum ExclusionHash {
    static func of(group: String, targetingKey: String?, member: String) -> UInt64 {
        var bytes = FNV1a()
        bytes.write(group)
        bytes.write(0)
        bytes.write(targetingKey ?? "")
        bytes.write(0)
        bytes.write(member.canonicalKey)
        bytes.write(0)
        var hash = bytes.value
        hash ^= hash >> 33
        hash &*= 0xFF51_AFD7_ED55_8CCD
        hash ^= hash >> 33
        hash &*= 0xC4CE_B9FE_1A85_EC53
        hash ^= hash >> 33
        return hash
    }
}

/// Finds the flag of an exclusion group that stays on.
///
/// Flags that are overridden precede others, then those with the highest priority; of several, the one with the smallest
/// hash.
struct ExclusionDraw {
    /// The flag that stays on; `nil` if none is on.
    struct Winner { let key: String? }

    private let group: String
    private let targetingKey: String?
    private var best: (isOverride: Bool, priority: Int, hash: UInt64, key: String)?

    init(group: String, targetingKey: String?) {
        self.group = group
        self.targetingKey = targetingKey
    }

    var winner: Winner { Winner(key: best?.key) }

    /// Adds a flag that is on.
    mutating func add(_ key: String, priority: Int, isOverride: Bool) {
        let hash = ExclusionHash.of(group: group, targetingKey: targetingKey, member: key)
        if let best {
            if best.isOverride != isOverride {
                guard isOverride else { return }
            } else if best.priority != priority {
                guard priority > best.priority else { return }
            } else if (hash, key) >= (best.hash, best.key) {
                return
            }
        }
        best = (isOverride, priority, hash, key)
    }
}
