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

    @Test("Other calls run during an import")
    func interleaves() async throws {
        for number in 1...50 { try source.write("\(number)", to: "\(number).md") }
        let (store, path) = (store, source.path)
        let clock = StillClock()
        let (steps, told) = AsyncStream.makeStream(of: Int.self)
        let running = Task {
            try await store.importDocuments(from: path, pace: ImportPace(pause: .seconds(1), clock: clock)) {
                told.yield($0.done)
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
