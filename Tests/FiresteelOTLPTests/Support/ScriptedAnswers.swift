import FiresteelRemote
import Synchronization

/// A transport without a network: a test says what is answered.
final class ScriptedAnswers: HTTPTransport {
    private let made = Mutex<[HTTPRequest]>([])
    private let answer: @Sendable (HTTPRequest, Int) async throws -> HTTPResponse

    /// - Parameter answer: Makes an answer of a request and its number, from 1.
    init(_ answer: @escaping @Sendable (HTTPRequest, Int) async throws -> HTTPResponse) { self.answer = answer }

    /// What was asked so far.
    var requests: [HTTPRequest] { made.withLock { $0 } }

    func open(_ request: HTTPRequest) async throws -> HTTPStream {
        let number = made.withLock { made in
            made.append(request)
            return made.count
        }
        let response = try await answer(request, number)
        let (body, writer) = HTTPBody.make(limit: .max) {}
        if !response.body.isEmpty { _ = writer.write(response.body) }
        writer.finish()
        return HTTPStream(status: response.status, fields: response.fields, body: body)
    }
}

/// A clock that notes how long somebody wants to wait, and lets nobody wait.
final class NotingClock: Sendable {
    private let noted = Mutex<[Duration]>([])

    var waits: [Duration] { noted.withLock { $0 } }

    var clock: RemoteClock {
        RemoteClock(now: { 1_000_000 }, sleep: { pause in self.noted.withLock { $0.append(pause) } })
    }
}
