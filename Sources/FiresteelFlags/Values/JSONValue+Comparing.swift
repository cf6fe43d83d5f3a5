extension JSONValue {
    /// Returns whether both are equal; an integer and a floating-point number of the same value count as equal.
    ///
    /// Coders and property lists don't preserve the difference.
    package func matches(_ other: JSONValue) -> Bool {
        switch (self, other) {
        case (.int(let whole), .double(let number)), (.double(let number), .int(let whole)):
            Int(exactly: number) == whole
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.matches($1) }
        case (.object(let left), .object(let right)):
            left.count == right.count
                && left.allSatisfy { name, value in right[name].map { value.matches($0) } ?? false }
        default: self == other
        }
    }

    /// Whether JSON can express it: JSON has no infinity and no not-a-number.
    var isJSON: Bool {
        switch self {
        case .double(let number): number.isFinite
        case .array(let values): values.allSatisfy(\.isJSON)
        case .object(let values): values.values.allSatisfy(\.isJSON)
        default: true
        }
    }

    /// Returns the value for messages: JSON, truncated.
    func short(limit: Int = 60) -> String {
        if case .double(let number) = self, !number.isFinite { return "\(number)" }
        let text = json()
        return text.count <= limit ? text : text.prefix(limit - 1) + "…"
    }
}
