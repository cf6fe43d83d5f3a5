import DocumentsCore
import Firesteel
import Synchronization

/// One tab of a browser, and the session in which its actions are performed.
final class Tab: Sendable {
    /// 32 hexadecimal digits that the page made up and keeps for as long as the tab is there.
    let id: String
    /// Who has the tab, as flags know them: an identifier that their browser keeps.
    let person: String
    /// Named as people name the tab: `Tab 1`.
    let session: ActionSession
    let streams: TabStreams
    private let importing = Mutex<Task<Void, Never>?>(nil)

    init(id: String, person: String, session: ActionSession, streams: TabStreams) {
        self.id = id
        self.person = person
        self.session = session
        self.streams = streams
    }

    static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// Starts an import that goes on after the request that asked for it was answered.
    ///
    /// - Returns: whether it was started; a tab has one at a time.
    func startImport(_ work: @escaping @Sendable () async -> Void) -> Bool {
        importing.withLock { importing in
            guard importing == nil else { return false }
            importing = Task {
                await work()
                self.importing.withLock { $0 = nil }
            }
            return true
        }
    }

    /// Stops the import, if there is one, between two files.
    func stopImport() {
        importing.withLock { $0?.cancel() }
    }

    /// Ends what goes on in the tab, and closes its session.
    func close() async {
        streams.end()
        let importing = importing.withLock { $0 }
        importing?.cancel()
        await importing?.value
        session.close()
    }
}
