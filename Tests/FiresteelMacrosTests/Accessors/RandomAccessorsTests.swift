import FlagAccessors
import SwiftParser
import SwiftSyntax
import Testing

@Suite("Accessors for whatever keys there are")
struct RandomAccessorsTests {
    @Test("They are Swift, have names of their own, and have the keys of the file", arguments: 0..<12)
    func random(seed: UInt64) throws {
        var generator = SplitMix(state: seed)
        let keys = RandomKeys.make(120, using: &generator)
        let source = try Self.source(of: keys)
        let tree = Parser.parse(source: source)
        // Also warnings: a name that Swift would take with a remark is none to write.
        #expect(!tree.hasError && !tree.hasWarning, "Seed \(seed):\n\(source)")

        let found = FoundAccessors(viewMode: .sourceAccurate)
        found.walk(tree)
        #expect(found.repeated.isEmpty, "Seed \(seed)")
        #expect(found.keys.sorted() == keys.sorted(), "Seed \(seed)")
        let again = try Self.source(of: keys.shuffled(using: &generator))
        #expect(again == source, "Seed \(seed)")
    }

    private static func source(of keys: [String]) throws -> String {
        let toggles = keys.map { key in
            // The key is the value and the description as well: whatever is in it has to stay where it belongs.
            "{\"variable\": \(json(key)), \"string\": \(json(key)), \"metadata\": {\"description\": \(json(key))}}"
        }
        let text = "{\"toggles\": [\(toggles.joined(separator: ", "))]}"
        return try GeneratedAccessors(Array(text.utf8), fileName: "App.flags.json").source
    }

    private static func json(_ text: String) -> String {
        let units = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"\(units.joined())\""
    }
}

/// What stands in accessors, type by type.
private final class FoundAccessors: SyntaxVisitor {
    /// The keys of all flags.
    private(set) var keys: [String] = []
    /// What has the name of something else in its type, or no name that Swift takes.
    private(set) var repeated: [String] = []

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        var names: Set<String> = []
        for member in node.memberBlock.members {
            let name: TokenSyntax?
            if let variable = member.decl.as(VariableDeclSyntax.self) {
                name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
            } else {
                name = member.decl.as(StructDeclSyntax.self)?.name
            }
            guard let name else { continue }
            let text = name.identifier?.name ?? ""
            // What is the same to the eye counts as the same, although Swift tells it apart.
            if text.isEmpty || !text.isValidSwiftIdentifier(for: .memberAccess) || !names.insert(text).inserted {
                repeated.append(name.text)
            }
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard
            node.calledExpression.is(GenericSpecializationExprSyntax.self),
            let key = node.arguments.first?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        else { return .visitChildren }
        keys.append(key)
        for label in ["default", "description"] {
            let argument = node.arguments.first { $0.label?.text == label }?.expression
            let text = argument?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
            if text != key { repeated.append("\(label) of \(key)") }
        }
        return .visitChildren
    }
}
