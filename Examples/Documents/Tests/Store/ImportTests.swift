import DocumentsCore
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct ImportTests {
    let folder: TemporaryFolder
    let source: TemporaryFolder
    let store: DocumentStore

    init() throws {
        folder = try TemporaryFolder()
        source = try TemporaryFolder()
        store = try DocumentStore(at: folder.path, limit: 1_000)
    }

    @Test("An import copies the Markdown files of the folder and its subfolders, and reports its progress")
    func copies() async throws {
        for number in 1...5 { try source.write("\(number)", to: "Sub/\(number).md") }
        try source.write("x", to: "other.txt")
        let seen = Mutex<[Int]>([])
        let end = try await store.importDocuments(from: source.path) { progress in
            #expect(progress.total == 5)
            seen.withLock { $0.append(progress.done) }
        }
        #expect(seen.withLock { $0 } == [0, 1, 2, 3, 4, 5])
        #expect(end.imported == 5)
        #expect(folder.files == (1...5).map { "Sub/\($0).md" })
    }

    @Test("Invalid files are skipped with a reason, and a taken name gets a number")
    func skips() async throws {
        try folder.write("mine", to: "Note.md")
        try source.write("theirs", to: "Note.md")
        try source.write(String(repeating: "x", count: 2_000), to: "Large.md")
        try source.write(Data([0xff]), to: "Binary.md")
        try source.link("Link.md", to: "/etc/hostname")
        let end = try await store.importDocuments(from: source.path) { _ in }
        #expect(end.imported == 1)
        #expect(Set(end.skipped.map(\.path)) == ["Large.md", "Binary.md", "Link.md"])
        #expect(end.skipped.allSatisfy { $0.reason.hasSuffix(".") })
        #expect(try folder.text(of: "Note.md") == "mine")
        #expect(try folder.text(of: "Note 2.md") == "theirs")
    }

    @Test("A cancelled import ends after the current file and leaves the copied ones")
    func cancelled() async throws {
        for number in 1...9 { try source.write("\(number)", to: "\(number).md") }
        let (store, path) = (store, source.path)
        let running = Task {
            try await store.importDocuments(from: path) { progress in
                if progress.done == 3 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(folder.files.count == 3)
    }

    private func importAgain(_ store: DocumentStore? = nil) async throws -> [Int] {
        let end = try await (store ?? self.store).importDocuments(from: source.path) { _ in }
        #expect(end.skipped.isEmpty)
        return [end.imported, end.known]
    }

    @Test("A repeated import skips what was imported before, also after a restart, and copies changed and new files")
    func repeated() async throws {
        for number in 1...4 { try source.write("\(number)", to: "Sub/\(number).md") }
        #expect(try await importAgain() == [4, 0])
        #expect(try await importAgain() == [0, 4])
        #expect(try await importAgain(DocumentStore(at: folder.path, limit: 1_000)) == [0, 4])
        try source.write("changed", to: "Sub/2.md")
        try source.write("5", to: "5.md")
        #expect(try await importAgain() == [2, 3])
        #expect(folder.files == ["5.md", "Sub/1.md", "Sub/2 2.md", "Sub/2.md", "Sub/3.md", "Sub/4.md"])
        #expect(try folder.text(of: "Sub/2.md") == "2" && folder.text(of: "Sub/2 2.md") == "changed")
        // The text before the change was imported as well.
        try source.write("2", to: "Sub/2.md")
        #expect(try await importAgain() == [0, 5])
    }

    @Test("An interrupted import is continued by the next one")
    func continued() async throws {
        for number in 1...9 { try source.write("\(number)", to: "\(number).md") }
        let (store, path) = (store, source.path)
        let running = Task {
            try await store.importDocuments(from: path) { progress in
                if progress.done == 3 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(try await importAgain(DocumentStore(at: folder.path, limit: 1_000)) == [6, 3])
        #expect(folder.files == (1...9).map { "\($0).md" })
    }

    @Test("A renamed or changed document counts as imported, a deleted one doesn’t, and a restored one does")
    func followed() async throws {
        for name in ["Changed", "Renamed", "Deleted"] { try source.write(name, to: "\(name).md") }
        #expect(try await importAgain() == [3, 0])
        _ = try await store.rename(DocumentName("Renamed.md"), to: DocumentName("Sub/Other.md"))
        let read = try await store.read(DocumentName("Changed.md"))
        _ = try await store.save("mine", in: read.name, madeFrom: read.version)
        #expect(try await importAgain() == [0, 3])
        let deleted = try await store.delete(DocumentName("Deleted.md"))
        #expect(try await importAgain() == [1, 2])
        let again = try await store.delete(DocumentName("Deleted.md"))
        #expect(try await store.restore(deleted.id).name.path == "Deleted.md")
        #expect(try await importAgain() == [0, 3])
        #expect(try await store.restore(again.id).name.path == "Deleted 2.md")
        #expect(try await importAgain(DocumentStore(at: folder.path, limit: 1_000)) == [0, 3])
        // A new document with the name of a deleted one has no origin.
        _ = try await store.delete(DocumentName("Deleted.md"))
        _ = try await store.delete(DocumentName("Deleted 2.md"))
        _ = try await store.create(DocumentName("Deleted.md"), text: "new")
        #expect(try await importAgain() == [1, 2])
        #expect(try folder.text(of: "Deleted 2.md") == "Deleted" && folder.text(of: "Changed.md") == "mine")
    }

    @Test("A file of a document that another program deleted is imported again")
    func deletedOutside() async throws {
        for number in 1...3 { try source.write("\(number)", to: "\(number).md") }
        #expect(try await importAgain() == [3, 0])
        try FileManager.default.removeItem(atPath: folder.path + "/2.md")
        #expect(try await importAgain() == [1, 2])
        #expect(folder.files == (1...3).map { "\($0).md" })
    }

    @Test(
        "A damaged origin leads to another copy of its file alone",
        arguments: [Data(), Data("x\ny\n".utf8), Data([0xff, 0x0a]), Data(repeating: 0x61, count: 5_000)])
    func damaged(origin: Data) async throws {
        for number in 1...3 { try source.write("\(number)", to: "\(number).md") }
        #expect(try await importAgain() == [3, 0])
        try folder.write(origin, to: ".documents/origins/2.md")
        #expect(try await importAgain(DocumentStore(at: folder.path, limit: 1_000)) == [1, 2])
        #expect(folder.files == ["1.md", "2 2.md", "2.md", "3.md"])
        #expect(try await importAgain() == [0, 3])
    }

    @Test("An origin is not written to another folder by way of a link, and has no path")
    func confined() async throws {
        let outside = try TemporaryFolder()
        try source.write("text", to: "Note.md")
        try folder.write("x", to: ".documents/drafts/x.md")
        try folder.link(".documents/origins", to: outside.path)
        let end = try await store.importDocuments(from: source.path) { _ in }
        #expect(end.imported == 0 && end.skipped.map(\.path) == ["Note.md"])
        #expect(outside.files.isEmpty && folder.files.isEmpty)
        try FileManager.default.removeItem(atPath: folder.path + "/.documents/origins")
        #expect(try await importAgain() == [1, 0])
        let origin = try folder.text(of: ".documents/origins/Note.md")
        #expect(!origin.contains("/") && origin.utf8.count < 40)
    }

    @Test("Two imports of a folder at the same time copy each file once")
    func concurrent() async throws {
        for number in 1...40 { try source.write("\(number)", to: "\(number).md") }
        let (store, path) = (store, source.path)
        async let first = store.importDocuments(from: path) { _ in }
        async let second = store.importDocuments(from: path) { _ in }
        let (one, other) = try await (first, second)
        #expect(one.imported + other.imported == 40 && one.known + other.known == 40)
        #expect(folder.files.count == 40)
    }

    @Test("Other calls run during an import")
    func interleaves() async throws {
        for number in 1...50 { try source.write("\(number)", to: "\(number).md") }
        let (store, path) = (store, source.path)
        let clock = StillClock()
        let (steps, reported) = AsyncStream.makeStream(of: Int.self)
        let running = Task {
            try await store.importDocuments(from: path, pace: ImportPace(pause: .seconds(1), clock: clock)) {
                reported.yield($0.done)
            }
        }
        for await done in steps where done == 1 { break }
        #expect(try await store.list().count == 1)
        await clock.run { _ = await running.result }
        #expect(try await running.value.imported == 50)
    }

    @Test("A folder that can’t be imported is rejected with the reason")
    func refusals() async throws {
        try source.write("x", to: "other.txt")
        try folder.write("x", to: "Sub/Note.md")
        let cases: [(String, ImportRejection)] = [
            ("notes", .relative), (source.path + "/nowhere", .notAFolder), (source.path + "/other.txt", .notAFolder),
            (source.path, .empty),
            (folder.path, .overlaps), (folder.path + "/Sub", .overlaps), ("/", .overlaps),
        ]
        for (path, fault) in cases {
            await #expect(throws: DocumentError.notImportable(path, fault)) {
                try await store.importDocuments(from: path) { _ in }
            }
        }
    }
}
