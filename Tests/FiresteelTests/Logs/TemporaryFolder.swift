import Foundation

/// A folder that is gone with the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "firesteel-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            // What a test removed itself is gone already; what stays, the system's cleaning takes.
        }
    }

    /// The lines of a file in it.
    func lines(_ name: String) throws -> [String] {
        let text = try String(contentsOfFile: path + "/" + name, encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// What is in it, by name.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}
