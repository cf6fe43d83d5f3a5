package import FiresteelDatabase

/// The flags that sessions of an environment reported lately.
///
/// They are read from the names that roll-ups know, so the cost doesn't grow with the sessions.
package struct ReportedFlags: Sendable {
    private let flags: Set<String>
    /// Whether a flag that isn't among them was not reported at all.
    ///
    /// It isn't known if sessions arrive for a shorter time, if there are more variants than are counted, or if programs
    /// left some out.
    package let isComplete: Bool

    /// Reads the flags within a transaction, or returns `nil` if no session reported one.
    ///
    /// - Parameters:
    ///   - scope: The environment.
    ///   - start: The beginning of the period, in milliseconds since 1970.
    ///   - now: Its end.
    ///   - database: The database.
    package init?(of scope: InsightScope, since start: Int64, now: Int64, _ database: any DatabaseConnection) throws {
        guard let number = try ScopeTable(database).number(of: scope) else { return nil }
        let rows = try database.query(
            "SELECT name, first, seen FROM insight_names WHERE scope = ? AND kind = ?", .int(number),
            .text(NameBook.Kind.variant.rawValue))
        var flags: Set<String> = []
        var earliest = Int64.max
        for row in rows {
            guard let name = try? row.text("name"), let first = try? row.int64("first"),
                let seen = try? row.int64("seen")
            else { continue }
            earliest = min(earliest, first)
            // The day on which it was seen last.
            if seen >= InsightTime.day(of: start) { flags.insert(CountKey.parts(of: name).first) }
        }
        guard !flags.isEmpty else { return nil }
        self.flags = flags
        let hours = InsightTime.hour(of: start)..<now + InsightTime.hour
        let reader = InsightReader(database, scope: number)
        let isWhole = try [InsightMeasure.dropped, .lost, .unsent].allSatisfy {
            try reader.counts($0, hours).allSatisfy { $0.count == 0 }
        }
        isComplete = earliest <= start && rows.count < NameBook.Kind.variant.limit && isWhole
    }

    /// Whether a session reported a flag, or may have: a key that looks like a secret is stored as another one.
    package func contains(_ flag: String) -> Bool {
        flags.contains(NameBook.plain(flag)) || SecretText.replaced(flag) != nil
    }
}
