/// Finds literals, quoted identifiers and comments in SQL, which must not be changed.
enum SQLScanner {
    /// A part of a statement.
    struct Part {
        var text: Substring
        /// Whether it is neither a literal, nor a quoted identifier, nor a comment.
        var isCode: Bool
    }

    /// Returns the parts of a statement, in order.
    static func parts(of sql: String) -> [Part] {
        var parts: [Part] = []
        var start = sql.startIndex
        var position = start
        while position < sql.endIndex {
            guard let end = endOfUnchanged(sql, position) else {
                position = sql.index(after: position)
                continue
            }
            if start < position { parts.append(Part(text: sql[start..<position], isCode: true)) }
            parts.append(Part(text: sql[position..<end], isCode: false))
            start = end
            position = end
        }
        if start < sql.endIndex { parts.append(Part(text: sql[start...], isCode: true)) }
        return parts
    }

    /// Returns the words of code and the text between them, in order.
    static func words(of code: Substring) -> [Substring] {
        var words: [Substring] = []
        var rest = code
        while let first = rest.first {
            let isWord = isWordCharacter(first)
            let word = rest.prefix { isWordCharacter($0) == isWord }
            words.append(word)
            rest = rest[word.endIndex...]
        }
        return words
    }

    /// Returns the end of the literal, identifier or comment that begins at a position, or `nil` if none does.
    private static func endOfUnchanged(_ sql: String, _ position: String.Index) -> String.Index? {
        let rest = sql[position...]
        switch rest.first {
        case "'": return endOfQuoted(sql, position, "'", hasEscapes: isEscapeString(sql, position))
        case "\"": return endOfQuoted(sql, position, "\"", hasEscapes: false)
        case "-" where rest.hasPrefix("--"): return rest.firstIndex(where: \.isNewline) ?? sql.endIndex
        case "/" where rest.hasPrefix("/*"): return endOfComment(sql, position)
        case "$": return endOfDollarQuoted(sql, position)
        default: return nil
        }
    }

    /// Returns the end of a quoted text.
    ///
    /// A doubled quote is part of it.
    private static func endOfQuoted(
        _ sql: String, _ position: String.Index, _ quote: Character, hasEscapes: Bool
    ) -> String.Index {
        var index = sql.index(after: position)
        while index < sql.endIndex {
            if hasEscapes, sql[index] == "\\" {
                index = sql.index(after: index)
                if index == sql.endIndex { break }
            } else if sql[index] == quote {
                let next = sql.index(after: index)
                guard next < sql.endIndex, sql[next] == quote else { return next }
                index = next
            }
            index = sql.index(after: index)
        }
        return sql.endIndex
    }

    /// Whether a literal is PostgreSQL's `E'…'`, in which a backslash escapes the quote.
    private static func isEscapeString(_ sql: String, _ position: String.Index) -> Bool {
        let before = sql[..<position]
        guard let last = before.last, last == "E" || last == "e" else { return false }
        guard let previous = before.dropLast().last else { return true }
        return !isWordCharacter(previous)
    }

    /// Returns the end of a comment.
    ///
    /// PostgreSQL's are nested.
    private static func endOfComment(_ sql: String, _ position: String.Index) -> String.Index {
        var depth = 0
        var rest = sql[position...]
        while !rest.isEmpty {
            if rest.hasPrefix("/*") {
                depth += 1
                rest = rest.dropFirst(2)
            } else if rest.hasPrefix("*/") {
                depth -= 1
                rest = rest.dropFirst(2)
                if depth == 0 { return rest.startIndex }
            } else {
                rest = rest.dropFirst()
            }
        }
        return sql.endIndex
    }

    /// Returns the end of `$tag$…$tag$`, or `nil` if the dollar sign begins none.
    private static func endOfDollarQuoted(_ sql: String, _ position: String.Index) -> String.Index? {
        if let last = sql[..<position].last, isWordCharacter(last) { return nil }
        let tag = sql[position...].dropFirst().prefix { isWordCharacter($0) && $0 != "$" }
        guard tag.endIndex < sql.endIndex, sql[tag.endIndex] == "$", tag.first?.isNumber != true else { return nil }
        let mark = sql[position...tag.endIndex]
        var rest = sql[sql.index(after: tag.endIndex)...]
        while !rest.isEmpty {
            if rest.hasPrefix(mark) { return rest.dropFirst(mark.count).startIndex }
            rest = rest.dropFirst()
        }
        return sql.endIndex
    }

    private static func isWordCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "$"
    }
}
