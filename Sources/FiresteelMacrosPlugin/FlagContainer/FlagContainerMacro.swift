import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Expands `@FlagContainer`: the conformance, `init()` and an explicit key.
struct FlagContainerMacro: MemberMacro, ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let container = declaration.as(StructDeclSyntax.self) else {
            context.diagnose(
                .error(kindOf: declaration, shouldBe: .struct, "A flag container must be a struct"))
            return []
        }
        context.diagnose(ContainerMembers(container).diagnostics)
        let access = container.modifiers.accessForMembers
        var members: [DeclSyntax] = []
        let key = node.labeledArguments.argument("key")?.expression
        if let key { members.append("\(raw: access)static var key: String { \(key.trimmed) }") }
        if !hasInitializer(container) { members.append("\(raw: access)init() {}") }
        return members
    }

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        // Empty if the conformance is declared explicitly.
        guard declaration.is(StructDeclSyntax.self), !protocols.isEmpty else { return [] }
        return [try ExtensionDeclSyntax("extension \(type.trimmed): FlagContainer {}")]
    }

    /// Returns whether the structure already has an `init()`.
    private static func hasInitializer(_ container: StructDeclSyntax) -> Bool {
        container.memberBlock.members.declarations.contains { member in
            member.declaration.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters.isEmpty == true
        }
    }
}
