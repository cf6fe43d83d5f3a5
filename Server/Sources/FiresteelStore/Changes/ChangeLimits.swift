/// Limits of changes.
package struct ChangeLimits: Sendable {
    /// The maximum number of edits in one change.
    package var edits = 10_000
    /// The maximum length of a reason, in characters.
    package var reason = 2_000
    /// The maximum size of an item's JSON, in bytes.
    package var itemBytes = 256 * 1024
    /// The maximum number of flags of a program.
    package var flags = 20_000
    /// The maximum number of experiments of a program, in all environments.
    package var experiments = 2_000

    /// The maximum size of an environment's definitions, in bytes.
    ///
    /// Programs accept responses of 10 MiB; addresses of event streams are added to the definitions.
    package var definitionBytes = (10 << 20) - (64 << 10)
    /// The maximum number of pending requests of a program.
    package var pendingRequests: Int64 = 500

    /// Creates the default limits.
    package init() {}
}
