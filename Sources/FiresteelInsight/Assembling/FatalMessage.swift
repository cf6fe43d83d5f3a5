import FiresteelTimeline

extension InsightReport.Fatal {
    /// Creates a fatal error from the message that the runtime writes, such as `App/File.swift:25: Fatal error: No value`.
    ///
    /// The file is sent without its folders, and without the values that the standard library quotes.
    package init(recorded text: String) {
        let (file, line, message) = Self.parts(text)
        self.init(message: Self.withoutValues(message), file: file, line: line)
    }

    private static func parts(_ text: String) -> (file: String?, line: Int?, message: String) {
        guard let space = text.firstIndex(of: " "), space > text.startIndex else { return (nil, nil, text) }
        let place = text[..<space].split(separator: ":", omittingEmptySubsequences: false)
        guard place.count == 3, place[2].isEmpty, let line = Int(place[1]), line > 0 else { return (nil, nil, text) }
        return (String(place[0]).lastPathPart, line, String(text[text.index(after: space)...]))
    }

    /// Removes what the standard library quotes: the values of an error that `try!` met, and a repeated key.
    private static func withoutValues(_ message: String) -> String {
        for mark in ["unexpectedly raised an error: ", "Duplicate values for key: "] {
            guard let range = message.firstRange(of: mark) else { continue }
            let rest = message[range.upperBound...]
            // An error begins with its type and case.
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") }
            let isError = mark.hasPrefix("unexpectedly") && name.contains(".") && !name.hasSuffix(".")
            return String(message[..<range.upperBound]) + (isError ? String(name) : Redaction.mark)
        }
        return message
    }
}

extension String {
    /// The part after the last slash.
    var lastPathPart: String { split(separator: "/").last.map(String.init) ?? self }

    /// The text within a limit of bytes, without NUL characters.
    func cut(to limit: Int) -> String {
        let text = utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self
        guard text.utf8.count > limit else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: limit)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }
}
