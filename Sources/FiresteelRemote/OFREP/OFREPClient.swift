public import FiresteelFlags
public import FiresteelHTTP
import HTTPTypes
import Synchronization

/// Evaluates single flags for any context on an OFREP server.
///
/// For servers, where each request has its own context. Results are not cached.
public struct OFREPClient: Sendable {
    private let source: OFREPSource
    private let sender: FlagRequestSender
    private let pause = RequestPause()
    private let clock: RemoteClock

    /// A server's result for a flag.
    public struct Answer: Sendable, Hashable {
        /// The value, the instruction to use the program's default, or the error of this flag.
        public var evaluation: FlagEvaluation
        /// The metadata that the server returns with it.
        public var metadata: [String: JSONValue]
    }

    /// Creates a client.
    public init(
        _ source: OFREPSource, transport: any HTTPTransport, limits: HTTPLimits = .flags, clock: RemoteClock = .system
    ) {
        self.source = source
        self.sender = FlagRequestSender(transport, limits: limits)
        self.clock = clock
    }

    /// Evaluates a flag for a context.
    ///
    /// - Throws: ``RemoteFlagError`` if the server returned no result for the flag: it is unreachable, rejects the
    ///   credentials, limits the request rate, or returns an invalid response; or if there are no credentials, because
    ///   their closure threw. While the server demands a pause (`Retry-After`, at most one hour), it throws without a
    ///   request. `CancellationError`.
    public func evaluate(_ key: String, in context: EvaluationContext) async throws -> Answer {
        if let (time, status) = pause.current, clock.now() < time {
            let cause = status == 429 ? "limits the rate of requests" : "accepts no requests (status \(status))"
            throw RemoteFlagError(
                FlagError(
                    .general,
                    "Can't evaluate “\(key)”: \(source.address.withoutSecrets) \(cause). Evaluate it again after the retry time."
                ), retryTime: time)
        }
        do {
            let request = try await source.request(for: key, context)
            let response = try await sender.send(request)
            return try answer(to: key, response)
        } catch let error as FlagError {
            throw RemoteFlagError(error)
        } catch let error as HTTPTransportError {
            throw RemoteFlagError(FlagError(.general, error.description))
        } catch let error as RemoteFlagError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            // The closure of the credentials.
            throw RemoteFlagError(FlagError(.general, "\(error)"))
        }
    }

    private func answer(to key: String, _ response: HTTPResponseMessage<[UInt8]>) throws -> Answer {
        guard response.status == 200 else {
            if response.status == 400 || response.status == 404, let fault = OFREPFlag.fault(in: response) {
                return Answer(evaluation: FlagEvaluation(.failed(fault), reason: .error), metadata: [:])
            }
            if response.status == 404, response.body.isEmpty {
                return Answer(
                    evaluation: .failed(.flagNotFound, "The server has no flag “\(key)”."), metadata: [:])
            }
            let retryTime = RetryAfter.time(in: response.fields, now: clock.now())
            if let retryTime { pause.start(until: retryTime, status: response.status.code) }
            throw RemoteFlagError(
                source.error(of: response), retryTime: retryTime,
                isRejection: response.status == 401 || response.status == 403)
        }
        let value: JSONValue
        do {
            value = try JSONValue(json: response.body)
        } catch {
            throw FlagError(.parseError, "The response isn't JSON: \(error)")
        }
        guard case .object(let members) = value, members["key"] == .string(key) else {
            throw FlagError(.parseError, "The response isn't about the flag “\(key)”.")
        }
        var metadata: [String: JSONValue] = [:]
        if case .object(let own)? = members["metadata"] { metadata = own }
        return Answer(evaluation: OFREPFlag.evaluation(members), metadata: metadata)
    }
}

/// The time before which a server accepts no requests, shared by the copies of a client.
private final class RequestPause: Sendable {
    private let pause = Mutex<(end: Double, status: Int)?>(nil)

    /// The end of the pause, in seconds since 1970, and the status that demanded it.
    var current: (end: Double, status: Int)? { pause.withLock { $0 } }

    /// Starts a pause, or extends the current one: of two concurrent responses the later end applies.
    func start(until end: Double, status: Int) {
        pause.withLock { pause in
            if pause.map({ $0.end < end }) ?? true { pause = (end, status) }
        }
    }
}
