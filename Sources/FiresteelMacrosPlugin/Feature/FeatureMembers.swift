import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The members of a feature that determine its actions and conformance.
struct FeatureMembers {
    /// The bindings to declare, in source order.
    private(set) var actions: [TokenSyntax] = []
    /// The names of all properties of the type.
    private(set) var names: Set<String> = []
    /// The diagnostics of the actions.
    private(set) var diagnostics: [Diagnostic] = []
    private var bound: [String: String] = [:]

    init(_ feature: EnumDeclSyntax) {
        let members = feature.memberBlock.members.declarations
        names = members.reduce(into: []) { names, member in
            guard let variable = member.declaration.as(VariableDeclSyntax.self) else { return }
            if variable.modifiers.typeMember != nil { names.formUnion(Self.names(of: variable)) }
        }
        for (declaration, isConditional) in members {
            guard let variable = declaration.as(VariableDeclSyntax.self) else { continue }
            for binding in variable.bindings {
                guard
                    let pattern = binding.pattern.as(IdentifierPatternSyntax.self), binding.isActionBinding
                else { continue }
                add(pattern.identifier, binding, of: variable, isConditional: isConditional)
            }
        }
    }

    /// The protocols that the feature must conform to.
    var conformances: [String] {
        let isGroup = names.contains("subfeatures")
        let isConditional = names.contains("constraints")
        let hasActions = !actions.isEmpty || names.contains("actions")
        // The common base protocol must be included: the compiler accepts any protocol that the macro may add as its
        // source,
        // and finds no conformance if that one isn't added.
        var conformances = ["FeatureDefinition"]
        if isGroup { conformances.append("FeatureGroup") }
        if isConditional {
            conformances.append("ConditionalFeature")
        } else if !isGroup || hasActions {
            conformances.append("Feature")
        }
        return conformances
    }

    static func names(of variable: VariableDeclSyntax) -> [String] {
        variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName }
    }

    private mutating func add(
        _ name: TokenSyntax, _ binding: PatternBindingSyntax, of variable: VariableDeclSyntax, isConditional: Bool
    ) {
        guard variable.modifiers.typeMember != nil else {
            diagnostics.append(.instanceMember(variable, name.plainName))
            return
        }
        // Explicitly declared actions are not checked.
        guard !names.contains("actions") else { return }
        if isConditional {
            diagnostics.append(
                .error(
                    at: name,
                    """
                    '@Feature' can't list '\(name.plainName)', because it is in '#if': \
                    write 'static let actions = declare(…)' manually
                    """))
            return
        }
        if let action = binding.boundAction {
            if let other = bound[action] {
                diagnostics.append(
                    .error(at: name, "'\(other)' and '\(name.plainName)' bind the same action, '\(action)'"))
                return
            }
            bound[action] = name.plainName
        }
        actions.append(name.trimmed)
    }
}

extension PatternBindingSyntax {
    /// The call that creates a binding, `action(OpenDocument.self)`.
    private var bindingCall: FunctionCallExprSyntax? {
        guard let call = initializer?.value.as(FunctionCallExprSyntax.self) else { return nil }
        let callee = call.calledExpression
        if let name = callee.as(DeclReferenceExprSyntax.self) { return name.baseName.text == "action" ? call : nil }
        guard
            let member = callee.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "action",
            let base = member.base?.as(DeclReferenceExprSyntax.self), base.baseName.tokenKind == .keyword(.Self)
        else { return nil }
        return call
    }

    /// Whether the property is an action's binding, by its initial value or its type.
    fileprivate var isActionBinding: Bool {
        if bindingCall != nil { return true }
        return typeAnnotation?.type.as(IdentifierTypeSyntax.self)?.name.text == "ActionBinding"
    }

    /// The name of the action's type.
    fileprivate var boundAction: String? {
        guard
            let type = bindingCall?.arguments.first?.expression.as(MemberAccessExprSyntax.self),
            type.declName.baseName.tokenKind == .keyword(.self)
        else { return nil }
        return type.base?.trimmedDescription
    }
}

extension Diagnostic {
    fileprivate static func instanceMember(_ variable: VariableDeclSyntax, _ name: String) -> Diagnostic {
        var fixed = variable
        fixed.leadingTrivia = []
        fixed.modifiers.append(DeclModifierSyntax(name: .keyword(.static), trailingTrivia: .space))
        fixed.leadingTrivia = variable.leadingTrivia
        return .error(
            at: variable.bindingSpecifier, "'\(name)' must be 'static', because an action binding belongs to the type",
            .replace("Add 'static'", variable, with: fixed))
    }
}
