/// An event's hint about the new state, passed to the request.
public struct RefetchHint: Sendable, Hashable {
    /// The validator of the new state.
    public var etag: String?
    /// The time of the change: seconds since 1970, or an ISO 8601 date.
    public var lastModified: String?

    /// Creates a hint.
    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }
}
