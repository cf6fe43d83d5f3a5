import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Expands `@Flag`: the flag itself beside the property, and the property's getter.
struct FlagMacro: PeerMacro, AccessorMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let (property, diagnostics) = FlagProperty.read(declaration, in: context.lexicalContext)
        context.diagnose(diagnostics)
        guard let property else { return [] }
        let arguments = arguments(of: node, for: property).map(\.trimmedDescription).joined(separator: ", ")
        let access = property.declaration.modifiers.access.map { "\($0.name.text) " } ?? ""
        return [
            """
            \(raw: access)let $\(raw: property.name) = Flag<\(property.type)>(\(raw: arguments))
            """
        ]
    }

    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let property = FlagProperty.read(declaration, in: context.lexicalContext).property else { return [] }
        return [
            """
            get { $\(raw: property.name).value }
            """
        ]
    }

    /// Returns the arguments of the flag: an explicit key, its default, its description, and the attribute's other
    /// arguments.
    private static func arguments(of node: AttributeSyntax, for property: FlagProperty) -> [LabeledExprSyntax] {
        let written = node.labeledArguments
        var arguments: [LabeledExprSyntax] = []
        // Without an explicit key, the container derives it from the property's name and its own key.
        if let key = written.argument(nil)?.expression { arguments.append(LabeledExprSyntax(expression: key.trimmed)) }
        arguments.append(LabeledExprSyntax(label: "default", expression: property.defaultValue))
        if let description = written.argument("description")?.expression {
            arguments.append(LabeledExprSyntax(label: "description", expression: description.trimmed))
        } else if let summary = property.declaration.documentationSummary {
            let literal = StringLiteralExprSyntax(content: summary)
            arguments.append(LabeledExprSyntax(label: "description", expression: literal))
        }
        for argument in written where argument.label != nil && argument.label?.text != "description" {
            arguments.append(argument.with(\.trailingComma, nil).trimmed)
        }
        return arguments
    }
}
