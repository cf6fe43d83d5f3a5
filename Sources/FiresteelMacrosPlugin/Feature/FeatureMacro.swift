import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Expands `@Feature`: the declared actions, the description and the conformance.
struct FeatureMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let feature = declaration.as(EnumDeclSyntax.self) else {
            context.diagnose(
                .error(
                    kindOf: declaration, shouldBe: .enum,
                    "A feature must be an enum without cases, because it is never instantiated"))
            return []
        }
        let members = FeatureMembers(feature)
        let access = feature.modifiers.accessForMembers
        var written: [DeclSyntax] = []

        let argument = node.labeledArguments.argument("description")?.expression
        if let argument, members.names.contains("description") {
            context.diagnose(descriptionDiagnostic(at: argument, of: node))
        } else if let argument {
            written.append("\(raw: access)static let description = \(argument.trimmed)")
        } else if !members.names.contains("description"), let summary = feature.documentationSummary {
            let literal = StringLiteralExprSyntax(content: summary)
            written.append("\(raw: access)static let description = \(literal)")
        }

        context.diagnose(members.diagnostics)
        if !members.names.contains("actions"), !members.actions.isEmpty {
            let names = members.actions.map(\.text).joined(separator: ", ")
            written.append("\(raw: access)static let actions: DeclaredActions = declare(\(raw: names))")
        }
        return written
    }

    private static func descriptionDiagnostic(at argument: ExprSyntax, of node: AttributeSyntax) -> Diagnostic {
        var fixed = node
        fixed.leftParen = nil
        fixed.rightParen = nil
        fixed.arguments = nil
        return .error(
            at: argument, "The feature already has a 'description'",
            .replace("Remove the argument", node, with: fixed.with(\.trailingTrivia, node.trailingTrivia)))
    }
}

extension FeatureMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let feature = declaration.as(EnumDeclSyntax.self) else { return [] }
        // Conformances that exist already are not among the requested ones.
        let missing = Set(protocols.map(\.trimmedDescription))
        let conformances = FeatureMembers(feature).conformances.filter(missing.contains)
        guard !conformances.isEmpty else { return [] }
        let list = conformances.joined(separator: ", ")
        return [try ExtensionDeclSyntax("extension \(type.trimmed): \(raw: list) {}")]
    }
}

extension FeatureMacro: MemberAttributeMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        // A property inherits its result builder from a requirement only if its own declaration states the conformance;
        // here
        // an extension does.
        guard
            declaration.is(EnumDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
            FeatureMembers.names(of: variable).contains("constraints"), variable.modifiers.typeMember != nil,
            variable.bindings.first?.accessorBlock != nil, variable.attributes.named("ConstraintsBuilder").isEmpty
        else { return [] }
        return ["@ConstraintsBuilder"]
    }
}
