package import NIOSSL

/// The options for sending events to webhooks.
package struct WebhookOptions: Sendable {
    /// The addresses that webhooks may reach.
    package var policy = AddressPolicy()
    /// The time that an attempt may take.
    package var timeout = Duration.seconds(20)
    /// The time after which another process takes over the deliveries of one that ended, longer than an attempt.
    package var lease = Duration.seconds(60)
    /// The most messages that a process sends to one webhook at a time.
    package var lanes = 2
    /// The most messages that a process sends at a time.
    package var allLanes = 32
    /// The TLS configuration by which receivers prove who they are.
    package var tls = TLSConfiguration.makeClientConfiguration()
    /// Returns the addresses of a host, or `nil` if it has none.
    package var resolve: @Sendable (String) async -> [String]? = { host in
        await NameResolver.addresses(of: host, within: 5)?.map(\.description)
    }

    /// Creates the default options.
    package init() {}
}
