import Crypto
import FiresteelFlags
import FiresteelRemote
import FiresteelStore
import HTTPTypes

extension ProtocolEndpoints {
    /// Evaluates all flags for a context.
    func evaluateAll(_ request: APIRequest) async throws -> APIResponse {
        let given = request.fields[.ifNoneMatch]
        let (snapshot, key) = try await snapshot(for: request, knownTags: given)
        let context: EvaluationContext
        let sent: FlagValue
        switch self.context(request) {
        case .success(let value): (context, sent) = value
        case .failure(let error): return Self.problem(error, key: nil)
        }
        let now = clock.now() / 1_000
        let etag = etag(snapshot, sent, now: now)
        let instance = instance(request)
        let version = version(request)
        instances.received(snapshot.revision, by: instance, version: version, key)
        contexts.record(context, bytes: request.body.count, key)
        var fields = catalogueFields(request, version)
        fields[.eTag] = etag
        if EntityTags.contain(etag, in: given) { return APIResponse(status: .notModified, fields: fields) }
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
    ) -> APIResponse {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(snapshot.rules.count * Self.usualFlagSize + 1_024)
        bytes += "{\"eventStreams\":\(streams),\"flags\":[".utf8
        for (index, entry) in snapshot.rules.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            entry.writer.write(entry.rule.evaluate(context, now: now), to: &bytes)
        }
        let environment = FlagValue.string(snapshot.environment).json()
        bytes += "],\"metadata\":{\"environment\":\(environment),\"revision\":\(snapshot.revision)}}".utf8
        return APIResponse(json: bytes, fields: fields)
    }

    @concurrent
    private func valuesElsewhere(
        of snapshot: EnvironmentSnapshot, _ context: EvaluationContext, now: Int64, _ streams: String,
        _ fields: HTTPFields
    ) async -> APIResponse {
        values(of: snapshot, context, now: now, streams, fields)
    }

    /// Evaluates one flag for a context.
    func evaluate(_ request: APIRequest) async throws -> APIResponse {
        let (snapshot, environment) = try await snapshot(for: request, knownTags: request.fields[.ifNoneMatch])
        let key = request.parameter("key")
        let context: EvaluationContext
        switch self.context(request) {
        case .success(let value): context = value.context
        case .failure(let error): return Self.problem(error, key: key)
        }
        guard let entry = snapshot.entry(key) else {
            return Self.problem(FlagError(.flagNotFound, "There is no flag “\(key)”."), key: key)
        }
        contexts.record(context, bytes: request.body.count, environment)
        let evaluation = entry.rule.evaluate(context, now: clock.now() / 1_000)
        if case .failed(let error) = evaluation.outcome { return Self.problem(error, key: key) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.usualFlagSize)
        entry.writer.write(evaluation, to: &bytes)
        return APIResponse(json: bytes)
    }

    private static func problem(_ error: FlagError, key: String?) -> APIResponse {
        var members: [String: FlagValue] = [
            "errorCode": .string(error.code.rawValue), "errorDetails": .string(error.message),
        ]
        if let key { members["key"] = .string(key) }
        return APIResponse(status: error.code == .flagNotFound ? .notFound : .badRequest, json: .object(members))
    }

    /// Returns the context of a request, and as it was sent.
    private func context(
        _ request: APIRequest
    ) -> Result<(context: EvaluationContext, sent: FlagValue), FlagError> {
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
            return .success((try EvaluationContext(context), context))
        } catch {
            return .failure(error)
        }
    }

    /// The validator of values: revision, context and, where rules depend on the time, the current minute.
    private func etag(_ snapshot: EnvironmentSnapshot, _ context: FlagValue, now: Int64) -> String {
        var text = context.json()
        if snapshot.dependsOnTime { text += "@\(now / 60)" }
        var hash = SHA256()
        text.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
        let name = Base64URL.encoded(hash.finalize().prefix(12))
        return "\"\(snapshot.revision)-\(name)-v\(Self.evaluatorVersion)-\(now / streamRenewal)\""
    }
}
