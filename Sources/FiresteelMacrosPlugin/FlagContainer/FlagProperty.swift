import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A property that is marked with `@Flag` and can be a flag.
struct FlagProperty {
    let name: String
    let type: TypeSyntax
    let defaultValue: ExprSyntax
    let declaration: VariableDeclSyntax

    /// Returns the property, or why it can't be a flag.
    ///
    /// `nil` and empty if the compiler or the container reports the error.
    static func read(
        _ declaration: some DeclSyntaxProtocol, in surroundings: [Syntax]
    ) -> (property: FlagProperty?, diagnostics: [Diagnostic]) {
        guard
            let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
            let binding = variable.bindings.first, let name = binding.pattern.as(IdentifierPatternSyntax.self),
            // The container reports a second mark.
            variable.attributes.named("Flag").count == 1
        else { return (nil, []) }
        let diagnostics =
            placeDiagnostics(of: variable, named: name.identifier.plainName, in: surroundings)
            + bindingDiagnostics(of: binding, named: name.identifier.plainName)
        guard
            diagnostics.isEmpty, let type = binding.typeAnnotation?.type.trimmed,
            let value = binding.initializer?.value.trimmed
        else { return (nil, diagnostics) }
        return (
            FlagProperty(
                name: name.identifier.plainName, type: type, defaultValue: value, declaration: variable), []
        )
    }

    private static func placeDiagnostics(
        of variable: VariableDeclSyntax, named name: String, in surroundings: [Syntax]
    ) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        if let modifier = variable.modifiers.typeMember {
            var fixed = variable
            fixed.modifiers = variable.modifiers.filter { $0 != modifier }
            diagnostics.append(
                .error(
                    at: modifier,
                    "A flag belongs to its container's instance, so '\(name)' can't be '\(modifier.name.text)'",
                    .replace("Remove '\(modifier.name.text)'", variable, with: fixed)))
        }
        if variable.bindingSpecifier.tokenKind == .keyword(.let) {
            diagnostics.append(
                .error(
                    at: variable.bindingSpecifier, "'\(name)' must be a 'var', because it reads its flag each time",
                    .replace(
                        "Replace 'let' with 'var'", variable.bindingSpecifier,
                        with: variable.bindingSpecifier.with(\.tokenKind, .keyword(.var)))))
        }
        if let around = surroundings.first, !around.is(StructDeclSyntax.self) {
            // `@FlagContainer` itself reports a container that isn't a structure.
            let isReported =
                around.asProtocol((any WithAttributesSyntax).self)?.attributes.named("FlagContainer").isEmpty == false
            if !isReported {
                diagnostics.append(.error(at: variable, "'@Flag' can only be applied to a property of a struct"))
            }
        } else if surroundings.isEmpty {
            diagnostics.append(.error(at: variable, "'@Flag' can only be applied to a property of a struct"))
        }
        return diagnostics
    }

    private static func bindingDiagnostics(of binding: PatternBindingSyntax, named name: String) -> [Diagnostic] {
        if let accessors = binding.accessorBlock {
            return [.error(at: accessors, "'@Flag' writes the accessors of '\(name)', so it can't have its own")]
        }
        var diagnostics: [Diagnostic] = []
        let literalType = binding.initializer.flatMap { LiteralType(of: $0.value) }
        if binding.typeAnnotation == nil {
            let message = "The flag '\(name)' needs a type"
            if let literalType {
                diagnostics.append(
                    .error(
                        at: binding.pattern, message,
                        .replace(
                            "Add ': \(literalType.rawValue)'", binding,
                            with: binding.annotated(with: literalType.rawValue))))
            } else {
                diagnostics.append(.error(at: binding.pattern, message))
            }
        }
        if let initializer = binding.initializer, let literalType,
            let type = binding.typeAnnotation.flatMap({ LiteralType(rawValue: $0.type.trimmedDescription) }),
            type != literalType, (type, literalType) != (.double, .int)
        {
            diagnostics.append(
                .error(
                    at: initializer.value,
                    "The flag '\(name)' is of type '\(type.rawValue)', and its default of type '\(literalType.rawValue)': "
                        + "change one of them"))
        }
        if binding.initializer == nil {
            let value = binding.typeAnnotation.flatMap { LiteralType(rawValue: $0.type.trimmedDescription) }?.empty
            var fixed = binding
            fixed.initializer = InitializerClauseSyntax(
                equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
                value: ExprSyntax(EditorPlaceholderExprSyntax(placeholder: .identifier("<#default#>"))))
            if let value { fixed.initializer?.value = ExprSyntax("\(raw: value)") }
            diagnostics.append(
                .error(
                    at: binding.pattern,
                    "The flag '\(name)' needs a default",
                    .replace(value.map { "Add '= \($0)'" } ?? "Add a default", binding, with: fixed)))
        }
        return diagnostics
    }
}
