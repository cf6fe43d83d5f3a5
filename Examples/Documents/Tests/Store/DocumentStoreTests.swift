import DocumentsCore
import Foundation
import TestSupport
import Testing

@Suite struct DocumentStoreTests {
    let folder: TemporaryFolder
    let store: DocumentStore

    init() throws {
        folder = try TemporaryFolder()
        store = try DocumentStore(at: folder.path, limit: 1_000)
    }

    @Test("The list contains the Markdown files of the folder and its subfolders, but no hidden and other files")
    func list() async throws {
        for name in ["b.md", "A.markdown", "Sub/c.md", ".hidden.md", ".git/d.md", "e.txt"] {
            try folder.write("x", to: name)
        }
        let list = try await store.list()
        #expect(list.map(\.name.path) == ["A.markdown", "b.md", "Sub/c.md"])
        #expect(list.allSatisfy { $0.bytes == 1 })
    }

    @Test("Listing the folder removes temporary files of killed programs, and no other files")
    func leftovers() async throws {
        let left = [".documents-4711.documents-new", "Sub/.documents-af.documents-new"]
        let locked = ".documents-1.documents-new"
        let kept = [
            locked, ".documents-2.documents-new", ".documents-x.documents-new", ".documents-3.txt",
            ".hidden/.documents-4.documents-new", ".documents-5-notes.tmp",
        ]
        for name in left + kept + ["a.md"] { try folder.write("x", to: name) }
        for name in left + kept where name != ".documents-2.documents-new" {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: folder.path + "/" + name)
        }
        let written = try FileHandle(forReadingFrom: folder.file(locked))
        #expect(flock(written.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        _ = try await store.list()
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(Set(files) == Set(kept + ["a.md", "Sub", ".hidden"]))
        try written.close()
    }

    @Test(
        "A created document is read unchanged", arguments: ["", "Plain", "Umläute, 日本語, 👩‍👩‍👧\r\nand \u{0} too\n"])
    func roundTrip(text: String) async throws {
        let name = try DocumentName("New/Deep/Document.md")
        let created = try await store.create(name, text: text)
        #expect(created.text == text)
        #expect(try await store.read(name) == created)
        #expect(try folder.text(of: name.path).utf8.elementsEqual(text.utf8))
    }

    @Test("Files whose names differ only in their normalization are two documents")
    func normalization() async throws {
        try folder.write("composed", to: "caf\u{E9}.md")
        try folder.write("decomposed", to: "cafe\u{301}.md")
        let list = try await store.list()
        #expect(list.count == 2 && Set(list.map(\.name)).count == 2)
        #expect(try await store.list() == list)
        var texts: [String] = []
        for summary in list { texts.append(try await store.read(summary.name).text) }
        #expect(Set(texts) == ["composed", "decomposed"])
    }

    @Test("Creating doesn’t replace an existing document")
    func createTaken() async throws {
        try folder.write("old", to: "Taken.md")
        let name = try DocumentName("Taken.md")
        await #expect(throws: DocumentError.nameTaken(name)) { try await store.create(name, text: "new") }
        #expect(try folder.text(of: "Taken.md") == "old")
    }

    @Test("Saving replaces the text and returns the new version")
    func save() async throws {
        let name = try DocumentName("Plan.md")
        let created = try await store.create(name, text: "one")
        let saved = try await store.save("two", in: name, madeFrom: created.version)
        #expect(saved.version != created.version)
        #expect(try await store.read(name).text == "two")
    }

    @Test("Saving a file that changed on disk fails with its current document and leaves it unchanged")
    func conflict() async throws {
        let name = try DocumentName("Plan.md")
        let created = try await store.create(name, text: "one")
        try folder.write("theirs", to: "Plan.md")
        let error = await #expect(throws: DocumentError.self) {
            try await store.save("mine", in: name, madeFrom: created.version)
        }
        guard case .changedMeanwhile(let current) = error else { Issue.record("\(String(describing: error))"); return }
        #expect(current.text == "theirs")
        #expect(try folder.text(of: "Plan.md") == "theirs")
        #expect(try await store.save("mine", in: name, madeFrom: current.version).text == "mine")
    }

    @Test("A file with a new modification date and the same text isn't a conflict")
    func touched() async throws {
        let name = try DocumentName("Plan.md")
        let created = try await store.create(name, text: "one")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: folder.path + "/Plan.md")
        #expect(try await store.save("two", in: name, madeFrom: created.version).text == "two")
    }

    @Test("Saving a deleted document is an error and doesn’t create it")
    func saveMissing() async throws {
        let name = try DocumentName("Gone.md")
        await #expect(throws: DocumentError.missing(name)) {
            try await store.save("x", in: name, madeFrom: DocumentVersion(of: ""))
        }
        #expect(folder.files.isEmpty)
    }

    @Test("Saving preserves the file’s permissions and leaves no temporary files")
    func permissions() async throws {
        let name = try DocumentName("Private.md")
        let created = try await store.create(name, text: "one")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path + "/Private.md")
        _ = try await store.save("two", in: name, madeFrom: created.version)
        let mode =
            try FileManager.default.attributesOfItem(atPath: folder.path + "/Private.md")[.posixPermissions]
            as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Private.md"])
    }

    @Test("One of a thousand concurrent saves based on the same version succeeds")
    func concurrentSaves() async throws {
        let name = try DocumentName("Race.md")
        let start = try await store.create(name, text: "start")
        let won = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<1_000 {
                group.addTask { (try? await store.save("by \(number)", in: name, madeFrom: start.version)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(won == 1)
    }

    @Test("A text above the limit is rejected when reading, creating and saving, with its size")
    func tooLarge() async throws {
        let large = String(repeating: "x", count: 1_001)
        try folder.write(large, to: "Large.md")
        let name = try DocumentName("Large.md"), small = try DocumentName("Small.md")
        let refusal = { (name: String) in DocumentError.tooLarge(name: name, bytes: 1_001, limit: 1_000) }
        await #expect(throws: refusal("Large.md")) { try await store.read(name) }
        await #expect(throws: refusal("Small.md")) { try await store.create(small, text: large) }
        let created = try await store.create(small)
        await #expect(throws: refusal("Small.md")) { try await store.save(large, in: small, madeFrom: created.version) }
    }

    @Test("A file that isn’t UTF-8 is rejected")
    func notText() async throws {
        try folder.write(Data([0x68, 0xff, 0xfe]), to: "Binary.md")
        let name = try DocumentName("Binary.md")
        await #expect(throws: DocumentError.notText(name)) { try await store.read(name) }
        #expect(try await store.list().count == 1)
    }

    @Test("Renaming moves the document, also to a new subfolder, and doesn’t replace another one")
    func rename() async throws {
        try folder.write("text", to: "Old.md")
        try folder.write("other", to: "Other.md")
        let old = try DocumentName("Old.md"), new = try DocumentName("Sub/New.md"), other = try DocumentName("Other.md")
        #expect(try await store.rename(old, to: new).text == "text")
        #expect(folder.files == ["Other.md", "Sub/New.md"])
        await #expect(throws: DocumentError.nameTaken(other)) { try await store.rename(new, to: other) }
        await #expect(throws: DocumentError.missing(old)) { try await store.rename(old, to: new) }
        #expect(try folder.text(of: "Other.md") == "other")
    }

    @Test("Observers are notified of changes by the store and of those found in the folder")
    func observing() async throws {
        var changes = await store.changes().makeAsyncIterator()
        let name = try DocumentName("Plan.md")
        let created = try await store.create(name, text: "one")
        #expect(await changes.next() == .created(name))
        let saved = try await store.save("two", in: name, madeFrom: created.version)
        #expect(await changes.next() == .saved(name, saved.version))
        _ = try await store.list()
        try folder.write("by another program", to: "Other.md")
        _ = try await store.list()
        #expect(await changes.next() == .listDiffers)
    }
}
