import Foundation
import SystemPackage

/// A file of YAML in a temporary folder, which is removed with it.
final class YAMLFile: Sendable {
    private let folder: URL
    private var file: URL { folder.appending(path: "flags.yaml") }
    var path: FilePath { FilePath(file.path(percentEncoded: false)) }

    init(_ text: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "firesteel-yaml-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(text)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ text: String) throws { try Data(text.utf8).write(to: file, options: .atomic) }
}
