import FiresteelStore
import Synchronization

/// The changes by which others are reverted.
///
/// Each reversal is read once, because changes are never edited or deleted.
final class ReversalDirectory: Sendable {
    private struct Known {
        /// The last change up to which reversals are known.
        var last: Int64 = 0
        var reversals: [ChangeReversal] = []
        var inEffect: [Int64: ChangeReversal] = [:]
    }

    private let programs = Mutex<[String: Known]>([:])

    /// Returns the reversals in effect, by the numbers of the changes that they revert.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - table: Its changes, within a transaction.
    func reversals(of program: String, _ table: ChangeTable) throws -> [Int64: ChangeReversal] {
        let known = programs.withLock { $0[program] ?? Known() }
        let last = try table.last()
        // A transaction may see fewer changes than another one saw before.
        guard last > known.last else { return known.inEffect }
        let found = try table.reversals(after: known.last)
        return programs.withLock { programs in
            var newest = programs[program] ?? Known()
            guard newest.last < last else { return newest.inEffect }
            let new = found.filter { $0.number > newest.last }
            newest.last = last
            // Most changes revert nothing.
            if !new.isEmpty {
                newest.reversals += new
                newest.inEffect = ChangeReversal.inEffect(newest.reversals)
            }
            programs[program] = newest
            return newest.inEffect
        }
    }
}
