import FiresteelBase
import Synchronization

/// The availability of features computed for one session, each with its version.
///
/// A table of 1 KiB, created for the first entry, in which a feature has two slots. An entry is one word with feature,
/// version and state, so that readers never see parts of two entries. An entry that another feature replaced is
/// computed again.
final class ContextCache: Sendable {
    private static let count = 128
    private static let versionBits: UInt64 = 44
    private static let versionMask: UInt64 = (1 << versionBits) - 1

    private let table = LazyWords(count: count)

    /// Returns the state computed for a feature at a version, or `nil`.
    @inline(__always)
    func state(of feature: UInt32, at version: UInt64) -> AvailabilityState? {
        guard let words = table.words else { return nil }
        let key = Self.key(feature, version)
        let index = Self.index(feature)
        var word = words[index].load(ordering: .acquiring)
        if word >> 2 != key { word = words[index ^ 1].load(ordering: .acquiring) }
        guard word >> 2 == key else { return nil }
        return AvailabilityState(rawValue: UInt8(truncatingIfNeeded: word & 3) &- 1)
    }

    /// Stores the state of a feature.
    ///
    /// - Parameter version: The version that was current before the computation began.
    func store(_ state: AvailabilityState, of feature: UInt32, at version: UInt64) {
        let words = table.allocate()
        let index = Self.index(feature)
        let first = words[index].load(ordering: .relaxed)
        // Uses the feature's own slot, otherwise the older of its two.
        let own = Self.feature(first) == feature
        let second = words[index ^ 1].load(ordering: .relaxed)
        let replacesSecond =
            !own
            && (Self.feature(second) == feature || (second >> 2) & Self.versionMask < (first >> 2) & Self.versionMask)
        words[replacesSecond ? index ^ 1 : index].store(
            Self.key(feature, version) << 2 | UInt64(state.rawValue + 1), ordering: .releasing)
    }

    /// Returns a feature's 18 bits and a version as one word: a table of features has room for 262,144.
    private static func key(_ feature: UInt32, _ version: UInt64) -> UInt64 {
        UInt64(feature & 0x3FFFF) << versionBits | version & versionMask
    }

    private static func feature(_ word: UInt64) -> UInt32? {
        word == 0 ? nil : UInt32(truncatingIfNeeded: word >> (versionBits + 2))
    }

    private static func index(_ feature: UInt32) -> Int {
        Int(truncatingIfNeeded: (feature &* 0x9E37_79B1) >> 25)
    }
}
