import DocumentsCore
import Firesteel
import FiresteelFlags

/// A simulated person's visit from the start of Documents to its end, through the actions that the pages perform.
struct TrafficVisit: Sendable {
    let session: ActionSession
    let store: DocumentStore
    /// Returns whether Fast Save is on for the person; each call is an exposure.
    let isFast: @Sendable () -> Bool
    /// The mean pause between two actions, in milliseconds.
    let pace: Int
    private let presenter = TabPresenter()

    init(session: ActionSession, store: DocumentStore, pace: Int, isFast: @escaping @Sendable () -> Bool) {
        self.session = session
        self.store = store
        self.pace = pace
        self.isFast = isFast
    }

    /// Reads and writes documents, and saves one, until it is done or the task is cancelled.
    ///
    /// - Parameter saves: Whether a document is saved; the first visit after a crash doesn't.
    func run(saves: Bool) async throws {
        _ = await DocumentBrowsing.list.perform(
            DocumentFolder(of: store), presenter: presenter, options: .in(session).userInitiated(false))
        try await pause()
        if Int.random(in: 0..<3) == 0 {
            _ = await DocumentBrowsing.search.perform(
                DocumentSearch("harbour", in: store), presenter: presenter, options: .in(session))
            try await pause()
        }
        let reference = DocumentReference("Ideas.md", in: store)
        _ = await DocumentManagement.open.perform(reference, presenter: presenter, options: .in(session))
        try await read()
        if saves { try await write(reference) }
        _ = await DocumentManagement.close.perform(
            ClosingDocument(reference, discardsDraft: true), presenter: presenter, options: .in(session))
    }

    /// Requests what depends on flags, toggles and purchases; what isn't available is recorded as refused.
    private func read() async throws {
        let text = DocumentText("# Ideas\n\n- A harbour\n- A lighthouse\n", of: "Ideas.md")
        if let preview = DocumentPreview.preview.request() {
            _ = await preview.perform(text, presenter: presenter, options: .in(session).userInitiated(false))
        }
        try await pause()
        switch Int.random(in: 0..<4) {
        case 0:
            if let export = DocumentExport.export.request() {
                _ = await export.perform(text, presenter: presenter, options: .in(session))
            }
        case 1:
            if let measure = DocumentStatistics.measure.request() {
                let measured = MeasuredText(text, readingSpeed: MeasuredText.usualReadingSpeed)
                _ = await measure.perform(measured, presenter: presenter, options: .in(session))
            }
        default: break
        }
        try await pause()
    }

    private func write(_ reference: DocumentReference) async throws {
        for line in 1...Int.random(in: 1...3) {
            let draft = WrittenText("# Ideas\n\n- Line \(line)\n", in: reference, madeFrom: nil)
            _ = await DocumentManagement.edit.perform(draft, presenter: presenter, options: .in(session))
            try await pause()
        }
        // Some have an idea for a document whose name isn't possible, which is a failure of their own making.
        if Int.random(in: 0..<20) == 0 {
            let new = NewDocument("../Ideas", text: "", in: store)
            _ = await DocumentManagement.create.perform(new, presenter: presenter, options: .in(session))
        }
        let text = WrittenText(
            "# Ideas\n\n- \(Int.random(in: 1...1_000))\n", in: reference, madeFrom: nil, isFast: isFast())
        _ = await DocumentManagement.save.perform(text, presenter: presenter, options: .in(session))
        try await pause()
    }

    private func pause() async throws {
        guard pace > 0 else { return }
        try await Task.sleep(for: .milliseconds(Int.random(in: pace / 2...pace * 3 / 2)))
    }
}
