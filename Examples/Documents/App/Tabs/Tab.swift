import DocumentsCore
import Firesteel
import Foundation
import Synchronization

/// One browser tab, with the session of its actions.
final class Tab: Sendable {
    /// 32 hexadecimal digits, created by the page and valid for the lifetime of the tab.
    let id: String
    /// The targeting key of the tab's user: an identifier that is stored in the browser.
    let person: String
    /// The session, named like the tab: `Tab 1`.
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

    /// Starts an import that continues after the response to its request.
    ///
    /// - Returns: Whether it was started; a tab has at most one import at a time.
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

    /// Stops the running import after the current file.
    func stopImport() {
        importing.withLock { $0?.cancel() }
    }

    /// Shows a question in the tab's pages and waits for the answer.
    ///
    /// - Returns: The user's answer, or `nil` if there was none in time.
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

    /// Passes on the answer to a question, unless the question has ended.
    func answer(_ id: String, _ isAgreed: Bool) {
        questions.withLock { $0[id] }?.yield(isAgreed)
    }

    /// Ends the tab's questions, streams and import, and closes its session.
    func close() async {
        for question in questions.withLock({ Array($0.values) }) { question.finish() }
        streams.end()
        let importing = importing.withLock { $0 }
        importing?.cancel()
        await importing?.value
        session.close()
    }
}
