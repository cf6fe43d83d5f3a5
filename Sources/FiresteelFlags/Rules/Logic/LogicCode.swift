/// The compiled rules of a file: tables that refer to each other by index.
///
/// Immutable after compilation.
struct LogicCode: Sendable {
    var nodes: ContiguousArray<LogicNode> = []
    var operands: ContiguousArray<UInt32> = []
    var constants: ContiguousArray<JSONValue> = []
    var variables: ContiguousArray<LogicVariable> = []
    var fractions: ContiguousArray<LogicFraction> = []
    var shares: ContiguousArray<LogicShares> = []
    var ends: ContiguousArray<Int64> = []
    var names: ContiguousArray<UInt32> = []
    var references: ContiguousArray<LogicReference> = []
    var members: ContiguousArray<LogicMembers> = []
    var texts: ContiguousArray<String> = []
    var conditions: ContiguousArray<VersionCondition> = []

    mutating func add(_ node: LogicNode) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    mutating func add(constant: JSONValue) -> Int {
        constants.append(constant)
        return add(LogicNode(operation: .constant, detail: UInt32(constants.count - 1)))
    }

    mutating func add(
        _ operation: LogicOperation, _ children: [Int], style: LogicNode.Style = [], detail: Int = 0
    ) -> Int {
        let first = operands.count
        for child in children { operands.append(UInt32(child)) }
        return add(
            LogicNode(
                operation: operation, style: style, first: UInt32(first), count: UInt32(children.count),
                detail: UInt32(detail)))
    }

    /// Returns the constant of a constant node, otherwise `nil`.
    func constant(_ node: Int) -> JSONValue? {
        // Not a conditional expression: its `nil` would become a null, because values can be written as `nil` literals.
        guard nodes[node].operation == .constant else { return nil }
        return constants[Int(nodes[node].detail)]
    }

    /// Adds a fractional, and returns its index.
    mutating func add(_ fraction: LogicFraction) -> Int {
        var shares = LogicShares(key: fraction.key, first: ends.count)
        if let known = fraction.ends {
            shares.total = known.last ?? 0
            shares.count = UInt32(known.count)
            ends.append(contentsOf: known)
            for case .share(let name, _) in fraction.entries.prefix(known.count) { names.append(UInt32(name)) }
        }
        fractions.append(fraction)
        self.shares.append(shares)
        return fractions.count - 1
    }

    /// Adds a list of texts for membership tests, and returns its index.
    mutating func add(membersOf list: [String]) -> Int {
        // A linear search of a few texts is faster than hashing; the users of a flag may be thousands.
        if list.count <= 8 {
            members.append(LogicMembers(first: UInt32(texts.count), count: UInt32(list.count), set: nil))
            texts.append(contentsOf: list)
        } else {
            members.append(LogicMembers(first: 0, count: 0, set: Set(list.map(ExactText.init))))
        }
        return members.count - 1
    }
}

/// The shares of a fractional with constant weights and names.
struct LogicShares: Sendable {
    /// The node of the bucketing key, if it has one.
    let key: UInt32
    let hasKey: Bool
    /// The index of its first end and name in their tables.
    let first: UInt32
    var count: UInt32 = 0
    /// The sum of the weights: 0 if no share can be selected, negative if weights are computed.
    var total: Int64 = -1

    init(key: Int?, first: Int) {
        self.key = UInt32(key ?? 0)
        hasKey = key != nil
        self.first = UInt32(first)
    }
}

/// The texts of a constant list in a rule.
struct LogicMembers: Sendable {
    /// The range of a short list in the table of texts.
    let first: UInt32
    let count: UInt32
    /// The set of a long list.
    let set: Set<ExactText>?
}

/// A use of a shared rule.
struct LogicReference: Sendable {
    /// The key in `$evaluators`.
    let name: String
    /// The rule's node.
    let target: Int
}

/// The inputs that a rule reads.
struct LogicUses: OptionSet, Sendable {
    let rawValue: UInt8
    static let context = LogicUses(rawValue: 1)
    static let time = LogicUses(rawValue: 2)
}

/// A text that equals another only byte for byte.
///
/// Swift's `String` also equals canonically equivalent spellings.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(text: String) { self.text = text }

    package static func == (first: ExactText, second: ExactText) -> Bool { CodeUnits.areEqual(first.text, second.text) }

    package func hash(into hasher: inout Hasher) {
        CodeUnits.withBytes(text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
