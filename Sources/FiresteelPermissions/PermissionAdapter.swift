public import FiresteelBase

/// Reads and requests one permission of a system.
///
/// ## Implementing an adapter
///
/// - ``status`` returns immediately. If reading it takes time, return `nil` and implement ``check()``.
/// - ``request(_:)`` shows the system's prompt and returns after the user's response. It is called only if the system
///   can prompt, and never concurrently. It must return: if the system may stay silent, return the current reading.
/// - Call a subscriber whenever the permission may have changed on its own. If the system doesn't report changes, do
///   nothing: programs call ``Permissions/recheck()`` when they become active.
/// - All methods may be called from any thread.
public protocol PermissionAdapter: Sendable {
    /// The permission that the adapter reads.
    var permission: PermissionKind { get }

    /// The current reading, `nil` if it isn't available without waiting.
    var status: PermissionReading? { get }

    /// Returns the current reading, and queries the system if necessary.
    func check() async -> PermissionReading

    /// Prompts the user, and returns the resulting reading.
    ///
    /// - Parameter permission: The adapter's ``permission``, notifications with the requested options.
    func request(_ permission: PermissionKind) async -> PermissionReading

    /// Calls the handler whenever the permission may have changed, until the subscription is cancelled or released.
    func subscribe(_ handler: @escaping @Sendable () -> Void) -> Subscription
}

extension PermissionAdapter {
    /// Returns ``status``, or an unsupported reading without one.
    public func check() async -> PermissionReading {
        status ?? PermissionReading(.unsupported, because: "the system doesn’t report its status")
    }

    /// Does nothing; the handler is never called.
    public func subscribe(_ handler: @escaping @Sendable () -> Void) -> Subscription { Subscription {} }
}
