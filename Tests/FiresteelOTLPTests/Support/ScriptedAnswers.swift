import FiresteelHTTP
import HTTPTypes
import Synchronization

/// A transport without a network: a test says what is answered.
final class ScriptedAnswers: HTTPTransport {
    private let made = Mutex<[HTTPRequestMessage]>([])
    private let answer: @Sendable (HTTPRequestMessage, Int) async throws -> HTTPResponseMessage<[UInt8]>

    /// - Parameter answer: Makes an answer of a request and its number, from 1.
    init(_ answer: @escaping @Sendable (HTTPRequestMessage, Int) async throws -> HTTPResponseMessage<[UInt8]>) {
        self.answer = answer
    }

    /// The requests so far.
    var requests: [HTTPRequestMessage] { made.withLock { $0 } }

    func open(
        _ request: HTTPRequestMessage, limits: HTTPLimits
    ) async throws -> HTTPResponseMessage<HTTPBody> {
        let number = made.withLock { made in
            made.append(request)
            return made.count
        }
        let response = try await answer(request, number)
        let (body, writer) = HTTPBody.make(limit: .max) {}
        if !response.body.isEmpty { _ = writer.write(response.body) }
        writer.finish()
        return HTTPResponseMessage(status: response.status, fields: response.fields, body: body)
    }
}

/// A clock that records durations of waits, and returns immediately.
final class NotingClock: Sendable {
    private let noted = Mutex<[Duration]>([])

    var waits: [Duration] { noted.withLock { $0 } }

    var clock: RemoteClock {
        RemoteClock(now: { 1_000_000 }, sleep: { pause in self.noted.withLock { $0.append(pause) } })
    }
}
