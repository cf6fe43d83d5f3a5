import SwiftSyntax

/// The types that can be inferred from literals.
enum LiteralType: String {
    case bool = "Bool"
    case int = "Int"
    case double = "Double"
    case string = "String"

    /// Creates the type of a literal, or returns `nil` for another expression.
    init?(of expression: ExprSyntax) {
        switch expression.kind {
        case .booleanLiteralExpr: self = .bool
        case .integerLiteralExpr: self = .int
        case .floatLiteralExpr: self = .double
        case .stringLiteralExpr: self = .string
        case .prefixOperatorExpr:
            // A sign before a number; `!true` isn't a literal.
            guard
                let signed = expression.as(PrefixOperatorExprSyntax.self), ["-", "+"].contains(signed.operator.text),
                let type = LiteralType(of: signed.expression), [.int, .double].contains(type)
            else { return nil }
            self = type
        default: return nil
        }
    }

    /// The empty value.
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
    /// Returns the binding with a type annotation.
    func annotated(with type: String) -> PatternBindingSyntax {
        var annotated = self
        annotated.pattern = pattern.with(\.trailingTrivia, [])
        annotated.typeAnnotation = TypeAnnotationSyntax(
            colon: .colonToken(trailingTrivia: .space),
            type: TypeSyntax(IdentifierTypeSyntax(name: .identifier(type))), trailingTrivia: pattern.trailingTrivia)
        return annotated
    }
}
