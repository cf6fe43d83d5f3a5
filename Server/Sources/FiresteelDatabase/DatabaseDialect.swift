/// A kind of database, and the differences between the kinds in the text of statements.
package enum DatabaseDialect: Sendable, Hashable {
    /// SQLite.
    case sqlite
    /// PostgreSQL.
    case postgres
}

extension DatabaseDialect {
    /// A condition of rows whose column has an integer.
    ///
    /// SQLite stores values of another type in a column of integers, if someone else writes them.
    package func isInteger(_ column: String) -> String {
        self == .sqlite ? "typeof(\(column)) = 'integer'" : "\(column) IS NOT NULL"
    }

    /// Returns a statement in this dialect: PostgreSQL's arguments are `$1`, `$2`, ….
    func statement(_ sql: String) -> String {
        guard self == .postgres else { return sql }
        var result = ""
        var number = 0
        for part in SQLScanner.parts(of: sql) {
            guard part.isCode else {
                result += part.text
                continue
            }
            for character in part.text {
                if character == "?" {
                    number += 1
                    result += "$\(number)"
                } else {
                    result.append(character)
                }
            }
        }
        return result
    }

    /// Returns a statement of a migration in this dialect.
    ///
    /// In PostgreSQL, `BLOB` is `BYTEA`, `INTEGER` has 64 bits as well, and texts are sorted by their bytes.
    func migration(_ sql: String) -> String {
        guard self == .postgres else { return sql }
        var result = ""
        var lastWord = ""
        for part in SQLScanner.parts(of: sql) {
            guard part.isCode else {
                result += part.text
                continue
            }
            for word in SQLScanner.words(of: part.text) {
                let upper = word.uppercased()
                switch upper {
                case "BLOB": result += "BYTEA"
                case "INTEGER": result += "BIGINT"
                // A type in a CAST has no collation.
                case "TEXT" where lastWord != "AS": result += "TEXT COLLATE \"C\""
                default: result += word
                }
                if upper.contains(where: \.isLetter) { lastWord = upper }
            }
        }
        return result
    }
}
