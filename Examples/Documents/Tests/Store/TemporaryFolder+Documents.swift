import Foundation
import TestSupport

extension TemporaryFolder {
    func text(of name: String) throws -> String { try read(name) }

    func write(_ data: Data, to name: String) throws { try write(Array(data), to: name) }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }

    /// The paths of all Markdown files that aren’t hidden, sorted.
    var files: [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.filter { name in !name.split(separator: "/").contains { $0.hasPrefix(".") } && name.hasSuffix(".md")
        }.sorted()
    }
}
