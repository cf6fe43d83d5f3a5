/// Values that somebody typed.
enum FlagJSON {
    /// What a text stands for: JSON where it is JSON, else itself.
    ///
    /// `true`, `3`, `1.5`, `[1, 2]` and `"3"` are what they look like; `grid` is a text.
    static func typed(_ text: String) -> FlagValue {
        (try? FlagValue(json: Array(text.utf8))) ?? .string(text)
    }
}

extension FlagError {
    /// That something is no JSON, and where.
    init(_ error: JSONError) { self.init(.parseError, "It is no JSON. \(error)") }
}
