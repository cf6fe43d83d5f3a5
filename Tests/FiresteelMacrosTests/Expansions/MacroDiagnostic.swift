#if os(Linux) || os(macOS)
import CompilerTesting

/// What a macro finds wrong in a source.
struct MacroDiagnostic: Equatable {
    /// Counted from 1.
    let line: Int
    /// Counted from 1, in bytes.
    let column: Int
    let message: String
    /// What it offers to change.
    let fixIts: [String]

    init(line: Int, column: Int, _ message: String, fixIts: [String] = []) {
        self.line = line
        self.column = column
        self.message = message
        self.fixIts = fixIts
    }

    /// A diagnostic of the compiler, if it is a macro's: the compiler adds to those which macro it was.
    init?(_ diagnostic: Diagnostic) {
        guard diagnostic.severity == .error, let origin = diagnostic.message.firstMatch(of: #/ \(from macro '.*'\)$/#)
        else { return nil }
        let message = String(diagnostic.message[..<origin.range.lowerBound])
        self.init(
            line: diagnostic.line, column: diagnostic.column, message, fixIts: diagnostic.notes.map(\.message))
    }
}

/// What the compiler itself refuses, most often since a macro wrote nothing for what it refused.
struct Consequence {
    /// Counted from 1.
    let line: Int
    /// What the compiler's words contain.
    let text: String

    /// The accessors that `@Flag` doesn't write for what can't be a flag.
    static func noAccessor(line: Int) -> Consequence { Consequence(line: line, text: "did not produce") }

    func describes(_ diagnostic: Diagnostic) -> Bool {
        diagnostic.line == line && diagnostic.message.contains(text)
    }
}
#endif
