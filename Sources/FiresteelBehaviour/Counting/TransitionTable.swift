/// How often each action followed each other one, with a limit on the number of pairs.
///
/// A full table halves its counts until a pair that occurred once is removed. So rare pairs make room for new ones, and frequent
/// ones keep their shares: the aging of G. Einziger, R. Friedman, B. Manes, “TinyLFU: A highly efficient cache admission policy”,
/// 2017.
struct TransitionTable {
    /// The counts by pair: the number of the action, and of the next one in the lower half.
    ///
    /// One dictionary, since one for each action takes ten times the memory where each has few.
    private var counts: [UInt32: Int] = [:]
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// The number of pairs.
    var count: Int { counts.count }

    mutating func add(_ next: UInt16, after action: UInt16) {
        let pair = UInt32(action) << 16 | UInt32(next)
        if counts[pair] == nil {
            while counts.count >= limit { counts = counts.compactMapValues { $0 > 1 ? $0 / 2 : nil } }
        }
        counts[pair, default: 0] += 1
    }

    /// Returns the number of times that each action followed, in a pass over all pairs.
    func next(after action: UInt16) -> [UInt16: Int] {
        var row: [UInt16: Int] = [:]
        for (pair, count) in counts where pair >> 16 == UInt32(action) {
            row[UInt16(truncatingIfNeeded: pair)] = count
        }
        return row
    }
}
