import Foundation

/// A temporary folder of one benchmark process.
struct TemporaryFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "firesteel-benchmarks-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func remove() throws { try FileManager.default.removeItem(atPath: path) }
}
