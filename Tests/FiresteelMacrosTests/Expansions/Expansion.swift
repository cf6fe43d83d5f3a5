#if os(Linux) || os(macOS)
import TestSupport
import CompilerTesting
import Foundation
import Testing

/// Has the compiler expand the macros in a source, compares its answer, and records what differs.
///
/// The source is compiled together with the files of `Shared`. One that is expected to have neither faults nor
/// consequences has to compile without a warning.
///
/// - Parameters:
///   - source: What a user would write, without the imports.
///   - expansions: The macros' expansions in any order, since the compiler determines it.
///   - faults: What the macros refuse, in the order of the source.
///   - consequences: What the compiler itself refuses.
///   - fixed: The source with all fixes applied.
func expectExpansion(
    of source: String, is expansions: [String], faults: [MacroDiagnostic] = [], consequences: [Consequence] = [],
    fixed: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let expansion = try await Expansion(of: source)
    #expect(expansion.texts.sorted() == expansions.sorted(), sourceLocation: sourceLocation)
    #expect(expansion.faults == faults, sourceLocation: sourceLocation)
    #expect(expansion.fixed == fixed ?? source, sourceLocation: sourceLocation)
    for consequence in consequences {
        #expect(expansion.others.contains(where: consequence.describes), sourceLocation: sourceLocation)
    }
    let unexpected = expansion.others.filter { other in !consequences.contains { $0.describes(other) } }
    #expect(unexpected.isEmpty, sourceLocation: sourceLocation)
    #expect(
        expansion.isAccepted == (faults.isEmpty && consequences.isEmpty), "The compiler said: \(expansion.output)",
        sourceLocation: sourceLocation)
}

/// The compiler's expansion of a source with macros.
private struct Expansion {
    /// The texts of macros that wrote any.
    let texts: [String]
    let faults: [MacroDiagnostic]
    /// The errors and warnings of the compiler itself.
    let others: [Diagnostic]
    let fixed: String
    let isAccepted: Bool
    let output: String

    init(of source: String) async throws {
        let answer = try await withTemporaryFolder { folder in
            let file = folder.appending(path: "Source.swift")
            try Data(source.utf8).write(to: file)
            return try await Compiler.current().check(
                Self.sharedFiles() + [file], imports: ["Firesteel", "FiresteelFlags", "FiresteelMacros"],
                macros: "FiresteelMacrosPlugin")
        }
        texts = Self.texts(in: answer.output)
        let reported = answer.diagnostics.map { ($0, MacroDiagnostic($0)) }
        faults = reported.compactMap(\.1).sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        others = reported.filter { $0.1 == nil }.map(\.0)
        fixed = reported.filter { $0.1 != nil }.flatMap { $0.0.notes.flatMap(\.edits) }.applied(to: source)
        isAccepted = answer.succeeded
        output = answer.output
    }

    private static func sharedFiles() throws -> [URL] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Shared")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }

    /// The expansions in what the compiler printed: each has its name above it, and a rule above and below.
    private static func texts(in output: String) -> [String] {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        let isRule = { (line: Substring) in !line.isEmpty && line.allSatisfy { $0 == "-" } }
        let starts = lines.indices.dropLast().filter { lines[$0].hasPrefix("@__swiftmacro_") && isRule(lines[$0 + 1]) }
        return starts.map { lines[($0 + 2)...].prefix { !isRule($0) }.joined(separator: "\n") }.filter { !$0.isEmpty }
    }
}
#endif
