import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Checks the members of a container.
struct ContainerMembers {
    /// The diagnostics, in source order.
    private(set) var diagnostics: [Diagnostic] = []
    private var owners: [String: String] = [:]

    init(_ container: StructDeclSyntax) {
        for (declaration, isConditional) in container.memberBlock.members.declarations {
            guard let variable = declaration.as(VariableDeclSyntax.self), variable.modifiers.typeMember == nil else {
                continue
            }
            let marks = variable.attributes.named("Flag")
            if let mark = marks.first {
                diagnostics += marks.dropFirst().map { $0.repeated(in: variable) }
                // The clauses of an `#if` may well declare the same flag.
                if !isConditional { checkKey(of: variable, mark) }
            } else if variable.attributes.isEmpty {
                diagnostics += variable.bindings.compactMap { Self.diagnostic(of: $0, in: variable) }
            }
        }
    }

    /// Reports the key of another flag of the container.
    private mutating func checkKey(of variable: VariableDeclSyntax, _ mark: AttributeSyntax) {
        guard
            let pattern = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self),
            let written = mark.labeledArguments.argument(nil)?.expression, let key = written.literalText
        else { return }
        let name = pattern.identifier.plainName
        if key.isEmpty {
            diagnostics.append(.error(at: written, "The key of the flag '\(name)' is empty"))
        } else if let owner = owners[key] {
            diagnostics.append(.error(at: written, "The flags '\(owner)' and '\(name)' have the same key, '\(key)'"))
        } else {
            owners[key] = name
        }
    }

    /// Returns the diagnostic of an unmarked property.
    private static func diagnostic(of binding: PatternBindingSyntax, in variable: VariableDeclSyntax) -> Diagnostic? {
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self), binding.isStored else { return nil }
        let name = pattern.identifier.plainName
        guard let value = binding.initializer?.value else {
            guard let type = binding.typeAnnotation?.type.trimmed, LiteralType(rawValue: type.description) == nil else {
                return .error(at: pattern, "'\(name)' is neither a flag nor a container", .mark(variable))
            }
            var fixed = binding
            fixed.initializer = InitializerClauseSyntax(
                equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space), value: ExprSyntax("\(type)()"))
            return .error(
                at: pattern, "'\(name)' needs a value, because a container is created by 'init()'",
                .replace("Add '= \(type.description)()'", binding, with: fixed))
        }
        // `Flag(default: …)` and `PreviewFlags()`: registering the container validates them.
        if value.is(FunctionCallExprSyntax.self) { return nil }
        return .error(at: pattern, "'\(name)' is neither a flag nor a container", .mark(variable))
    }
}

extension AttributeSyntax {
    fileprivate func repeated(in variable: VariableDeclSyntax) -> Diagnostic {
        var fixed = variable
        fixed.attributes = variable.attributes.filter { $0 != .attribute(self) }
        return .error(
            at: self, "'@Flag' is applied twice", .replace("Remove the second '@Flag'", variable, with: fixed))
    }
}

extension FixIt {
    /// Returns a fix-it that marks a property and makes it a variable.
    fileprivate static func mark(_ variable: VariableDeclSyntax) -> FixIt {
        var fixed = variable
        fixed.leadingTrivia = []
        fixed.bindingSpecifier.tokenKind = .keyword(.var)
        if variable.bindings.count == 1, let binding = variable.bindings.first, binding.typeAnnotation == nil,
            let type = binding.initializer.flatMap({ LiteralType(of: $0.value) })
        {
            fixed.bindings = [binding.annotated(with: type.rawValue)]
        }
        let mark = AttributeSyntax(
            leadingTrivia: variable.leadingTrivia, attributeName: IdentifierTypeSyntax(name: .identifier("Flag")),
            trailingTrivia: .space)
        fixed.attributes = [.attribute(mark)]
        return .replace("Mark it with '@Flag'", variable, with: fixed)
    }
}
