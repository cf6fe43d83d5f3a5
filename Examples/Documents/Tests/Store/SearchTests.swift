import DocumentsCore
import Foundation
import TestSupport
import Testing

@Suite struct SearchTests {
    let folder: TemporaryFolder
    let store: DocumentStore

    init() throws {
        folder = try TemporaryFolder()
        store = try DocumentStore(at: folder.path)
        try folder.write("# Bread\n\nFlour, water, salt.\nBake it for an hour.\n", to: "Bread.md")
        try folder.write("The café bakes bread with salt.\n", to: "Sub/Café.md")
        try folder.write("Nothing of the kind.\n", to: "Other.md")
    }

    @Test("A search lists matches by name before those by text, and ignores case and diacritics")
    func order() async throws {
        #expect(try await store.search("BREAD").map(\.name.path) == ["Bread.md", "Sub/Café.md"])
        #expect(try await store.search("cafe").map(\.name.path) == ["Sub/Café.md"])
    }

    @Test("A match contains every word of the query")
    func allWords() async throws {
        #expect(try await store.search("salt flour").map(\.name.path) == ["Bread.md"])
        #expect(try await store.search("salt flour sugar").isEmpty)
    }

    @Test("An empty query matches all documents")
    func empty() async throws {
        #expect(try await store.search("  ").count == 3)
    }

    @Test("A match in the text has an excerpt of limited length")
    func excerpt() async throws {
        #expect(try await store.search("hour").first?.excerpt == "Bake it for an hour.")
        try folder.write(
            String(repeating: "word ", count: 1_000) + "needle " + String(repeating: "word ", count: 1_000),
            to: "Long.md")
        let excerpt = try #require(try await store.search("needle").first?.excerpt)
        #expect(excerpt.contains("needle"))
        #expect(excerpt.count <= 162)
    }

    @Test("A document that isn’t text is found by its name")
    func unreadable() async throws {
        try folder.write(.init([0xff, 0xfe]), to: "Picture.md")
        #expect(try await store.search("picture").map(\.name.path) == ["Picture.md"])
    }

    @Test("A cancelled search ends")
    func cancelled() async throws {
        let store = store
        let search = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.search("bread")
        }
        await #expect(throws: CancellationError.self) { try await search.value }
    }
}
