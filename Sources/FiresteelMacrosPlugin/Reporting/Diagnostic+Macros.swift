import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension Diagnostic {
    /// Returns an error at a node, with fix-its.
    static func error(at node: some SyntaxProtocol, _ message: String, _ fixIts: FixIt...) -> Diagnostic {
        Diagnostic(node: node, message: MacroExpansionErrorMessage(message), fixIts: fixIts)
    }
}

extension FixIt {
    /// Returns a fix-it that replaces a node.
    static func replace(
        _ message: String, _ old: some SyntaxProtocol, with new: some SyntaxProtocol
    ) -> FixIt {
        FixIt(
            message: MacroExpansionFixItMessage(message),
            changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }
}

extension Diagnostic {
    /// Returns an error about the kind of a type.
    ///
    /// The fix-it is available for a class, an actor, a structure and an enum, which need only another keyword.
    static func error(
        kindOf type: some DeclGroupSyntax, shouldBe keyword: Keyword, _ message: String
    ) -> Diagnostic {
        let word = type.introducer
        switch word.tokenKind {
        case .keyword(.class), .keyword(.actor), .keyword(.struct), .keyword(.enum): break
        default: return .error(at: word, message)
        }
        var new = word.with(\.tokenKind, .keyword(keyword))
        var changes: [FixIt.Change] = []
        // Only classes can be final.
        if let final = type.modifiers.first(where: { $0.name.tokenKind == .keyword(.final) }) {
            var others = type.modifiers.filter { $0 != final }
            if final == type.modifiers.first {
                // Trivia before the declaration is retained.
                if others.isEmpty { new.leadingTrivia = final.leadingTrivia }
                others.leadingTrivia = final.leadingTrivia
            }
            changes.append(.replace(oldNode: Syntax(type.modifiers), newNode: Syntax(others)))
        }
        changes.append(.replace(oldNode: Syntax(word), newNode: Syntax(new)))
        return Diagnostic(
            node: word, message: MacroExpansionErrorMessage(message),
            fixIts: [
                FixIt(
                    message: MacroExpansionFixItMessage("Replace '\(word.text)' with '\(new.text)'"), changes: changes)
            ])
    }
}

extension MacroExpansionContext {
    func diagnose(_ diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics { diagnose(diagnostic) }
    }
}
