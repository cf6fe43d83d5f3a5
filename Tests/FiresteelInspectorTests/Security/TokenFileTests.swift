import FiresteelHTTPServer
import Foundation
import TestSupport
import Testing

@testable import FiresteelInspector

@Suite("A token that outlives the program") struct TokenFileTests {
    private let folder: TemporaryFolder
    private var file: URL { folder.file("new/token") }

    init() throws { folder = try TemporaryFolder() }

    private func token() throws -> String { try TokenFile(file: file).token().reveal() }

    @Test("It is the same at each start, in a file for its owner alone, until that is removed")
    func stored() throws {
        let first = try token()
        #expect(try token() == first)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try FileManager.default.removeItem(at: file)
        #expect(try token() != first)
    }

    @Test("A token that others could read, or that is invalid, is replaced", arguments: ["", "short", "token"])
    func replaced(text: String) throws {
        let first = try token()
        if text == "token" {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        } else {
            try PrivateTestFile.write(text, to: file)
        }
        let second = try token()
        #expect(second != first && second != text)
        #expect(try token() == second)
    }

    @Test("A link, a folder, and a file of another user are errors that name it")
    func foreign() throws {
        try FileManager.default.createDirectory(at: folder.file("new"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: folder.file("elsewhere"))
        #expect(throws: InspectorError.self) { try token() }
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        #expect(throws: InspectorError.tokenFile(path: file.path, reason: "it isn't a file of this user")) {
            try token()
        }
        try FileManager.default.removeItem(at: file)
        guard geteuid() == 0 else { return }
        _ = try token()
        try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: file.path)
        #expect(throws: InspectorError.tokenFile(path: file.path, reason: "it isn't a file of this user")) {
            try token()
        }
    }
}

/// Files as the inspector writes them, with other contents.
private enum PrivateTestFile {
    static func write(_ text: String, to file: URL) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }
}
