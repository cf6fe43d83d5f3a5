package import Foundation

/// A new, empty folder that is removed with everything in it when the test releases it.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "firesteel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.resolvingSymlinksInPath()
    }

    deinit {
        do {
            // A protected folder can't be emptied.
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
            try FileManager.default.removeItem(at: url)
        } catch {
            // A test may have removed it; the system cleans up the rest.
        }
    }

    package var path: String { url.path }

    /// Returns the location of a file in it.
    package func file(_ name: String) -> URL { url.appending(path: name) }

    /// The names of all its files, including hidden ones, sorted.
    package var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}

extension TemporaryFolder {
    /// Writes a text to a file, and replaces its contents.
    @discardableResult
    package func write(_ text: String, to name: String, atomically: Bool = true) throws -> URL {
        try write(Array(text.utf8), to: name, atomically: atomically)
    }

    /// Writes bytes to a file, replaces its contents, and creates missing folders above it.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String, atomically: Bool = true) throws -> URL {
        let file = file(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file, options: atomically ? .atomic : [])
        return file
    }

    /// Returns the contents of a file.
    package func bytes(of name: String) throws -> [UInt8] { Array(try Data(contentsOf: file(name))) }

    /// Returns the contents of a file as text.
    package func read(_ name: String) throws -> String { String(decoding: try bytes(of: name), as: UTF8.self) }

    /// Returns the complete lines of a file.
    package func lines(_ name: String) throws -> [String] {
        try read(name).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}

/// Calls `body` with a new, empty folder, which is removed afterwards.
package func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try await body(folder.url)
}
