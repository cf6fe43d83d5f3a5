import Crypto
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

extension ProtocolEndpoints {
    /// Evaluates all flags for a context.
    func evaluateAll(_ request: APIRequest) async throws -> HTTPServerResponse {
        let given = request.fields[.ifNoneMatch]
        let (snapshot, key) = try await snapshot(for: request, knownTags: given)
        let context: EvaluationContext
        switch self.context(request) {
        case .success(let value): context = value
        case .failure(let error): return Self.problem(error, key: nil)
        }
        let now = clock.now() / 1_000
        let etag = etag(snapshot, request, now: now)
        let instance = instance(request)
        let version = version(request)
        instances.received(snapshot.revision, by: instance, version: version, key)
        recordDelivery(of: snapshot, request, version: version)
        contexts.record(context, bytes: request.body.count, key)
        var fields = catalogueFields(request, version)
        fields[.eTag] = etag
        if IfNoneMatch.contains(etag, in: given) { return HTTPServerResponse(status: .notModified, fields: fields) }
        let streams = eventStreams(key, revision: snapshot.revision, instance, request.caller)
        // Others wait for the thread of the connection.
        return snapshot.rules.count <= Self.briefFlags
            ? values(of: snapshot, context, now: now, streams, fields)
            : await valuesElsewhere(of: snapshot, context, now: now, streams, fields)
    }

    /// The number of flags that are evaluated in tens of microseconds.
    private static let briefFlags = 50
    /// The size of the JSON of most flags, in bytes.
    private static let usualFlagSize = 128

    private func values(
        of snapshot: EnvironmentSnapshot, _ context: EvaluationContext, now: Int64, _ streams: String,
        _ fields: HTTPFields
    ) -> HTTPServerResponse {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(snapshot.rules.count * Self.usualFlagSize + 1_024)
        bytes += "{\"eventStreams\":\(streams),\"flags\":[".utf8
        for (index, entry) in snapshot.rules.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            entry.writer.write(entry.rule.evaluate(context, now: now), to: &bytes)
        }
        let environment = JSONValue.string(snapshot.environment).json()
        bytes += "],\"metadata\":{\"environment\":\(environment),\"revision\":\(snapshot.revision)}}".utf8
        return HTTPServerResponse(json: bytes, fields: fields)
    }

    @concurrent
    private func valuesElsewhere(
        of snapshot: EnvironmentSnapshot, _ context: EvaluationContext, now: Int64, _ streams: String,
        _ fields: HTTPFields
    ) async -> HTTPServerResponse {
        values(of: snapshot, context, now: now, streams, fields)
    }

    /// Evaluates one flag for a context.
    func evaluate(_ request: APIRequest) async throws -> HTTPServerResponse {
        let (snapshot, environment) = try await snapshot(for: request, knownTags: request.fields[.ifNoneMatch])
        let key = request.parameter("key")
        let context: EvaluationContext
        switch self.context(request) {
        case .success(let value): context = value
        case .failure(let error): return Self.problem(error, key: key)
        }
        guard let entry = snapshot.entry(key) else {
            return Self.problem(FlagError(.flagNotFound, "There is no flag “\(key)”."), key: key)
        }
        contexts.record(context, bytes: request.body.count, environment)
        recordDelivery(of: snapshot, request, version: version(request))
        let evaluation = entry.rule.evaluate(context, now: clock.now() / 1_000)
        if case .failed(let error) = evaluation.outcome { return Self.problem(error, key: key) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.usualFlagSize)
        entry.writer.write(evaluation, to: &bytes)
        return HTTPServerResponse(json: bytes)
    }

    private static func problem(_ error: FlagError, key: String?) -> HTTPServerResponse {
        var members: [String: JSONValue] = [
            "errorCode": .string(error.code.rawValue), "errorDetails": .string(error.message),
        ]
        if let key { members["key"] = .string(key) }
        return HTTPServerResponse(status: error.code == .flagNotFound ? .notFound : .badRequest, json: .object(members))
    }

    /// Returns the context of a request.
    private func context(_ request: APIRequest) -> Result<EvaluationContext, FlagError> {
        let body: JSONValue
        do {
            body = try JSONValue(json: request.body, limits: JSONLimits(bytes: Self.bodyLimit, depth: 64))
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

    /// The validator of values: revision, body and, where rules depend on the time, the current minute.
    private func etag(_ snapshot: EnvironmentSnapshot, _ request: APIRequest, now: Int64) -> String {
        var hash = SHA256()
        // A client writes the same context in the same way.
        hash.update(data: request.body)
        if snapshot.dependsOnTime { hash.update(data: Array("@\(now / 60)".utf8)) }
        let name = Base64URL.encoded(hash.finalize().prefix(12))
        return "\"\(snapshot.revision)-\(name)-v\(Self.evaluatorVersion)-\(now / streamRenewal)\""
    }
}
