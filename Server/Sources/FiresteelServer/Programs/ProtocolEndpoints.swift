import Crypto
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelRemote
import FiresteelStore
import Foundation
import HTTPTypes

/// The endpoints that programs use: OpenFeature's remote evaluation, definitions in flagd's format, and event streams.
struct ProtocolEndpoints: Sendable {
    let snapshots: SnapshotStore
    let streams: StreamHub
    let instances: ProgramInstances
    let clock: ServerClock
    let streamSecret: SymmetricKey
    /// The time for which the address of a stream is valid, in seconds.
    let streamValidity: Int64 = 7_200
    /// The time after which a response is sent again although no flag changed, for a new address of a stream, in seconds.
    ///
    /// A client whose stream can no longer be opened then receives another address with its next poll.
    let streamRenewal: Int64 = 1_800

    /// Changes if the same definitions can have other results, so that no program keeps values of an earlier version.
    private static let evaluatorVersion = 1
    private static let bodyLimit = 64 << 10

    var all: [Endpoint] {
        [
            Endpoint(
                method: .post, path: "/ofrep/v1/evaluate/flags", id: "evaluateFlagsBulk",
                summary: "Evaluates all flags for a context", access: .program([.client, .server]),
                request: OpenAPIDocument.evaluationRequest, response: "BulkEvaluation", bodyLimit: Self.bodyLimit,
                handle: evaluateAll),
            Endpoint(
                method: .post, path: "/ofrep/v1/evaluate/flags/{key}", id: "evaluateFlag",
                summary: "Evaluates one flag for a context", access: .program([.client, .server]),
                request: OpenAPIDocument.evaluationRequest, response: "Evaluation", bodyLimit: Self.bodyLimit,
                handle: evaluate),
            Endpoint(
                method: .get, path: "/flags/v1/definitions", id: "getDefinitions",
                summary: "Returns all definitions in flagd's format", access: .program([.server]),
                query: [.init(name: "eventStreams", description: "1 to receive addresses of event streams as well")],
                response: "Definitions", handle: definitions),
            Endpoint(
                method: .get, path: "/events/v1/{stream}", id: "followEvents",
                summary: "Sends an event for each revision, as server-sent events", access: .capability,
                response: "Events", handle: events),
        ]
    }

    // MARK: Evaluation

    private func evaluateAll(_ request: APIRequest) async throws -> APIResponse {
        let (snapshot, key) = try await snapshot(for: request)
        let context: EvaluationContext
        switch self.context(request) {
        case .success(let value): context = value
        case .failure(let error): return Self.problem(error, key: nil)
        }
        let now = clock.now() / 1_000
        let etag = etag(snapshot, context, now: now)
        let instance = instance(request)
        instances.received(snapshot.revision, by: instance, version: version(request), key)
        if matches(request.fields[.ifNoneMatch], etag) {
            return APIResponse(status: .notModified, fields: [.eTag: etag])
        }
        let flags: [FlagValue] = snapshot.rules.map { entry in
            OFREPMessage.flag(
                entry.key, entry.rule.evaluate(context, now: now), metadata: entry.metadata)
        }
        return APIResponse(
            json: [
                "flags": .array(flags),
                "metadata": ["revision": .int(Int(snapshot.revision)), "environment": .string(key.environment)],
                "eventStreams": eventStreams(key, revision: snapshot.revision, instance),
            ], fields: [.eTag: etag])
    }

    private func evaluate(_ request: APIRequest) async throws -> APIResponse {
        let (snapshot, _) = try await snapshot(for: request)
        let key = request.parameter("key")
        let context: EvaluationContext
        switch self.context(request) {
        case .success(let value): context = value
        case .failure(let error): return Self.problem(error, key: key)
        }
        guard let entry = snapshot.entry(key) else {
            return Self.problem(FlagError(.flagNotFound, "There is no flag “\(key)”."), key: key)
        }
        let evaluation = entry.rule.evaluate(context, now: clock.now() / 1_000)
        if case .failed(let error) = evaluation.outcome { return Self.problem(error, key: key) }
        return APIResponse(json: OFREPMessage.flag(key, evaluation, metadata: entry.metadata))
    }

    private static func problem(_ error: FlagError, key: String?) -> APIResponse {
        var members: [String: FlagValue] = [
            "errorCode": .string(error.code.rawValue), "errorDetails": .string(error.message),
        ]
        if let key { members["key"] = .string(key) }
        return APIResponse(status: error.code == .flagNotFound ? .notFound : .badRequest, json: .object(members))
    }

    private func context(_ request: APIRequest) -> Result<EvaluationContext, FlagError> {
        let body: FlagValue
        do {
            body = try FlagValue(json: request.body, limits: JSONLimits(bytes: Self.bodyLimit, depth: 64))
        } catch {
            return .failure(FlagError(.parseError, "The body isn't JSON: \(error)"))
        }
        guard case .object(let members) = body else {
            return .failure(FlagError(.parseError, "The body isn't a JSON object."))
        }
        guard let context = members["context"] else {
            return .failure(
                FlagError(.invalidContext, "The body has no “context”. Send {\"context\": {\"targetingKey\": …}}."))
        }
        do {
            return .success(try EvaluationContext(context))
        } catch {
            return .failure(error)
        }
    }

    // MARK: Definitions

    private func definitions(_ request: APIRequest) async throws -> APIResponse {
        let (snapshot, key) = try await snapshot(for: request)
        let hasStreams = request.query["eventStreams"] == "1"
        let epoch = hasStreams ? "-\(clock.now() / 1_000 / streamRenewal)" : ""
        let etag = "\"\(snapshot.revision)-d\(Self.evaluatorVersion)\(epoch)\""
        let instance = instance(request)
        instances.received(snapshot.revision, by: instance, version: version(request), key)
        if matches(request.fields[.ifNoneMatch], etag) {
            return APIResponse(status: .notModified, fields: [.eTag: etag])
        }
        var bytes = snapshot.openDefinitions
        if hasStreams {
            bytes += Array(",\"eventStreams\":\(eventStreams(key, revision: snapshot.revision, instance).json())".utf8)
        }
        bytes.append(0x7D)
        return APIResponse(
            fields: [.contentType: "application/json", .eTag: etag, .cacheControl: "private, no-cache"],
            body: .bytes(bytes))
    }

    // MARK: Events

    private func events(_ request: APIRequest) async throws -> APIResponse {
        guard
            let address = StreamAddress(request.parameter("stream"), secret: streamSecret, now: clock.now())
        else { throw APIError.notFound("This address of events is unknown or has expired. Fetch the flags again.") }
        let key = EnvironmentKey(program: address.program, environment: address.environment)
        guard let snapshot = snapshots.snapshot(key) else { throw APIError.notFound("There is no such environment.") }
        let known = request.fields[.lastEventID].flatMap { Int64($0) } ?? address.revision
        let instances = instances
        guard
            let stream = streams.open(key, instance: address.instance, onClose: { instances.closed($0.instance, key) })
        else {
            throw APIError.unavailable(
                "The server has too many event streams. Poll meanwhile.", retryAfter: Int.random(in: 5...60))
        }
        instances.opened(address.instance, key)
        // What changed before the stream was open; a change in between is sent twice at most.
        let current = snapshots.snapshot(key)?.revision ?? snapshot.revision
        if current > known { stream.send(current) }
        return APIResponse(
            fields: [
                .contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no",
            ], body: .stream(stream))
    }

    private func eventStreams(_ key: EnvironmentKey, revision: Int64, _ instance: String) -> FlagValue {
        let address = StreamAddress(
            program: key.program, environment: key.environment, revision: revision, instance: instance,
            expires: clock.now() / 1_000 + streamValidity)
        return [
            [
                "type": "sse",
                // “url” has to be absolute, and a proxy may hide the server's origin.
                "endpoint": ["requestUri": .string("/events/v1/\(address.text(secret: streamSecret))")],
                "inactivityDelaySec": 60,
            ]
        ]
    }

    // MARK: Requests

    /// Returns the current snapshot of the environment of a token.
    ///
    /// A program that another node served may know a later revision than this node. Its values must not go back, so
    /// revisions are read first, and without a database the request fails.
    private func snapshot(for request: APIRequest) async throws -> (EnvironmentSnapshot, EnvironmentKey) {
        guard case .token(let token) = request.caller else { throw APIError.unauthorized }
        let key = EnvironmentKey(program: token.program, environment: token.environment)
        if let known = snapshots.snapshot(key), revision(request.fields[.ifNoneMatch]) <= known.revision {
            return (known, key)
        }
        try await snapshots.refresh()
        guard let snapshot = snapshots.snapshot(key) else {
            throw APIError.unavailable("The server is starting. Try again.", retryAfter: 1)
        }
        return (snapshot, key)
    }

    /// Returns the latest revision of a field's validators, or 0.
    private func revision(_ field: String?) -> Int64 {
        guard let field else { return 0 }
        return field.split(separator: ",").compactMap { part in
            let digits = part.drop { $0 == " " || $0 == "W" || $0 == "/" || $0 == "\"" }.prefix { $0.isNumber }
            return Int64(digits)
        }.max() ?? 0
    }

    /// Returns the identifier of the program's run: up to 64 letters, digits and hyphens, else empty.
    private func instance(_ request: APIRequest) -> String {
        guard let text = request.fields[.instance], text.utf8.count <= 64,
            text.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
            })
        else { return "" }
        return text
    }

    private func version(_ request: APIRequest) -> String {
        guard let text = request.fields[.programVersion], text.utf8.count <= 64,
            text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return "" }
        return text
    }

    /// The validator of values: revision, context and, where rules depend on the time, the current minute.
    private func etag(_ snapshot: EnvironmentSnapshot, _ context: EvaluationContext, now: Int64) -> String {
        var text = context.flagValue.json()
        if snapshot.dependsOnTime { text += "@\(now / 60)" }
        let hash = SHA256.hash(data: Array(text.utf8)).prefix(12)
        let context = Data(hash).base64EncodedString().replacing("/", with: "_")
        return "\"\(snapshot.revision)-\(context)-v\(Self.evaluatorVersion)-\(now / streamRenewal)\""
    }

    private func matches(_ field: String?, _ etag: String) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { part in
            let tag = part.filter { $0 != " " }
            return tag == etag || tag == "W/\(etag)" || tag == "*"
        }
    }
}

extension HTTPField.Name {
    /// Tells nginx not to buffer a response.
    static let accelBuffering = HTTPField.Name(known: "X-Accel-Buffering")
    /// The last event that a client received before it connected again.
    static let lastEventID = HTTPField.Name(known: "Last-Event-ID")
}
