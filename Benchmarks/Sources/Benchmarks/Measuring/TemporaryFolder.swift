import Foundation

/// A folder for one process of the benchmarks, removed with what is in it when the process is done.
struct TemporaryFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "firesteel-benchmarks-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func remove() throws { try FileManager.default.removeItem(atPath: path) }
}
