import FiresteelBase
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

extension ProtocolEndpoints {
    /// Returns all definitions in flagd's format.
    func definitions(_ request: APIRequest) async throws -> HTTPServerResponse {
        let given = request.fields[.ifNoneMatch]
        let (snapshot, key) = try await snapshot(for: request, knownTags: given)
        let hasStreams = request.query["eventStreams"] == "1"
        let epoch = hasStreams ? "-\(clock.now() / 1_000 / streamRenewal)" : ""
        let etag = "\"\(snapshot.revision)-d\(Self.evaluatorVersion)\(epoch)\""
        let instance = instance(request)
        let version = version(request)
        instances.received(snapshot.revision, by: instance, version: version, key)
        recordDelivery(of: snapshot, request, version: version)
        var fields = catalogueFields(request, version)
        fields[.eTag] = etag
        if IfNoneMatch.contains(etag, in: given) { return HTTPServerResponse(status: .notModified, fields: fields) }
        fields[.cacheControl] = "private, no-cache"
        guard hasStreams else { return HTTPServerResponse(json: snapshot.definitions, fields: fields) }
        let streams = eventStreams(key, revision: snapshot.revision, instance, request.caller)
        let more = ",\"eventStreams\":\(streams),\"revision\":\(snapshot.revision)}"
        var bytes: [UInt8] = []
        bytes.reserveCapacity(snapshot.definitions.count + more.utf8.count)
        bytes += snapshot.definitions.dropLast()
        bytes += more.utf8
        return HTTPServerResponse(json: bytes, fields: fields)
    }

    /// Returns the addresses of event streams as JSON.
    func eventStreams(
        _ key: EnvironmentKey, revision: Int64, _ instance: String, _ caller: Caller
    ) -> String {
        var token = ""
        if case .token(let value) = caller { token = value.id }
        let address = StreamAddress(
            program: key.program, environment: key.environment, revision: revision, token: token,
            instance: instance, expires: clock.now() / 1_000 + streamValidity)
        // “url” has to be absolute, and a proxy may hide the server's origin.
        let path = JSONValue.string("/events/v1/\(address.text(secret: streamSecret))").json()
        return "[{\"endpoint\":{\"requestUri\":\(path)},\"inactivityDelaySec\":60,\"type\":\"sse\"}]"
    }
}
