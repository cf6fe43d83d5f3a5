/// The shares of one `fractional`.
struct LogicFraction: Sendable {
    /// An operand after the key.
    enum Entry: Sendable {
        /// `[variant]` or `[variant, weight]`, each the index of a node.
        case share(name: Int, weight: Int?)
        /// A list without elements or with more than two, which isn't a share.
        case malformed
        /// An operand whose value must be such a list.
        case computed(Int)
    }

    /// The node of the bucketing key; `nil` for the flag's key and the targeting key.
    let key: Int?
    let entries: [Entry]
    /// The end of each share, if all weights are known.
    ///
    /// Empty if no share can be selected.
    let ends: [Int64]?

    init(key: Int?, entries: [Entry], in code: LogicCode, version: FractionalVersion) {
        self.key = key
        self.entries = entries
        ends = Self.ends(of: entries, in: code, version)
    }

    private static func ends(of entries: [Entry], in code: LogicCode, _ version: FractionalVersion) -> [Int64]? {
        var ends: [Int64] = []
        var isValid = true
        for entry in entries {
            guard case .share(let name, let weight) = entry, let name = code.constant(name) else { return nil }
            if let weight {
                guard let constant = code.constant(weight) else { return nil }
                isValid = isValid && Self.add(Self.weight(constant, version), to: &ends)
            } else {
                isValid = isValid && Self.add(1, to: &ends)
            }
            isValid = isValid && Self.isName(name)
        }
        return isValid && (ends.last ?? 0) > 0 ? ends : []
    }

    /// Appends a share; returns `false` if it is invalid, or if the sum exceeds the limit.
    static func add(_ weight: Int64?, to ends: inout [Int64]) -> Bool {
        guard let weight else { return false }
        let end = (ends.last ?? 0) + weight
        guard end <= Bucketing.maximumTotal else { return false }
        ends.append(end)
        return true
    }

    /// Returns a weight: an integer up to 2³¹ − 1, where negative values count as 0.
    ///
    /// In version 2, null is the default weight, as in flagd's Go implementation; in version 3, it is invalid.
    static func weight(_ value: JSONValue, _ version: FractionalVersion) -> Int64? {
        let weight: Int
        switch value {
        case .null where version == .v2: return 1
        case .int(let value): weight = value
        case .double(let value):
            guard value.rounded(.towardZero) == value else { return nil }
            weight = value < 0 ? 0 : value > 1e15 ? .max : Int(value)
        default: return nil
        }
        return weight > Int(Bucketing.maximumTotal) ? nil : Int64(max(weight, 0))
    }

    /// Returns whether a value can name a variant.
    static func isName(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool, .string, .int: true
        case .double(let value): value.isFinite
        case .array, .object: false
        }
    }
}
