import DocumentsCore
import Firesteel
import Foundation
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
    private let questions = Mutex<[String: AsyncStream<Bool>.Continuation]>([:])

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

    /// Asks the person in the page something.
    ///
    /// - Returns: what they said; `nil` where nobody did in time.
    func ask(_ question: Question, _ patience: Patience) async -> Bool? {
        let id = UUID().uuidString
        let (answers, continuation) = AsyncStream.makeStream(of: Bool.self)
        questions.withLock { $0[id] = continuation }
        streams.send(.question(id: id, question))
        let limit = Task {
            try? await patience.clock.sleep(for: patience.limit)
            continuation.finish()
        }
        defer {
            limit.cancel()
            questions.withLock { $0[id] = nil }
            streams.send(.questionEnded(id: id))
        }
        for await answer in answers { return answer }
        return nil
    }

    /// Takes the answer to a question, unless it has ended.
    func answer(_ id: String, _ isAgreed: Bool) {
        questions.withLock { $0[id] }?.yield(isAgreed)
    }

    /// Ends what goes on in the tab, and closes its session.
    func close() async {
        for question in questions.withLock({ Array($0.values) }) { question.finish() }
        streams.end()
        let importing = importing.withLock { $0 }
        importing?.cancel()
        await importing?.value
        session.close()
    }
}
