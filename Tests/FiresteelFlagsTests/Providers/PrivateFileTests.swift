import FiresteelFlags
import Foundation
import TestSupport
import Testing

@Suite("Files that only their owner can read") struct PrivateFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func mode(_ file: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }

    @Test("A new file, its folder, and a file that others could read before are for the owner alone")
    func modes() throws {
        let file = folder.file("new/file")
        try PrivateFile.replace(file, with: Data("one".utf8))
        #expect(try mode(file) == 0o600)
        #expect(try mode(file.deletingLastPathComponent()) == 0o700)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        try PrivateFile.replace(file, with: Data("two".utf8), isSynchronized: true)
        #expect(try mode(file) == 0o600)
        #expect(try String(contentsOf: file, encoding: .utf8) == "two")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("new").path) == ["file"])
    }

    @Test("A file that can't be replaced remains, and nothing is left beside it")
    func failure() throws {
        try FileManager.default.createDirectory(at: folder.file("taken/inner"), withIntermediateDirectories: true)
        #expect(throws: CocoaError.self) { try PrivateFile.replace(folder.file("taken"), with: Data()) }
        #expect(try folder.names == ["taken"])
        #expect(throws: (any Error).self) { try PrivateFile.replace(URL(filePath: "/proc/none/file"), with: Data()) }
    }

    @Test("Overrides are in such a file")
    func overrides() throws {
        let store = OverrideStore(folder.file("overrides.json"))
        try store.set(true, for: "a")
        #expect(try mode(store.file) == 0o600)
    }
}
