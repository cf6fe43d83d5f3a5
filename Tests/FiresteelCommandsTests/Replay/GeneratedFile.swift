#if os(Linux) || os(macOS)
import Foundation
import Testing

/// A written test that is compiled here, and passes, because the planted fault is fixed outside of recordings.
///
/// `FIRESTEEL_RECORD=1` writes the files again.
struct GeneratedFile {
    private let file: URL

    init(_ name: String) {
        file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Generated/\(name).swift")
    }

    /// Compares a written test with the file.
    ///
    /// - Parameter edits: The texts that a person replaces, with their replacements.
    func check(_ written: String, filling edits: [String: String] = [:]) throws {
        // A file of the module doesn't import it.
        var written = written.replacing("\n@testable import FiresteelCommandsTests\n", with: "")
            .replacing(#/From run \S+ of/#, with: "From run RUN of")
        for (text, replacement) in edits {
            #expect(written.contains(text))
            written = written.replacing(text, with: replacement)
        }
        let stored = try String(contentsOf: file, encoding: .utf8)
        // A guide shows the function.
        let mark = stored.firstMatch(of: #/[/]{2} guide: \w+\n/#).map { String($0.output) } ?? ""
        let end = mark.isEmpty ? "" : "//" + " end\n"
        written = written.replacing("\n@Test", with: "\n\(mark)@Test") + end
        if ProcessInfo.processInfo.environment["FIRESTEEL_RECORD"] == "1" {
            try Data(written.utf8).write(to: file)
        }
        let compiled = try String(contentsOf: file, encoding: .utf8)
        #expect(written == compiled, "The file differs. FIRESTEEL_RECORD=1 writes it again.")
    }
}
#endif
