import FiresteelFlags

/// Replaces the references between segments with copies of the segments' rules.
///
/// flagd replaces each shared rule once, in any order, so a reference within a shared rule may remain, and the flags that
/// use it fail. Each segment is inlined once. References that are part of a cycle remain, as do those of a segment that is
/// too large.
struct SegmentInliner {
    private let segments: [String: FlagSegment]
    private var rules: [String: JSONValue] = [:]
    /// The number of values of each inlined rule.
    private var sizes: [String: Int] = [:]
    private var pending: [String] = []
    /// The segments that have too many values with those that they use.
    private(set) var tooLarge: Set<String> = []

    init(_ segments: [String: FlagSegment]) { self.segments = segments }

    /// Returns the membership of a segment in JsonLogic, without references; `nil` if there is no such segment.
    mutating func logic(of key: String) -> JSONValue? {
        if let rule = rules[key] { return rule }
        guard let segment = segments[key] else { return nil }
        let rule = segment.logic
        guard !SegmentReferences.keys(in: segment).isEmpty else {
            rules[key] = rule
            return rule
        }
        pending.append(key)
        var copied = 0
        let inlined = inline(rule, key, &copied, depth: 0)
        pending.removeLast()
        rules[key] = inlined
        sizes[key] = Self.size(of: rule) + copied
        return inlined
    }

    private mutating func inline(_ rule: JSONValue, _ key: String, _ copied: inout Int, depth: Int) -> JSONValue {
        // Deeper rules are rejected when they are compiled.
        guard depth <= 256 else { return rule }
        switch rule {
        case .array(let rules): return .array(rules.map { inline($0, key, &copied, depth: depth + 1) })
        case .object(let members):
            guard members.count == 1, let (name, value) = members.first else { return rule }
            if name == "$ref", case .string(let other) = value { return copy(of: other, for: key, &copied) ?? rule }
            return .object([name: inline(value, key, &copied, depth: depth + 1)])
        default: return rule
        }
    }

    private mutating func copy(of other: String, for key: String, _ copied: inout Int) -> JSONValue? {
        guard !pending.contains(other), pending.count <= FlagDocumentLimits.segmentDepth, let rule = logic(of: other)
        else { return nil }
        let size = sizes[other] ?? Self.size(of: rule)
        sizes[other] = size
        guard copied + size <= FlagDocumentLimits.segmentSize else {
            tooLarge.insert(key)
            return nil
        }
        copied += size
        return rule
    }

    private static func size(of rule: JSONValue) -> Int {
        switch rule {
        case .array(let rules): rules.reduce(1) { $0 + size(of: $1) }
        case .object(let members): members.values.reduce(1) { $0 + size(of: $1) }
        default: 1
        }
    }
}
