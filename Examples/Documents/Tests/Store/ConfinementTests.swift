import DocumentsCore
import Foundation
import TestSupport
import Testing

@Suite struct ConfinementTests {
    let folder: TemporaryFolder
    let elsewhere: TemporaryFolder
    let store: DocumentStore

    init() throws {
        folder = try TemporaryFolder()
        elsewhere = try TemporaryFolder()
        try elsewhere.write("secret", to: "Secret.md")
        store = try DocumentStore(at: folder.path)
    }

    @Test("A link to the outside is neither listed, read, written, renamed nor deleted")
    func linkToFile() async throws {
        try folder.link("Innocent.md", to: elsewhere.path + "/Secret.md")
        let name = try DocumentName("Innocent.md")
        #expect(try await store.list().isEmpty)
        #expect(try await store.search("secret").isEmpty)
        await #expect(throws: DocumentError.outside(name)) { try await store.read(name) }
        await #expect(throws: DocumentError.outside(name)) {
            try await store.save("x", in: name, madeFrom: DocumentVersion(of: "secret"))
        }
        await #expect(throws: DocumentError.outside(name)) {
            try await store.rename(name, to: DocumentName("Other.md"))
        }
        await #expect(throws: DocumentError.outside(name)) { try await store.delete(name) }
        #expect(try elsewhere.text(of: "Secret.md") == "secret")
    }

    @Test("A linked folder outside is ignored by lists, reading and creating")
    func linkToFolder() async throws {
        try folder.link("Sub", to: elsewhere.path)
        let name = try DocumentName("Sub/Secret.md"), new = try DocumentName("Sub/New.md")
        #expect(try await store.list().isEmpty)
        await #expect(throws: DocumentError.outside(name)) { try await store.read(name) }
        await #expect(throws: DocumentError.outside(new)) { try await store.create(new) }
        #expect(!elsewhere.has("New.md"))
    }

    @Test("A linked folder outside isn't written to, whatever characters its name has")
    func linkWithMarks() async throws {
        try folder.link("Notes\u{600}", to: elsewhere.path)
        try folder.link("Notes2", to: elsewhere.path)
        for path in ["Notes\u{600}/pwn.md", "Notes2/\u{301}pwn.md"] {
            let name = try DocumentName(path)
            await #expect(throws: DocumentError.outside(name)) { try await store.create(name) }
        }
        #expect(try elsewhere.names == ["Secret.md"])
    }

    @Test("A link inside the folder is a document, and saving writes its destination")
    func linkInside() async throws {
        try folder.write("one", to: "Sub/Real.md")
        try folder.link("Link.md", to: folder.path + "/Sub/Real.md")
        let link = try DocumentName("Link.md")
        let read = try await store.read(link)
        _ = try await store.save("two", in: link, madeFrom: read.version)
        #expect(try folder.text(of: "Sub/Real.md") == "two")
        #expect(try await store.list().map(\.name.path) == ["Link.md", "Sub/Real.md"])
    }

    @Test("A link to a hidden file of the folder is rejected")
    func linkToHidden() async throws {
        try folder.write("hidden", to: ".documents/trash/1/Old.md")
        try folder.link("Old.md", to: folder.path + "/.documents/trash/1/Old.md")
        await #expect(throws: DocumentError.outside(try DocumentName("Old.md"))) {
            try await store.read(DocumentName("Old.md"))
        }
    }

    @Test("A folder or a pipe with a document’s name is rejected without blocking")
    func notAFile() async throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/Folder.md", withIntermediateDirectories: true)
        #expect(mkfifo(folder.path + "/Pipe.md", 0o644) == 0)
        #expect(try await store.list().isEmpty)
        for path in ["Folder.md", "Pipe.md"] {
            let name = try DocumentName(path)
            await #expect(throws: DocumentError.notADocument(name)) { try await store.read(name) }
        }
    }

    @Test("If a link replaces the store’s hidden folder, no file at its destination is created, read or removed")
    func linkedTrash() async throws {
        try folder.write("mine", to: "Mine.md")
        try folder.link(".documents", to: elsewhere.path)
        let name = try DocumentName("Mine.md")
        await #expect(throws: DocumentError.outside(name)) { try await store.delete(name) }
        await #expect(throws: DocumentError.outside(name)) {
            try await store.storeDraft("x", of: name, madeFrom: DocumentVersion(of: ""))
        }
        try elsewhere.write("1\nsecret", to: "drafts/Mine.md")
        try elsewhere.write("secret", to: "trash/1/Old.md")
        #expect(await store.draft(of: name) == nil)
        await store.discardDraft(of: name)
        await #expect(throws: DocumentError.notInTrash("1")) { try await store.restore("1") }
        #expect(elsewhere.files == ["Secret.md", "drafts/Mine.md", "trash/1/Old.md"])
        #expect(folder.files == ["Mine.md"])
    }

    @Test("A missing folder is an error")
    func noFolder() {
        #expect(throws: DocumentError.noFolder("/nowhere/at/all")) { try DocumentStore(at: "/nowhere/at/all") }
    }
}
