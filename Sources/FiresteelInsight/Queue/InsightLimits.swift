/// The limits of stored messages.
public struct InsightLimits: Sendable, Hashable {
    /// The maximum size of all queued messages, in bytes.
    ///
    /// 16 MiB by default.
    public var bytes: Int
    /// The maximum number of queued messages.
    ///
    /// 1,000 by default.
    public var messages: Int

    /// Creates limits.
    public init(bytes: Int = 16 << 20, messages: Int = 1_000) {
        self.bytes = max(1, bytes)
        self.messages = max(1, messages)
    }
}
