import DocumentsCore
import TestSupport
import Testing

@Suite struct DraftTests {
    let folder: TemporaryFolder
    let store: DocumentStore
    let name: DocumentName

    init() throws {
        folder = try TemporaryFolder()
        store = try DocumentStore(at: folder.path)
        name = try DocumentName("Sub/Plan.md")
    }

    @Test(
        "A draft persists unchanged without its store, and doesn’t change the document",
        arguments: ["", "\r\nfirst\n\nsecond", "👋"])
    func survives(text: String) async throws {
        let document = try await store.create(name, text: "saved")
        try await store.keepDraft(text, of: name, madeFrom: document.version)
        let later = try DocumentStore(at: folder.path)
        let draft = await later.draft(of: name)
        #expect(draft?.text == text)
        #expect(draft?.madeFrom == document.version)
        #expect(try await later.read(name).text == "saved")
    }

    @Test("Saving, deleting and discarding remove the draft; renaming moves it")
    func ends() async throws {
        let document = try await store.create(name, text: "one")
        try await store.keepDraft("two", of: name, madeFrom: document.version)
        let saved = try await store.save("two", in: name, madeFrom: document.version)
        #expect(await store.draft(of: name) == nil)

        try await store.keepDraft("three", of: name, madeFrom: saved.version)
        let newName = try DocumentName("Other.md")
        _ = try await store.rename(name, to: newName)
        #expect(await store.draft(of: name) == nil)
        #expect(await store.draft(of: newName)?.text == "three")

        _ = try await store.delete(newName)
        #expect(await store.draft(of: newName) == nil)
    }
}
