import FiresteelBase
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Files are replaced in one step")
struct FileReplacementTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A file is created, and replaced, for its owner alone", arguments: [false, true])
    func replaced(isSynchronized: Bool) throws {
        try folder.write("long before", to: "a")
        for text in ["", "one", String(repeating: "x", count: 300_000)] {
            for name in ["a", "b"] {
                let path = folder.path + "/" + name
                try FileReplacement.replace(path, with: Array(text.utf8), isSynchronized: isSynchronized)
                #expect(try folder.read(name) == text)
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            }
        }
        #expect(try folder.names == ["a", "b"])
    }

    @Test("Missing folders are created for their owner alone, and existing ones unchanged")
    func folders() throws {
        try FileManager.default.createDirectory(
            at: folder.file("shared"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let path = folder.path + "/shared/one/two/a"
        #expect(throws: FileReplacementError(code: ENOENT)) { try FileReplacement.replace(path, with: [1]) }
        for number in 1...2 { try FileReplacement.replace(path, with: [UInt8(number)], createsFolder: true) }
        for (name, mode) in [("shared", 0o755), ("shared/one", 0o700), ("shared/one/two", 0o700)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode, "\(name)")
        }
        #expect(try folder.bytes(of: "shared/one/two/a") == [2])
        #expect(throws: FileReplacementError(code: ENOTDIR)) {
            try FileReplacement.replace(path + "/b", with: [1], createsFolder: true)
        }
    }

    @Test("A new file doesn't replace another one")
    func new() throws {
        let path = folder.path + "/a"
        try FileReplacement.replace(path, with: [1], isNew: true)
        #expect(throws: FileReplacementError(code: EEXIST)) {
            try FileReplacement.replace(path, with: [2], isNew: true)
        }
        #expect(try folder.bytes(of: "a") == [1] && folder.names == ["a"])
    }

    @Test("A failure leaves the file as it was, and nothing beside it")
    func failing() throws {
        try folder.write([1], to: "file/inside")
        #expect(throws: FileReplacementError(code: EISDIR)) {
            try FileReplacement.replace(folder.path + "/file", with: [2])
        }
        #expect(throws: FileReplacementError(code: ENOTDIR)) {
            try FileReplacement.replace(folder.path + "/file/inside/a", with: [2])
        }
        #expect(throws: FileReplacementError(code: EINVAL)) {
            try FileReplacement.replace(folder.path + "/a\0b", with: [2])
        }
        #expect(try folder.names == ["file"] && folder.bytes(of: "file/inside") == [1])
    }

    @Test("The files of killed processes are removed, and no others")
    func leftovers() throws {
        let left = [".a.json.4711.firesteel-new", ".b.0.firesteel-new"]
        let kept = [".a.json.4711.new", ".written.0.firesteel-new", "a.0.firesteel-new"]
        for name in left + kept { try folder.write("x", to: name) }
        let written = try FileHandle(forReadingFrom: folder.file(".written.0.firesteel-new"))
        #expect(flock(written.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        try FileReplacement.replace(folder.path + "/a.json", with: [1])
        #expect(try folder.names == (kept + ["a.json"]).sorted())
        try written.close()
    }

    @Test("Many threads replace a file, and it always has the contents of one of them")
    func threads() throws {
        let path = folder.path + "/a"
        let failed = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<50 {
                do {
                    try FileReplacement.replace(path, with: Array(repeating: UInt8(thread), count: 1 + number * 97))
                    let bytes = try folder.bytes(of: "a")
                    if !bytes.allSatisfy({ $0 == bytes.first }) || bytes.count % 97 != 1 { failed.withLock { $0 += 1 } }
                } catch {
                    failed.withLock { $0 += 1 }
                }
            }
        }
        #expect(failed.withLock { $0 } == 0)
        #expect(try folder.names == ["a"])
    }
}
