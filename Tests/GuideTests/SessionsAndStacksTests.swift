import Firesteel
import FiresteelTesting
import Testing

@Suite("Guide: sessions and stacks")
struct SessionsAndStacksTests {
    @Test("A session for each window")
    func sessions() async throws {
        let runtime = try TestRuntime(AppFeatures.self).runtime
        let document = Document(name: "Notes.md")
        let window = RecordingWindow()

        // guide: SessionsAndStacks
        let session = runtime.session("Window")
        await DocumentManagement.open.perform(document, presenter: window, options: .in(session))
        await DocumentManagement.close.perform(presenter: window, options: .in(session))
        session.close()
        // end
        #expect(window.recorded.calls == [.show("Notes.md"), .close])
        #expect(session.isClosed)

        // guide: SessionsAndStacks
        let job = runtime.session("Nightly clean-up", userInitiated: false)
        // end
        #expect(!job.isUserInitiated)
    }

    @Test("Session and source are given with the perform")
    func options() async throws {
        let runtime = try TestRuntime(AppFeatures.self).runtime
        let session = runtime.session("Terminal")
        let document = Document(name: "Notes.md")
        // guide: SessionsAndStacks
        await DocumentManagement.save.perform(
            document, options: .in(session).from(.commandLine).userInitiated(true))
        // end
        let perform = try #require(runtime.timeline?.run.performs().first)
        #expect(perform.source == .commandLine)
        #expect(perform.sessionName == "Terminal")
    }

    @Test("Nested performs have the session and their cause")
    func chain() async throws {
        try await withTestRuntime(AppFeatures.self) { test in
            await DocumentSharing.share.request()?.perform(Document(name: "Notes.md"))
            let run = try #require(test.runtime.timeline?.run)
            // guide: SessionsAndStacks
            for perform in run.performs() where perform.parent != 0 {
                let cause = run.perform(perform.parent)
                print("\(perform.action?.name ?? "?") because of \(cause?.action?.name ?? "?")")
            }
            // end
            let save = try #require(run.performs().first)
            #expect(run.perform(save.parent)?.action?.identifier == "ShareDocument")
            #expect(save.root == save.parent)
            #expect(save.depth == 1)
        }
    }

    @Test("A stack closes with its children")
    func closing() async throws {
        let runtime = try TestRuntime(AppFeatures.self).runtime
        let session = runtime.session("Window")
        let window = RecordingWindow()
        let document = Document(name: "Notes.md")
        await DocumentManagement.open.perform(document, presenter: window, options: .in(session))
        try await runtime.use { try #require(DocumentSharing.share.request()) }.perform(document, options: .in(session))
        await DocumentManagement.close.perform(presenter: window, options: .in(session))

        let run = try #require(runtime.timeline?.run)
        // guide: SessionsAndStacks
        for event in run.events() where event.kind == .stackOpened || event.kind == .stackClosed {
            let feature = run.names.feature(event.subject)?.name ?? "?"
            print(event.kind, event.stack, feature, "led to by", event.parentStack)
        }
        // end
        let opened = run.events().filter { $0.kind == .stackOpened }
        let closed = run.events().filter { $0.kind == .stackClosed }
        #expect(opened.count == 2)
        #expect(opened[1].parentStack == opened[0].stack)
        #expect(closed.map(\.stack) == opened.map(\.stack).reversed())
    }

    @Test("Code below an action can read the current perform")
    func frame() async throws {
        try await withTestRuntime(AppFeatures.self) { _ in
            // guide: SessionsAndStacks
            if let frame = PerformFrame.current {
                print(frame.feature ?? "", frame.actionIdentifier ?? "", frame.session.name)
            }
            // end
            #expect(PerformFrame.current == nil)
        }
    }
}
