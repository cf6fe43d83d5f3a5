import FiresteelDatabase

extension InsightReader {
    /// Returns the day on which a session reported each flag last, in milliseconds since 1970.
    ///
    /// It is read from the names that roll-ups know, so the cost doesn't grow with the sessions.
    package func lastDaysOfFlags() throws -> [String: Int64] {
        var days: [String: Int64] = [:]
        for row in try database.query(
            "SELECT name, seen FROM insight_names WHERE scope = ? AND kind = ?", .int(scope),
            .text(NameBook.Kind.variant.rawValue))
        {
            guard let name = try? row.text("name"), let seen = try? row.int64("seen") else { continue }
            let flag = String(name.prefix { $0 != "\t" })
            days[flag] = max(days[flag] ?? seen, seen)
        }
        return days
    }
}
