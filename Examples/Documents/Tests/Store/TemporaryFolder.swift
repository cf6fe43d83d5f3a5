import Foundation

/// A folder that is there as long as somebody holds it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("documents-test-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.resolvingSymlinksInPath().path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
        try write(Data(text.utf8), to: name)
    }

    func write(_ data: Data, to name: String) throws {
        let url = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    func text(of name: String) throws -> String {
        try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }

    /// All files that aren't hidden, sorted.
    var files: [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.filter { name in !name.split(separator: "/").contains { $0.hasPrefix(".") } && name.hasSuffix(".md")
        }.sorted()
    }
}
