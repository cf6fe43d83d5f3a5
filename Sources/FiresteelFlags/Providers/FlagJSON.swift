/// Values that were typed as text.
enum FlagJSON {
    /// Reads a text as JSON, or as a string if it isn't JSON.
    ///
    /// `true`, `3`, `1.5`, `[1, 2]` and `"3"` are JSON; `grid` is a string.
    static func typed(_ text: String) -> JSONValue {
        (try? JSONValue(json: Array(text.utf8))) ?? .string(text)
    }
}

extension FlagError {
    /// Creates the error for a text that isn't JSON.
    init(_ error: JSONError) { self.init(.parseError, "It isn't JSON. \(error)") }
}
