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

    /// The greatest number of pending requests of a program.
    public var pendingRequests: Int64 = 500

    /// Creates the default limits.
    public init() {}
}
