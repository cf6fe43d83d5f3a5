import SwiftSyntax

extension DeclModifierListSyntax {
    /// The access modifier of a declaration, such as `public`.
    ///
    /// `private(set)` is not included.
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

    /// The access modifier for a member that must be as visible as its type, which has these modifiers.
    ///
    /// Members of a private type need none.
    var accessForMembers: String {
        switch access?.name.tokenKind {
        case .keyword(.public): "public "
        case .keyword(.package): "package "
        default: ""
        }
    }

    /// The modifier that makes it a type member.
    var typeMember: DeclModifierSyntax? {
        first { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
    }
}

extension AttributeListSyntax {
    /// Returns the attributes of a name, with a module before it or without.
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
    /// The declarations, also those between `#if` and `#endif`, each with whether it is conditional.
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

extension PatternBindingSyntax {
    /// Whether the property is stored, observed or not.
    var isStored: Bool {
        switch accessorBlock?.accessors {
        case nil: true
        case .getter: false
        case .accessors(let accessors):
            accessors.allSatisfy { [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
        }
    }
}
