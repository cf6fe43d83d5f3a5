import Foundation

/// A folder of its own for a test, removed with everything in it when the test is done with it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("firesteel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    /// Takes the right to write to it from a child that is run as a stranger.
    func protect() throws {
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o555]
        // Root may write to what is its own, whatever the permissions.
        if geteuid() == 0 { attributes.merge([.ownerAccountID: 65_534, .groupOwnerAccountID: 65_534]) { $1 } }
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
    }

    deinit {
        try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The names of the files in it, sorted.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// The whole of a file.
    func bytes(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
    }
}
