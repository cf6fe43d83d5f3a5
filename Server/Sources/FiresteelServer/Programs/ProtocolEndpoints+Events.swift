import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes
import Logging

extension ProtocolEndpoints {
    /// Sends an event for each revision.
    func events(_ request: APIRequest) async throws -> HTTPServerResponse {
        guard
            let address = StreamAddress(request.parameter("stream"), secret: streamSecret, now: clock.now()),
            let token = try await access.token(identifier: address.token)
        else { throw HTTPProblem.notFound("This address of events is unknown or has expired. Fetch the flags again.") }
        let key = EnvironmentKey(program: address.program, environment: address.environment)
        guard let snapshot = snapshots.snapshot(key) else {
            throw HTTPProblem.notFound("There is no such environment.")
        }
        let known = request.fields[.lastEventID].flatMap { Int64($0) } ?? address.revision
        let instances = instances
        let stream: HTTPEventStream
        do {
            stream = try streams.open(address, client: ClientAddress(request.address), expires: token.expires) {
                instances.closed(address.instance, key)
            }
        } catch {
            throw problem(of: error, request)
        }
        instances.opened(address.instance, key)
        // A token may have been revoked while the stream opened, when the others of it ended.
        if await isRevoked(address.token) { HTTPEventStream.end(CollectionOfOne(stream)) }
        // What changed before the stream was open. A change in between is sent once: the stream knows its number.
        let current = snapshots.snapshot(key)?.revision ?? snapshot.revision
        if current > known { stream.send(RevisionEvent.of(current)) }
        return HTTPServerResponse(
            status: .ok,
            fields: [
                .contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no",
            ], body: .events(stream))
    }

    /// Whether a token is no longer valid; while the database can't be read, an open stream remains as it is.
    private func isRevoked(_ token: String) async -> Bool {
        do { return try await access.token(identifier: token) == nil } catch { return false }
    }

    private func problem(of error: StreamLimitError, _ request: APIRequest) -> HTTPProblem {
        let wait = Int.random(in: 5...60)
        switch error {
        case .stopping: return .unavailable("The server is stopping. Connect again.", retryAfter: 1)
        case .total: return .unavailable("The server has too many event streams. Poll meanwhile.", retryAfter: wait)
        case .instance, .token:
            let holder = error == .token ? "this token" : "this run of the program"
            return .tooMany("There are too many event streams of \(holder). Poll meanwhile.", wait: Int64(wait) * 1_000)
        case .client:
            // Behind a proxy every client has its address unless it is configured.
            failures.record(
                "An address has as many event streams as one may have. If it is a proxy, use --trust-proxy",
                level: .warning, ["address": "\(request.address)"])
            return .tooMany(
                "There are too many event streams from this address. Poll meanwhile.", wait: Int64(wait) * 1_000)
        }
    }
}

extension HTTPField.Name {
    /// Tells nginx not to buffer a response.
    static let accelBuffering = HTTPField.Name(known: "X-Accel-Buffering")
    /// The last event that a client received before it connected again.
    static let lastEventID = HTTPField.Name(known: "Last-Event-ID")
}
