#if os(Linux) || os(macOS)
import CompilerTesting

/// A diagnostic of a macro.
struct MacroDiagnostic: Equatable {
    /// Counted from 1.
    let line: Int
    /// Counted from 1, in bytes.
    let column: Int
    let message: String
    /// The changes that it offers.
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

/// An error of the compiler itself, usually since a macro wrote nothing for refused code.
struct Consequence {
    /// Counted from 1.
    let line: Int
    /// A part of the compiler's message.
    let text: String

    /// The accessors that `@Flag` doesn't write for what can't be a flag.
    static func noAccessor(line: Int) -> Consequence { Consequence(line: line, text: "did not produce") }

    func describes(_ diagnostic: Diagnostic) -> Bool {
        diagnostic.line == line && diagnostic.message.contains(text)
    }
}
#endif
