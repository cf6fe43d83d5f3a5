import DocumentsCore
import Firesteel
import FiresteelTimeline
import TestSupport
import Testing

@Suite struct DocumentManagementTests {
    let presenter = RecordingPagePresenter()

    @Test("The feature graph is valid, and all performed actions are declared")
    func graph() async throws {
        try await withFeatures { fixture in
            await DocumentManagement.create.perform(NewDocument("A", in: fixture.store), presenter: presenter)
            await DocumentBrowsing.list.perform(DocumentFolder(of: fixture.store), presenter: presenter)
            #expect(fixture.runtime.faults.isEmpty)
        }
    }

    @Test("Creating opens the new document, and opening a document shows its draft")
    func createAndOpen() async throws {
        try await withFeatures { fixture in
            await DocumentManagement.create.perform(
                NewDocument("Plan", text: "one", in: fixture.store), presenter: presenter)
            let version = try #require(presenter.documents.first?.version)
            let written = WrittenText("two", in: fixture.reference("Plan.md"), madeFrom: version)
            await DocumentManagement.edit.perform(written, presenter: presenter)
            await DocumentManagement.open.perform(fixture.reference("Plan.md"), presenter: presenter)
            #expect(
                presenter.shown == ["document Plan.md", "draft kept of Plan.md", "document Plan.md with draft “two”"])
        }
    }

    @Test("A document is opened with the draft of the tab, and with those of other tabs to use or to discard")
    func drafts() async throws {
        try await withFeatures { fixture in
            let version = try await fixture.store.create(DocumentName("Plan.md"), text: "one").version
            let plan = fixture.reference("Plan.md")
            let (own, other) = (
                DraftOwner(String(repeating: "1", count: 32)), DraftOwner(String(repeating: "2", count: 32))
            )
            for (owner, text) in [(own, "mine"), (other, "theirs")] {
                presenter.draftOwner = owner
                let written = WrittenText(text, in: plan, madeFrom: version, by: owner)
                await DocumentManagement.edit.perform(written, presenter: presenter)
            }
            presenter.draftOwner = own
            await DocumentManagement.open.perform(plan, presenter: presenter)
            #expect(presenter.shown.last == "document Plan.md with draft “mine”, other draft “theirs”")
            // Closing discards the tab’s own draft only.
            await DocumentManagement.close.perform(ClosingDocument(plan, discardsDraft: true), presenter: presenter)
            await DocumentManagement.open.perform(plan, presenter: presenter)
            #expect(presenter.shown.last == "document Plan.md, other draft “theirs”")
            await DocumentManagement.discardDraft.perform(DraftReference(of: plan, by: other), presenter: presenter)
            #expect(presenter.shown.last == "drafts of Plan.md")
            #expect(fixture.performs.last == "DiscardDraft success: Plan.md")
            let discarded = DiscardedDraft(DraftReference(of: plan, by: other), text: "theirs", madeFrom: version)
            await DocumentManagement.restoreDraft.perform(discarded, presenter: presenter)
            #expect(presenter.shown.last == "drafts of Plan.md, other draft “theirs”")
            #expect(fixture.performs.last == "RestoreDraft success: Plan.md")
            await DocumentManagement.offerDrafts.perform(plan, presenter: presenter)
            #expect(presenter.shown.last == "drafts of Plan.md, other draft “theirs”")
            presenter.draftOwner = other
            await DocumentManagement.offerDrafts.perform(plan, presenter: presenter)
            #expect(presenter.shown.last == "drafts of Plan.md")
        }
    }

    @Test("A save that would overwrite another change fails, and the presenter shows that change")
    func conflict() async throws {
        try await withFeatures { fixture in
            let created = try await fixture.store.create(DocumentName("Plan.md"), text: "one")
            try fixture.folder.write("theirs", to: "Plan.md")
            let written = WrittenText("mine", in: fixture.reference("Plan.md"), madeFrom: created.version)
            let outcome = await DocumentManagement.save.perform(written, presenter: presenter)
            guard case .changedMeanwhile = outcome.error as? DocumentError else { Issue.record("\(outcome)"); return }
            #expect(presenter.shown == ["conflict with “theirs”"])
            #expect(try fixture.folder.text(of: "Plan.md") == "theirs")
        }
    }

    @Test("An error of a document is the action’s failure and is shown with a message")
    func problems() async throws {
        try await withFeatures { fixture in
            let outcome = await DocumentManagement.open.perform(fixture.reference("Gone.md"), presenter: presenter)
            let missing = try DocumentName("Gone.md")
            #expect(outcome.error as? DocumentError == .missing(missing))
            #expect(presenter.problems.first?.message == "“Gone” isn’t in the folder.")
            #expect(fixture.performs == ["OpenDocument failure: Gone.md"])
        }
    }

    @Test("Closing and deleting close the feature’s stack; opening starts a new one")
    func stacks() async throws {
        try await withFeatures { fixture in
            try fixture.folder.write("text", to: "Plan.md")
            let plan = fixture.reference("Plan.md")
            await DocumentManagement.open.perform(plan, presenter: presenter)
            let closed = await DocumentManagement.close.perform(
                ClosingDocument(plan, discardsDraft: false), presenter: presenter)
            await DocumentManagement.open.perform(plan, presenter: presenter)
            let deleted = await DocumentManagement.delete.perform(plan, presenter: presenter)
            await DocumentManagement.restore.perform(
                TrashReference(try #require(presenter.deleted.first?.id), in: fixture.store), presenter: presenter)
            #expect(closed.closesStack && deleted.closesStack)
            var stacks: [UInt32] = []
            fixture.runtime.timeline?.run.forEachPerform {
                stacks.append($0.stack); return true
            }
            #expect(stacks.count == 5)
            #expect(stacks[0] == stacks[1] && stacks[2] == stacks[3])
            #expect(Set(stacks).count == 3)
        }
    }

    @Test("Two tabs have separate stacks")
    func sessions() async throws {
        try await withFeatures { fixture in
            try fixture.folder.write("text", to: "Plan.md")
            let sessions = [fixture.runtime.session("Tab 1"), fixture.runtime.session("Tab 2")]
            for session in sessions {
                await DocumentManagement.open.perform(
                    fixture.reference("Plan.md"), presenter: presenter, options: .in(session))
            }
            var seen: [(String?, UInt32)] = []
            fixture.runtime.timeline?.run.forEachPerform {
                seen.append(($0.sessionName, $0.stack)); return true
            }
            #expect(seen.map(\.0) == ["Tab 1", "Tab 2"])
            #expect(seen[0].1 != seen[1].1)
        }
    }

    @Test("The timeline contains neither written text nor queries, in its records and in the run’s bytes")
    func privacy() async throws {
        try await withFeatures { fixture in
            let secret = "correct horse battery staple"
            let created = NewDocument("Diary", text: secret, in: fixture.store)
            await DocumentManagement.create.perform(created, presenter: presenter)
            let written = WrittenText(secret, in: fixture.reference("Diary.md"), madeFrom: DocumentVersion(of: secret))
            await DocumentManagement.edit.perform(written, presenter: presenter)
            await DocumentManagement.save.perform(written, presenter: presenter)
            await DocumentBrowsing.search.perform(DocumentSearch(secret, in: fixture.store), presenter: presenter)
            await DocumentBrowsing.list.perform(DocumentFolder(of: fixture.store), presenter: presenter)
            try await #require(DocumentPreview.preview.request()).perform(
                DocumentText(secret, of: "Diary.md"), presenter: presenter)
            try await #require(DocumentExport.export.request()).perform(
                DocumentText(secret, of: "Diary.md"), presenter: presenter)
            await Preferences.switchPremium.perform(PremiumChoice(true, in: fixture.purchases))
            try await #require(DocumentStatistics.measure.request()).perform(
                MeasuredText(DocumentText(secret, of: "Diary.md"), readingSpeed: 230), presenter: presenter)
            // The error of a conflict contains the text of the file.
            let stale = WrittenText("x", in: fixture.reference("Diary.md"), madeFrom: DocumentVersion(of: "stale"))
            await DocumentManagement.save.perform(stale, presenter: presenter)

            let bytes = fixture.runtime.timeline?.run.events().flatMap(\.bytes) ?? []
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("horse") && !text.contains(fixture.folder.path))
            #expect(fixture.performs.first?.hasPrefix("CreateDocument success: Diary, 28 bytes") == true)
            #expect(fixture.performs.contains { $0.hasPrefix("SearchDocuments success: 4 words") })
            #expect(fixture.performs.last?.hasPrefix("SaveDocument failure: Diary.md, 1 bytes") == true)
        }
    }
}
