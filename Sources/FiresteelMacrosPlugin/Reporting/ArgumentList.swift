import SwiftParser
import SwiftSyntax

extension AttributeSyntax {
    /// The arguments of the attribute.
    var labeledArguments: LabeledExprListSyntax {
        guard case .argumentList(let list) = arguments else { return [] }
        return list
    }
}

extension LabeledExprListSyntax {
    /// Returns the argument with a label, or the unlabeled one; `nil` also if it is written as `nil`.
    func argument(_ label: String?) -> LabeledExprSyntax? {
        first { $0.label?.text == label && !$0.expression.is(NilLiteralExprSyntax.self) }
    }
}

extension ExprSyntaxProtocol {
    /// The text of a literal without interpolations.
    var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}
