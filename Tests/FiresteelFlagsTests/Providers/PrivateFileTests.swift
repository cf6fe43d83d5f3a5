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

    @Test("A file is read if only its owner can access it")
    func reading() throws {
        let file = folder.file("file")
        #expect(try PrivateFile.read(file, limit: 10) == nil)
        try folder.write("contents", to: "file")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        #expect(try PrivateFile.read(file, limit: 10) == Data("contents".utf8))
        #expect(try PrivateFile.read(file, limit: 3) == Data("con".utf8))
        for mode in [0o640, 0o604] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
            #expect(try PrivateFile.read(file, limit: 10) == nil)
        }
    }

    @Test("A folder and a link are errors")
    func notFiles() throws {
        #expect(throws: ForeignFileError.self) { try PrivateFile.read(folder.file("."), limit: 10) }
        try FileManager.default.createSymbolicLink(
            at: folder.file("link"), withDestinationURL: folder.file("file"))
        #expect(throws: POSIXError.self) { try PrivateFile.read(folder.file("link"), limit: 10) }
    }

    @Test("Overrides are in such a file, in a folder for their owner alone")
    func overrides() throws {
        let store = OverrideStore(folder.file("new/overrides.json"))
        try store.set(true, for: "a")
        #expect(try mode(store.file) == 0o600)
        #expect(try mode(folder.file("new")) == 0o700)
    }
}
