package import NIOSSL

/// How events are sent to webhooks.
public struct WebhookOptions: Sendable {
    /// Which addresses webhooks may lead to.
    public var policy = AddressPolicy()
    /// The time that an attempt may take.
    package var timeout = Duration.seconds(20)
    /// The time after which another process sends what one that ended was sending, longer than an attempt.
    package var lease = Duration.seconds(60)
    /// The most messages that a process sends to one webhook at a time.
    package var lanes = 2
    /// The most messages that a process sends at a time.
    package var allLanes = 32
    /// How receivers prove who they are.
    package var tls = TLSConfiguration.makeClientConfiguration()
    /// Returns the addresses of a host, or `nil` if it has none.
    package var resolve: @Sendable (String) async -> [String]? = { host in
        await NameResolver.addresses(of: host, within: 5)?.map(\.description)
    }

    /// Creates the default options.
    public init() {}
}
