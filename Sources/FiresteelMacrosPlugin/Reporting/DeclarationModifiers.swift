import SwiftSyntax

extension DeclModifierListSyntax {
    /// The modifier that says who sees a declaration, such as `public`.
    ///
    /// One about setting alone, `private(set)`, is none.
    var access: DeclModifierSyntax? {
        first { modifier in
            switch modifier.name.tokenKind {
            case .keyword(.public), .keyword(.package), .keyword(.internal), .keyword(.fileprivate), .keyword(.private):
                modifier.detail == nil
            default:
                false
            }
        }
    }

    /// What to write before a member that has to be seen wherever its type, which has these modifiers, is seen.
    ///
    /// A private type's members need none: they are seen as far as the type is.
    var accessForMembers: String {
        switch access?.name.tokenKind {
        case .keyword(.public): "public "
        case .keyword(.package): "package "
        default: ""
        }
    }

    /// The modifier that makes a member one of the type.
    var typeMember: DeclModifierSyntax? {
        first { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
    }
}

extension AttributeListSyntax {
    /// The attributes of a name, with a module before it or without.
    func named(_ name: String) -> [AttributeSyntax] {
        compactMap { element in
            guard case .attribute(let attribute) = element else { return nil }
            let written = attribute.attributeName
            let last = written.as(IdentifierTypeSyntax.self)?.name ?? written.as(MemberTypeSyntax.self)?.name
            return last?.text == name ? attribute : nil
        }
    }
}

extension TokenSyntax {
    /// The name without the backticks that let it be one.
    var plainName: String { identifier?.name ?? text }
}

extension MemberBlockItemListSyntax {
    /// The declarations, those between `#if` and `#endif` as well, each with whether it stands there.
    var declarations: [(declaration: DeclSyntax, isConditional: Bool)] {
        flatMap { item -> [(declaration: DeclSyntax, isConditional: Bool)] in
            guard let conditional = item.decl.as(IfConfigDeclSyntax.self) else { return [(item.decl, false)] }
            return conditional.clauses.flatMap { clause -> [(declaration: DeclSyntax, isConditional: Bool)] in
                guard case .decls(let members) = clause.elements else { return [] }
                return members.declarations.map { ($0.declaration, true) }
            }
        }
    }
}
