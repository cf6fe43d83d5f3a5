import SwiftSyntax

/// The types whose literals tell them apart.
enum LiteralType: String {
    case bool = "Bool"
    case int = "Int"
    case double = "Double"
    case string = "String"

    /// The type of a literal, or `nil` where it is something else.
    init?(of expression: ExprSyntax) {
        switch expression.kind {
        case .booleanLiteralExpr: self = .bool
        case .integerLiteralExpr: self = .int
        case .floatLiteralExpr: self = .double
        case .stringLiteralExpr: self = .string
        case .prefixOperatorExpr:
            // A sign before a number; `!true` is no literal.
            guard
                let signed = expression.as(PrefixOperatorExprSyntax.self), ["-", "+"].contains(signed.operator.text),
                let type = LiteralType(of: signed.expression), [.int, .double].contains(type)
            else { return nil }
            self = type
        default: return nil
        }
    }

    /// The value that stands for nothing.
    var empty: String {
        switch self {
        case .bool: "false"
        case .int: "0"
        case .double: "0.0"
        case .string: "\"\""
        }
    }
}

extension PatternBindingSyntax {
    /// The same with a type.
    func annotated(with type: String) -> PatternBindingSyntax {
        var annotated = self
        annotated.pattern = pattern.with(\.trailingTrivia, [])
        annotated.typeAnnotation = TypeAnnotationSyntax(
            colon: .colonToken(trailingTrivia: .space),
            type: TypeSyntax(IdentifierTypeSyntax(name: .identifier(type))), trailingTrivia: pattern.trailingTrivia)
        return annotated
    }
}
