#if os(Linux) || os(macOS)
import Foundation
import Testing

/// A file of `CompileTime`: some code and the errors that it must be refused with.
///
/// A line `// error: text` means that the line of code below it is refused with an error that contains this text. A
/// snippet without such a line has to compile. A snippet `Name.refused.swift` is stored beside its twin `Name.swift`,
/// which does the same in the way that is meant.
struct Snippet: Sendable, CustomTestStringConvertible {
    /// An error that the compiler has to report.
    struct Expectation: Sendable, Equatable {
        /// The line of the error, counted from 1.
        let line: Int
        /// A part of the error's text.
        let text: String
    }

    /// The file's name without `.swift`.
    let name: String
    let file: URL
    let expectations: [Expectation]

    /// The name of the snippet that has to compile beside one that must not.
    var twin: String { name.replacingOccurrences(of: ".refused", with: "") }

    var testDescription: String { name }

    /// The folder that holds the snippets.
    static var folder: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "CompileTime")
    }

    /// Every snippet, by name.
    static func all() throws -> [Snippet] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
            .sorted { $0.path(percentEncoded: false) < $1.path(percentEncoded: false) }
            .map(Snippet.init(contentsOf:))
    }

    /// Files that are compiled together with each snippet: what the snippets are about.
    static func sharedFiles() throws -> [URL] {
        let shared = folder.appending(path: "Shared")
        return try FileManager.default.contentsOfDirectory(at: shared, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
            .sorted { $0.path(percentEncoded: false) < $1.path(percentEncoded: false) }
    }

    init(contentsOf file: URL) throws {
        name = file.deletingPathExtension().lastPathComponent
        self.file = file
        expectations = Self.expectations(in: try String(contentsOf: file, encoding: .utf8))
    }

    static func expectations(in source: String) -> [Expectation] {
        let mark = "// error: "
        var waiting: [String] = []
        var found: [Expectation] = []
        for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let code = line.drop { $0 == " " }
            if code.hasPrefix(mark) {
                waiting.append(String(code.dropFirst(mark.count)))
            } else if !code.isEmpty, !code.hasPrefix("//") {
                found += waiting.map { Expectation(line: index + 1, text: $0) }
                waiting = []
            }
        }
        return found
    }
}
#endif
