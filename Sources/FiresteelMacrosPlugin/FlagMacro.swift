import FiresteelMacrosExpansion
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Flag`, under the name by which the compiler asks for it.
struct FlagMacro: PeerMacro, AccessorMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        try FiresteelMacrosExpansion.FlagMacro.expansion(of: node, providingPeersOf: declaration, in: context)
    }

    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        try FiresteelMacrosExpansion.FlagMacro.expansion(of: node, providingAccessorsOf: declaration, in: context)
    }
}
