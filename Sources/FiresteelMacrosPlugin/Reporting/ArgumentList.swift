import SwiftParser
import SwiftSyntax

extension AttributeSyntax {
    /// What stands between the attribute's parentheses.
    var labeledArguments: LabeledExprListSyntax {
        guard case .argumentList(let list) = arguments else { return [] }
        return list
    }
}

extension LabeledExprListSyntax {
    /// The argument with a label, or without one; `nil` as well where it is written as `nil`.
    func argument(_ label: String?) -> LabeledExprSyntax? {
        first { $0.label?.text == label && !$0.expression.is(NilLiteralExprSyntax.self) }
    }
}

extension ExprSyntaxProtocol {
    /// The text of a literal without interpolations.
    var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}
