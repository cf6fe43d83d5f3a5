public import FiresteelHTTP
public import FiresteelTimeline
public import Foundation
public import HTTPTypes

/// Sends runs to an OpenTelemetry endpoint: performs as spans, log lines and events as logs.
///
/// ```swift
/// let sender = OTLPSender(to: endpoint, headers: [.authorization: "Bearer \(token)"])
/// let report = try await sender.send(run)
/// ```
///
/// Batches are sent sequentially. Temporary failures, such as an unreachable endpoint or the statuses 429, 502, 503 and
/// 504, are retried with growing pauses, or after the time of `Retry-After`, up to a minute. All other failures are thrown
/// immediately. The identifiers depend only on the run, so a batch that arrives twice has the same identifiers.
public struct OTLPSender: Sendable {
    /// The endpoint without `/v1/traces` and `/v1/logs`, which are added.
    public var endpoint: URL
    /// The wire format of batches.
    public var encoding: OTLPEncoding
    /// The fields sent with each request, such as credentials.
    public var headers: HTTPFields
    /// The time limit of one request.
    public var timeout: Duration
    /// The maximum number of attempts, at least one.
    public var attempts: Int
    /// The maximum number of spans or log records in a request.
    public var batch: Int
    /// The pauses between attempts.
    public var retry: RetryPolicy

    /// The longest pause that a server can cause.
    ///
    /// A command that sends a run isn't worth a longer one.
    private static let longestPause = Duration.seconds(60)

    private let transport: any HTTPTransport
    private let clock: RemoteClock

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint without `/v1/traces` and `/v1/logs`, such as `http://localhost:4318`.
    ///   - encoding: The wire format of batches.
    ///   - headers: The fields sent with each request, such as credentials.
    ///   - transport: The transport of requests and responses.
    ///   - clock: The clock.
    public init(
        to endpoint: URL, encoding: OTLPEncoding = .protobuf, headers: HTTPFields = [:],
        transport: any HTTPTransport = URLSessionTransport(), clock: RemoteClock = .system
    ) {
        self.endpoint = endpoint
        self.encoding = encoding
        self.headers = headers
        self.transport = transport
        self.clock = clock
        timeout = .seconds(10)
        attempts = 5
        batch = 512
        retry = RetryPolicy(maximum: .seconds(30))
    }

    /// Sends a run.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - query: The performs to include, with the events that belong to them, or `nil` for the whole run.
    /// - Returns: The sent and rejected numbers.
    /// - Throws: ``OTLPError`` for the first batch that could not be sent; earlier ones were sent.
    public func send(_ run: Run, matching query: TimelineQuery? = nil) async throws(OTLPError) -> OTLPReport {
        var report = OTLPReport()
        let feed = BatchFeed(OTLPBatches(run, matching: query, limit: batch))
        defer { feed.stop() }
        for await batch in feed.batches {
            let answer = try await send(batch, &report.retries)
            report.add(batch, answer)
            feed.wasTaken()
        }
        guard !Task.isCancelled else { throw .cancelled }
        return report
    }

    private func send(_ batch: OTLPBatch, _ retries: inout Int) async throws(OTLPError) -> OTLPResponse {
        let address = endpoint.appending(path: "v1/\(batch.signal.rawValue)")
        var request = HTTPRequestMessage(
            .post, address, fields: headers, body: encoding.body(of: batch))
        let limits = HTTPLimits(bodyBytes: 1 << 20, timeout: timeout)
        request.fields[.contentType] = encoding.mediaType
        request.fields[.accept] = encoding.mediaType
        for attempt in 1...max(1, attempts) {
            let failure: (reason: String, until: Double?)
            do {
                let response = try await transport.send(request, limits: limits)
                if (200..<300).contains(response.status.code) { return OTLPResponse(success: response) }
                let reason = Self.reason(response, from: address)
                guard [429, 502, 503, 504].contains(response.status.code) else { throw OTLPError.refused(reason) }
                failure = (reason, RetryAfter.time(in: response.fields, now: clock.now()))
            } catch {
                failure = (try Self.reason(error, at: address), nil)
            }
            guard attempt < max(1, attempts) else { throw .failed(attempts: attempt, failure.reason) }
            retries += 1
            try await wait(attempt, until: failure.until)
        }
        throw .cancelled
    }

    private func wait(_ failures: Int, until time: Double?) async throws(OTLPError) {
        let requested = time.map { min(.seconds(max(0, $0 - clock.now())), Self.longestPause) }
        do {
            try await clock.sleep(requested ?? retry.delay(after: failures))
        } catch {
            throw .cancelled
        }
    }

    /// Returns the reason of a failed exchange, if it can be retried.
    private static func reason(_ error: any Error, at address: URL) throws(OTLPError) -> String {
        if let error = error as? OTLPError { throw error }
        if error is CancellationError { throw .cancelled }
        let server = address.withoutSecrets
        switch error as? HTTPTransportError {
        case .unreachable(let reason): return "Can't reach \(server): \(reason)"
        case .timedOut: return "\(server) didn't respond in time."
        case let other?: throw .refused("\(server): \(other)")
        case nil: throw .refused("\(server): \(error)")
        }
    }

    private static func reason(_ response: HTTPResponseMessage<[UInt8]>, from address: URL) -> String {
        let message = OTLPResponse(failure: response).message
        let words = message.isEmpty ? "" : " Its message: \(message)"
        let server = address.withoutSecrets
        return switch response.status.code {
        case 401, 403:
            "\(server) doesn't accept the credentials (status \(response.status.code)). Check the headers.\(words)"
        case 404: "\(server) doesn't exist (status 404). Check the endpoint, without /v1/traces.\(words)"
        case 413: "\(server) rejected a request as too large (status 413). Send smaller batches.\(words)"
        default: "\(server) responded with status \(response.status.code).\(words)"
        }
    }
}
