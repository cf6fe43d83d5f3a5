// guide: Testing
import Firesteel
import FiresteelTesting
import Testing

// end

@Suite("Guide: testing")
struct TestingTests {
    // guide: Testing
    @Test("Opening a document shows it")
    func open() async throws {
        try await withTestRuntime(AppFeatures.self) { test in
            let window = RecordingWindow()
            await DocumentManagement.open.perform(Document(name: "Notes.md"), presenter: window)

            #expect(window.recorded.calls == [.show("Notes.md")])
            #expect(test.performs.map(\.identity) == ["App/DocumentManagement/#OpenDocument"])
        }
    }
    // end

    // guide: Testing
    @Test("A read-only document can't be saved")
    func readOnly() async throws {
        try await withTestRuntime(AppFeatures.self) { _ in
            let outcome = await DocumentManagement.save.perform(Document(name: "Licence.md"))
            #expect(outcome.error is DocumentError)
        }
    }
    // end

    // guide: Testing
    @Test("Sharing that is switched off can't be requested")
    func switchedOff() async throws {
        try await withTestRuntime(AppFeatures.self) { test in
            test.runtime.setToggle(DocumentSharing.self, false)
            #expect(DocumentSharing.share.request() == nil)
        }
    }
    // end

    // guide: Testing
    @Test("Albums can't be shared while that is switched off from afar")
    func flags() async throws {
        try await withTestRuntime(PhotoAlbums.self, flags: ["PhotoAlbums/SharedAlbums": false]) { test in
            #expect(!SharedAlbums.availability.isAvailable)
            try test.runtime.flags.setOverride(true, for: "PhotoAlbums/SharedAlbums")
            #expect(SharedAlbums.availability.isAvailable)
        }
    }
    // end

    // guide: Testing
    @Test("A runtime of a synchronous test")
    func synchronous() throws {
        let test = try TestRuntime(AppFeatures.self)
        test.runtime.use {
            #expect(DocumentSharing.share.request() != nil)
        }
    }
    // end

    // guide: Testing
    @Test("The clock advances when it is moved")
    func clock() async throws {
        try await withTestRuntime(AppFeatures.self) { test in
            await DocumentManagement.save.perform(Document(name: "Notes.md"))
            test.clock.advance(by: .seconds(5))
            await DocumentManagement.save.perform(Document(name: "Notes.md"))

            let performs = test.performs
            #expect(performs[1].began - performs[0].began == 5_000_000_000)
        }
    }
    // end

    // guide: Testing
    @Test("Saving writes a log line")
    func log() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(AppFeatures.self, { $0.logger = log.logger }) { _ in
            await DocumentManagement.save.perform(Document(name: "Notes.md"))
        }
        #expect(log.messages == ["Saved"])
    }
    // end
}
