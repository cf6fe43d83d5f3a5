/// The shares of one `fractional`.
struct LogicFraction: Sendable {
    /// One operand behind the key.
    enum Entry: Sendable {
        /// `[variant]` or `[variant, weight]`, each the index of a node.
        case share(name: Int, weight: Int?)
        /// A list of no or more than two elements, which is no share.
        case malformed
        /// Something whose value has to be such a list.
        case computed(Int)
    }

    /// The node of the value by which it is drawn; `nil` for the flag's key and the targeting key.
    let key: Int?
    let entries: [Entry]
    /// Where each share ends, if all weights are known.
    ///
    /// Empty where nobody gets a share.
    let ends: [Int64]?

    init(key: Int?, entries: [Entry], in code: LogicCode) {
        self.key = key
        self.entries = entries
        ends = Self.ends(of: entries, in: code)
    }

    private static func ends(of entries: [Entry], in code: LogicCode) -> [Int64]? {
        var ends: [Int64] = []
        var isValid = true
        for entry in entries {
            guard case .share(let name, let weight) = entry, let name = code.constant(name) else { return nil }
            if let weight {
                guard let constant = code.constant(weight) else { return nil }
                isValid = isValid && Self.add(Self.weight(constant), to: &ends)
            } else {
                isValid = isValid && Self.add(1, to: &ends)
            }
            isValid = isValid && Self.isName(name)
        }
        return isValid && (ends.last ?? 0) > 0 ? ends : []
    }

    /// Appends a share; `false` where there is none, or where the sum grows too large.
    static func add(_ weight: Int64?, to ends: inout [Int64]) -> Bool {
        guard let weight else { return false }
        let end = (ends.last ?? 0) + weight
        guard end <= Bucketing.maximumTotal else { return false }
        ends.append(end)
        return true
    }

    /// A weight: a whole number up to 2³¹ − 1, of which one below 0 counts as 0.
    static func weight(_ value: FlagValue) -> Int64? {
        let weight: Int
        switch value {
        case .int(let value): weight = value
        case .double(let value):
            guard value.rounded(.towardZero) == value else { return nil }
            weight = value < 0 ? 0 : value > 1e15 ? .max : Int(value)
        default: return nil
        }
        return weight > Int(Bucketing.maximumTotal) ? nil : Int64(max(weight, 0))
    }

    /// Whether a value can name a variant.
    static func isName(_ value: FlagValue) -> Bool {
        switch value {
        case .null, .bool, .string: true
        default: false
        }
    }
}
