/// Limits of changes.
public struct ChangeLimits: Sendable {
    /// The greatest number of edits in one change.
    public var edits = 10_000
    /// The greatest length of a reason, in characters.
    public var reason = 2_000
    /// The greatest size of an item's JSON, in bytes.
    public var itemBytes = 256 * 1024
    /// The greatest number of flags of a program.
    public var flags = 20_000

    /// The greatest size of an environment's definitions, in bytes.
    ///
    /// Programs accept responses of 10 MiB; addresses of event streams are added to the definitions.
    public var definitionBytes = (10 << 20) - (64 << 10)
    /// The greatest number of pending requests of a program.
    public var pendingRequests: Int64 = 500

    /// Creates the default limits.
    public init() {}
}
