import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// What stands in a container, and what of it shouldn't.
struct ContainerMembers {
    /// What is wrong, in the order in which it stands there.
    private(set) var faults: [Diagnostic] = []
    private var owners: [String: String] = [:]

    init(_ container: StructDeclSyntax) {
        for (declaration, isConditional) in container.memberBlock.members.declarations {
            guard let variable = declaration.as(VariableDeclSyntax.self), variable.modifiers.typeMember == nil else {
                continue
            }
            let marks = variable.attributes.named("Flag")
            if let mark = marks.first {
                faults += marks.dropFirst().map { $0.repeated(in: variable) }
                // The clauses of an `#if` may well declare the same flag.
                if !isConditional { checkKey(of: variable, mark) }
            } else if variable.attributes.isEmpty {
                faults += variable.bindings.compactMap { Self.fault(of: $0, in: variable) }
            }
        }
    }

    /// Reports a key that another flag of the container was given.
    private mutating func checkKey(of variable: VariableDeclSyntax, _ mark: AttributeSyntax) {
        guard
            let pattern = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self),
            let written = mark.labeledArguments.argument(nil)?.expression, let key = written.literalText
        else { return }
        let name = pattern.identifier.plainName
        if key.isEmpty {
            faults.append(.error(at: written, "The key of the flag '\(name)' is empty"))
        } else if let owner = owners[key] {
            faults.append(.error(at: written, "The flags '\(owner)' and '\(name)' have the same key, '\(key)'"))
        } else {
            owners[key] = name
        }
    }

    /// What is wrong with a property that isn't marked.
    private static func fault(of binding: PatternBindingSyntax, in variable: VariableDeclSyntax) -> Diagnostic? {
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self), binding.isStored else { return nil }
        let name = pattern.identifier.plainName
        guard let value = binding.initializer?.value else {
            guard let type = binding.typeAnnotation?.type.trimmed, LiteralType(rawValue: type.description) == nil else {
                return .error(at: pattern, "'\(name)' is neither a flag nor a container", .mark(variable))
            }
            var mended = binding
            mended.initializer = InitializerClauseSyntax(
                equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space), value: ExprSyntax("\(type)()"))
            return .error(
                at: pattern, "'\(name)' needs a value, since a container is made by 'init()'",
                .replace("Add '= \(type.description)()'", binding, with: mended))
        }
        // `Flag(default: …)` and `PreviewFlags()`: registering the container tells whether it is one of them.
        if value.is(FunctionCallExprSyntax.self) { return nil }
        return .error(at: pattern, "'\(name)' is neither a flag nor a container", .mark(variable))
    }
}

extension PatternBindingSyntax {
    /// Whether the property keeps a value, observed or not.
    fileprivate var isStored: Bool {
        switch accessorBlock?.accessors {
        case nil: true
        case .getter: false
        case .accessors(let accessors):
            accessors.allSatisfy { [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
        }
    }
}

extension AttributeSyntax {
    fileprivate func repeated(in variable: VariableDeclSyntax) -> Diagnostic {
        var mended = variable
        mended.attributes = variable.attributes.filter { $0 != .attribute(self) }
        return .error(
            at: self, "'@Flag' stands here twice", .replace("Remove the second '@Flag'", variable, with: mended))
    }
}

extension FixIt {
    /// Marks a property, and makes of it what a marked one has to be.
    fileprivate static func mark(_ variable: VariableDeclSyntax) -> FixIt {
        var mended = variable
        mended.leadingTrivia = []
        mended.bindingSpecifier.tokenKind = .keyword(.var)
        if variable.bindings.count == 1, let binding = variable.bindings.first, binding.typeAnnotation == nil,
            let type = binding.initializer.flatMap({ LiteralType(of: $0.value) })
        {
            mended.bindings = [binding.annotated(with: type.rawValue)]
        }
        let mark = AttributeSyntax(
            leadingTrivia: variable.leadingTrivia, attributeName: IdentifierTypeSyntax(name: .identifier("Flag")),
            trailingTrivia: .space)
        mended.attributes = [.attribute(mark)]
        return .replace("Mark it with '@Flag'", variable, with: mended)
    }
}
