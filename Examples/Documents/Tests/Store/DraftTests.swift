import DocumentsCore
import Foundation
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
        try await store.storeDraft(text, of: name, madeFrom: document.version)
        let later = try DocumentStore(at: folder.path)
        let draft = await later.draft(of: name)
        #expect(draft?.text == text)
        #expect(draft?.madeFrom == document.version)
        #expect(try await later.read(name).text == "saved")
    }

    @Test("Each owner has a draft, which no other one overwrites, saves over or discards")
    func owners() async throws {
        let document = try await store.create(name, text: "one")
        let (first, second) = (try owner("1"), try owner("2"))
        try await store.storeDraft("mine", of: name, madeFrom: document.version, by: first)
        try await store.storeDraft("theirs", of: name, madeFrom: document.version, by: second)
        try await store.storeDraft("mine again", of: name, madeFrom: document.version, by: first)
        let later = try DocumentStore(at: folder.path)
        #expect(await later.draft(of: name, by: first)?.text == "mine again")
        #expect(await later.draft(of: name, by: second)?.text == "theirs")
        #expect(Set(await later.drafts(of: name).map(\.owner)) == [first, second])
        _ = try await later.save("mine at last", in: name, madeFrom: document.version, by: first)
        #expect(await later.drafts(of: name).map(\.text) == ["theirs"])
        await later.discardDraft(of: name, by: first)
        #expect(await later.drafts(of: name).map(\.text) == ["theirs"])
    }

    @Test("Observers are notified of a new draft and of one less, not of each text")
    func observed() async throws {
        let document = try await store.create(name, text: "one")
        let (first, second) = (try owner("1"), try owner("2"))
        var changes = await store.changes().makeAsyncIterator()
        for text in ["m", "mi", "mine"] {
            try await store.storeDraft(text, of: name, madeFrom: document.version, by: first)
        }
        try await store.storeDraft("mine", of: name, madeFrom: document.version, by: second, replacing: first)
        await store.discardDraft(of: name, by: first)
        await store.discardDraft(of: name, by: second)
        #expect(await changes.next() == .drafts(name, by: first))
        #expect(await changes.next() == .drafts(name, by: second))
        #expect(await changes.next() == .drafts(name, by: first))
        #expect(await changes.next() == .drafts(name, by: second))
        let saved = try await store.save("two", in: name, madeFrom: document.version)
        #expect(await changes.next() == .saved(name, saved.version))
    }

    @Test("A draft is removed when its text is saved, or stored as the draft that replaces it")
    func replaced() async throws {
        let document = try await store.create(name, text: "one")
        let (first, second) = (try owner("1"), try owner("2"))
        try await store.storeDraft("two", of: name, madeFrom: document.version, by: first)
        try await store.storeDraft("other", of: name, madeFrom: document.version, by: second, replacing: first)
        #expect(await store.draft(of: name, by: first)?.text == "two")
        try await store.storeDraft("two", of: name, madeFrom: document.version, by: second, replacing: first)
        #expect(await store.drafts(of: name).map(\.owner) == [second])
        _ = try await store.save("two", in: name, madeFrom: document.version)
        #expect(await store.drafts(of: name).isEmpty)
    }

    @Test("Drafts are deleted, renamed and restored with their document")
    func followed() async throws {
        let document = try await store.create(name, text: "one")
        let (first, second) = (try owner("1"), try owner("2"))
        try await store.storeDraft("mine", of: name, madeFrom: document.version, by: first)
        try await store.storeDraft("theirs", of: name, madeFrom: document.version, by: second)
        let newName = try DocumentName("Other.md")
        _ = try await store.rename(name, to: newName)
        let deleted = try await store.delete(newName)
        #expect(await store.drafts(of: newName).isEmpty)
        // Another process restores it.
        let later = try DocumentStore(at: folder.path)
        #expect(try await later.restore(deleted.id).name == newName)
        #expect(await later.draft(of: newName, by: first)?.text == "mine")
        #expect(await later.draft(of: newName, by: second)?.text == "theirs")
    }

    @Test("A draft that is written while its document is deleted remains, and so does the deleted one")
    func meanwhile() async throws {
        let document = try await store.create(name, text: "one")
        let first = try owner("1")
        try await store.storeDraft("before", of: name, madeFrom: document.version, by: first)
        let deleted = try await store.delete(name)
        try await store.storeDraft("after", of: name, madeFrom: document.version, by: first)
        _ = try await store.restore(deleted.id)
        #expect(await store.draft(of: name, by: first)?.text == "after")
        #expect(Set(await store.drafts(of: name).map(\.text)) == ["before", "after"])
    }

    @Test("A document whose drafts can't be restored isn't restored, and loses none")
    func unmoved() async throws {
        let document = try await store.create(name, text: "one")
        let first = try owner("1")
        try await store.storeDraft("mine", of: name, madeFrom: document.version, by: first)
        let deleted = try await store.delete(name)
        let drafts = folder.path + "/.documents/drafts"
        try FileManager.default.removeItem(atPath: drafts)
        try Data().write(to: URL(fileURLWithPath: drafts))
        await #expect(throws: DocumentError.self) { try await store.restore(deleted.id) }
        try FileManager.default.removeItem(atPath: drafts)
        #expect(try await store.restore(deleted.id).name == name)
        #expect(await store.draft(of: name, by: first)?.text == "mine")
    }

    @Test("The latest of many drafts are read, and always that of the owner")
    func many() async throws {
        let document = try await store.create(name, text: "one")
        let own = try owner("1")
        for number in 1...9 {
            let other = try owner(Character("\(number)"))
            try await store.storeDraft("\(number)", of: name, madeFrom: document.version, by: other)
            let path = "\(folder.path)/.documents/drafts/\(name.path).\(other.id)"
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(number))], ofItemAtPath: path)
        }
        #expect(await store.drafts(of: name).map(\.text) == ["9", "8", "7", "6", "5", "4"])
        #expect(await store.drafts(of: name, with: own).map(\.text) == ["9", "8", "7", "6", "5", "4", "1"])
        _ = try await store.save("2", in: name, madeFrom: document.version)
        #expect(await store.draft(of: name, by: try owner("2")) == nil)
        #expect(await store.draft(of: name, by: own)?.text == "1")
    }

    @Test(
        "An identifier without 32 lowercase hexadecimal digits isn't an owner",
        arguments: ["", "0", "../00000000000000000000000000000", "0123456789ABCDEF0123456789ABCDEF"])
    func badOwner(id: String) { #expect(DraftOwner(id) == nil) }

    private func owner(_ digit: Character) throws -> DraftOwner {
        try #require(DraftOwner(String(repeating: digit, count: 32)))
    }

    @Test("Saving, deleting and discarding remove the draft; renaming moves it")
    func ends() async throws {
        let document = try await store.create(name, text: "one")
        try await store.storeDraft("two", of: name, madeFrom: document.version)
        let saved = try await store.save("two", in: name, madeFrom: document.version)
        #expect(await store.draft(of: name) == nil)

        try await store.storeDraft("three", of: name, madeFrom: saved.version)
        let newName = try DocumentName("Other.md")
        _ = try await store.rename(name, to: newName)
        #expect(await store.draft(of: name) == nil)
        #expect(await store.draft(of: newName)?.text == "three")

        _ = try await store.delete(newName)
        #expect(await store.draft(of: newName) == nil)
    }
}
