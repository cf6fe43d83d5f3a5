import FiresteelReports
import Foundation

/// A folder for reports that is gone with the test.
final class ReportFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "firesteel-reports-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            // What a test removed itself is gone already; what stays, the system's cleaning takes.
        }
    }

    /// What is in it, by name, hidden files as well.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }

    /// Makes a file in it.
    func make(_ name: String, age: TimeInterval = 0) throws {
        let file = url.appending(path: name)
        try Data("x".utf8).write(to: file)
        try FileManager.default.setAttributes([.modificationDate: Date() - age], ofItemAtPath: file.path)
    }
}
