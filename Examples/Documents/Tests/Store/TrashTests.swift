import DocumentsCore
import TestSupport
import Testing

@Suite struct TrashTests {
    let folder: TemporaryFolder
    let store: DocumentStore

    init() throws {
        folder = try TemporaryFolder()
        store = try DocumentStore(at: folder.path)
    }

    @Test("A deleted document isn’t listed, and undo restores it with its text")
    func undo() async throws {
        try folder.write("text", to: "Sub/Plan.md")
        let deleted = try await store.delete(DocumentName("Sub/Plan.md"))
        #expect(try await store.list().isEmpty)
        let restored = try await store.restore(deleted.id)
        #expect(restored.name.path == "Sub/Plan.md")
        #expect(restored.text == "text")
        await #expect(throws: DocumentError.notInTrash(deleted.id)) { try await store.restore(deleted.id) }
    }

    @Test("A restored document gets a number if its name is taken")
    func undoTaken() async throws {
        try folder.write("first", to: "Plan.md")
        let deleted = try await store.delete(DocumentName("Plan.md"))
        try folder.write("second", to: "Plan.md")
        #expect(try await store.restore(deleted.id).name.path == "Plan 2.md")
        #expect(try folder.text(of: "Plan.md") == "second")
    }

    @Test(
        "An invalid identifier restores nothing",
        arguments: ["", "..", "../drafts", "nowhere", "0/../1", "-"])
    func badIdentifier(id: String) async throws {
        try folder.write("draft", to: ".documents/drafts/Plan.md")
        await #expect(throws: DocumentError.notInTrash(id)) { try await store.restore(id) }
    }

    @Test("The trash contains at most the hundred newest documents")
    func bounded() async throws {
        var all: [DeletedDocument] = []
        for number in 0..<103 {
            try folder.write("text", to: "Note.md")
            all.append(try await store.delete(DocumentName("Note.md")))
            #expect(number + 1 == all.count)
        }
        await #expect(throws: DocumentError.notInTrash(all[0].id)) { try await store.restore(all[0].id) }
        #expect(try await store.restore(all[102].id).text == "text")
    }
}
