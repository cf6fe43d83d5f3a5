/// A path into the data of a rule, split when the rule is compiled.
struct LogicVariable: Sendable {
    /// The target of the path in a flag's context.
    enum Source: Sendable {
        case attribute
        case targetingKey
        case flagKey
        case timestamp
        /// All values that the evaluator adds.
        case evaluator
        /// The whole of the data.
        case everything
    }

    /// The spelling in the rule.
    let name: String
    let segments: [String]
    /// The first segment; empty if there is none.
    let head: String
    /// Whether there are further segments.
    let isPath: Bool
    let source: Source

    init(_ name: String) {
        self.name = name
        segments = name.isEmpty ? [] : name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        head = segments.first ?? ""
        isPath = segments.count > 1
        source =
            switch segments.first {
            case nil: .everything
            case "targetingKey": .targetingKey
            case "$flagd" where segments.count == 1: .evaluator
            case "$flagd" where segments[1] == "flagKey": .flagKey
            case "$flagd" where segments[1] == "timestamp": .timestamp
            case "$flagd": .evaluator
            default: .attribute
            }
    }

    var uses: LogicUses {
        switch source {
        case .attribute, .targetingKey: .context
        case .flagKey: []
        case .timestamp, .evaluator: .time
        case .everything: [.context, .time]
        }
    }

    /// Returns the value at the path's segments from an index on, or `nil` if there is none.
    func descend(into value: JSONValue, from start: Int) -> JSONValue? {
        var value = value
        var index = start
        while index < segments.count {
            guard let inner = Self.member(segments[index], of: value) else { return nil }
            value = inner
            index += 1
        }
        return value
    }

    private static func member(_ name: String, of value: JSONValue) -> JSONValue? {
        switch value {
        case .object(let members): return members[name]
        case .array(let values):
            // Only JavaScript's spelling of an index is valid: no sign, no leading zero.
            guard let index = Int(name), values.indices.contains(index), name.utf8.count == index.description.utf8.count
            else { return nil }
            return values[index]
        default: return nil
        }
    }
}
