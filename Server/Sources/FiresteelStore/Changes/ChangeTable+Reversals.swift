import FiresteelDatabase

/// A change that reverts an earlier one.
package struct ChangeReversal: Sendable, Hashable {
    package let number: Int64
    /// Its time, in milliseconds since 1970.
    package let time: Int64
    /// The number of the change that it reverts.
    package let reverts: Int64

    package init(number: Int64, time: Int64, reverts: Int64) {
        self.number = number
        self.time = time
        self.reverts = reverts
    }

    /// Returns the reversals of changes, by their number: the newest one that isn't itself reverted.
    ///
    /// - Parameter reversals: All reversals of a program, in any order.
    package static func inEffect(_ reversals: [ChangeReversal]) -> [Int64: ChangeReversal] {
        var current: [Int64: ChangeReversal] = [:]
        // A reversal is newer than the reverted change, so those that could undo one are known before it.
        for reversal in reversals.sorted(by: { $0.number > $1.number }) where current[reversal.number] == nil {
            if current[reversal.reverts] == nil { current[reversal.reverts] = reversal }
        }
        return current
    }
}

extension ChangeTable {
    /// Returns the number of the last change, or 0.
    package func last() throws -> Int64 {
        try database.query("SELECT changes FROM programs WHERE id = ?", [.text(program)])
            .first?.int64IfPresent("changes") ?? 0
    }

    /// Returns the reversals after a change, the oldest first, without reading their contents.
    ///
    /// Damaged ones are left out, because lists are better without them than not at all; “verify” names them.
    package func reversals(after number: Int64) throws -> [ChangeReversal] {
        try database.query(
            """
            SELECT number, time, reverts FROM changes
            WHERE program = ? AND number > ? AND reverts IS NOT NULL ORDER BY number
            """, [.text(program), .int(number)]
        ).compactMap { row in
            guard let number = try? row.int64("number"), let time = try? row.int64("time"),
                let reverts = try? row.int64("reverts")
            else { return nil }
            return ChangeReversal(number: number, time: time, reverts: reverts)
        }
    }
}
