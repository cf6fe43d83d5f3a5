/// A step of a compiled rule, in 16 bytes.
struct LogicNode: Sendable {
    /// The spelling in the rule, which affects only paths.
    struct Style: OptionSet, Sendable {
        let rawValue: UInt8
        /// The operand has no brackets, as in `{"!": true}`.
        static let bare = Style(rawValue: 1)
        /// `?:` instead of `if`.
        static let questionMark = Style(rawValue: 2)
    }

    let operation: LogicOperation
    var style: Style = []
    /// The index of its first operand in the table of operands.
    var first: UInt32 = 0
    /// The number of operands.
    var count: UInt32 = 0
    /// The index in the table that belongs to the operation: constants, variables, shares and so on.
    var detail: UInt32 = 0

    /// The name of the operation in the rule.
    var name: String { style.contains(.questionMark) ? "?:" : operation.name }
}
