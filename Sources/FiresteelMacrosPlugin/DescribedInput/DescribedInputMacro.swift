import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Expands `@DescribedInput`: the conformance, with descriptions from the documentation of properties.
struct DescribedInputMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let input = declaration.as(StructDeclSyntax.self) else {
            context.diagnose(.error(kindOf: declaration, shouldBe: .struct, "A described input must be a struct"))
            return []
        }
        // Empty if the conformance is declared explicitly.
        guard !protocols.isEmpty else { return [] }
        let keys = codingKeys(of: input)
        let fields = input.memberBlock.members.declarations.flatMap { described(by: $0.declaration, keys) }
        guard !fields.isEmpty else {
            context.diagnose(.error(at: node, "No property of the input has a documentation comment to describe it"))
            return []
        }
        let access = input.modifiers.accessForMembers
        let list = fields.map { name, summary in
            "FieldDescription(\(StringLiteralExprSyntax(content: name)), \(StringLiteralExprSyntax(content: summary)))"
        }
        return [
            try ExtensionDeclSyntax(
                """
                extension \(type.trimmed): DescribedInput {
                    \(raw: access)static var inputFields: [FieldDescription] {
                        [\(raw: list.joined(separator: ", "))]
                    }
                }
                """)
        ]
    }

    /// Returns the names and descriptions of the documented properties that a declaration has.
    private static func described(by declaration: DeclSyntax, _ keys: [String: String]?) -> [(String, String)] {
        guard let variable = declaration.as(VariableDeclSyntax.self), variable.modifiers.typeMember == nil,
            let summary = variable.documentationSummary
        else { return [] }
        return variable.bindings.compactMap { binding in
            guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self), binding.isStored else { return nil }
            let name = pattern.identifier.plainName
            guard let key = keys.map({ $0[name] }) ?? name else { return nil }
            return (key, summary.hasSuffix(".") ? String(summary.dropLast()) : summary)
        }
    }

    /// Returns the keys by which properties are decoded, or `nil` if those are their names.
    private static func codingKeys(of input: StructDeclSyntax) -> [String: String]? {
        let enums = input.memberBlock.members.declarations.compactMap { $0.declaration.as(EnumDeclSyntax.self) }
        guard let keys = enums.first(where: { $0.name.text == "CodingKeys" }) else { return nil }
        let elements = keys.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(\.elements)
        return elements.reduce(into: [:]) { keys, element in
            let name = element.name.plainName
            keys[name] = element.rawValue?.value.literalText ?? name
        }
    }
}
