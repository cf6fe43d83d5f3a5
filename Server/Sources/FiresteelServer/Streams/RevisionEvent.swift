import FiresteelHTTPServer

/// The events that programs follow: server-sent events as OpenFeature's protocol defines them, with the revision beside it.
enum RevisionEvent {
    /// The bytes that each client receives first.
    static let beginning = Array("retry: 2000\n: connected\n\n".utf8)
    /// A comment, so that proxies and the client know that the stream is alive.
    static let alive = HTTPEvent(Array(": alive\n\n".utf8), number: nil)

    /// Returns the event of a revision.
    static func of(_ revision: Int64) -> HTTPEvent {
        HTTPEvent(
            Array(
                "id: \(revision)\ndata: {\"type\":\"refetchEvaluation\",\"etag\":\"r\(revision)\",\"revision\":\(revision)}\n\n"
                    .utf8), number: revision)
    }
}
