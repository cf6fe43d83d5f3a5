#if os(Linux) || os(macOS)
import CompilerTesting
import Foundation
import Testing

/// The compiler's promises: snippets that must not compile, and their twins that must.
///
/// The snippets lie in `CompileTime`, which says how one is written.
@Suite("Checks of the compiler")
struct CompileTimeTests {
    @Test("The compiler's answer to a snippet is the one that it names", arguments: try Snippet.all())
    func answer(to snippet: Snippet) async throws {
        let answer = try await Compiler.current().check(Snippet.sharedFiles() + [snippet.file])
        let errors = answer.diagnostics.filter {
            $0.severity == .error && $0.path == snippet.file.path(percentEncoded: false)
        }
        for expectation in snippet.expectations {
            #expect(
                errors.contains { $0.line == expectation.line && $0.message.contains(expectation.text) },
                """
                Line \(expectation.line) of \(snippet.name) must be refused with "\(expectation.text)". \
                The compiler said: \(answer.output)
                """)
        }
        let unexpected = errors.filter { error in !snippet.expectations.contains { $0.line == error.line } }
        #expect(unexpected.isEmpty, "The rest of \(snippet.name) has to compile.")
        #expect(answer.succeeded == snippet.expectations.isEmpty, "The compiler said: \(answer.output)")
    }

    @Test("Every snippet that must not compile has a twin that must")
    func twins() throws {
        let snippets = try Snippet.all()
        let refused = snippets.filter { !$0.expectations.isEmpty }
        let accepted = Set(snippets.filter(\.expectations.isEmpty).map(\.name))
        #expect(!refused.isEmpty)
        for snippet in refused {
            #expect(accepted.contains(snippet.twin), "\(snippet.name) needs \(snippet.twin) beside it.")
        }
    }
}
#endif
