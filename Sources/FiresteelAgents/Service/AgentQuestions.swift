import FiresteelBase
import Foundation
import Synchronization

/// The questions to the user of a session that wait for an answer.
final class AgentQuestions: Sendable {
    /// The time that a user has to answer.
    private static let patience = Duration.seconds(300)

    private struct State {
        var waiting: [String: AsyncStream<JSONValue>.Continuation] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Asks a question, and returns the answer, or `nil` if there is none.
    ///
    /// - Parameters:
    ///   - params: The question.
    ///   - send: Sends the request to the client.
    func ask(_ params: JSONValue, send: (JSONValue) -> Void) async -> JSONValue? {
        let identifier = UUID().uuidString
        let (answers, continuation) = AsyncStream.makeStream(of: JSONValue.self)
        let isOpen = state.withLock { state in
            if !state.isClosed { state.waiting[identifier] = continuation }
            return !state.isClosed
        }
        guard isOpen else { return nil }
        defer { state.withLock { $0.waiting[identifier] = nil } }
        send([
            "jsonrpc": "2.0", "id": .string(identifier), "method": "elicitation/create", "params": params,
        ])
        let timer = Task {
            try await Task.sleep(for: Self.patience)
            continuation.finish()
        }
        defer { timer.cancel() }
        for await answer in answers { return answer }
        return nil
    }

    /// Accepts the answer to a question; an error or an unknown one has no effect beyond ending it.
    func answer(_ identifier: String, _ result: JSONValue?) {
        guard let continuation = state.withLock({ $0.waiting.removeValue(forKey: identifier) }) else { return }
        if let result { continuation.yield(result) }
        continuation.finish()
    }

    /// Ends all questions without an answer.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.finish() }
    }
}
