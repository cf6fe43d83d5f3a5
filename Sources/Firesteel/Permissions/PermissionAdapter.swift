/// A system's way of telling how one permission stands, and of asking for it.
///
/// ## Implementing an adapter
///
/// - ``status`` answers at once. Where the system has to be asked for it, return `nil` and implement ``check()``.
/// - ``request(_:)`` shows the system's question and returns when it was answered. It is called only where the user can be
///   asked, and never twice at once. It must return: where the system may stay silent, return what holds.
/// - Call a subscriber whenever the permission may have changed by itself. Where the system doesn't tell, do nothing:
///   programs call ``Permissions/recheck()`` when they become active.
/// - Every method may be called from any thread.
public protocol PermissionAdapter: Sendable {
    /// The permission that it knows.
    var permission: PermissionKind { get }

    /// How it stands, `nil` where that can't be told without waiting.
    var status: PermissionReading? { get }

    /// How it stands, after asking the system where that takes time.
    func check() async -> PermissionReading

    /// Asks the user, and returns how it stands then.
    ///
    /// - Parameter permission: What to ask for: its ``permission``, notifications with the options that are wanted.
    func request(_ permission: PermissionKind) async -> PermissionReading

    /// Calls the handler whenever it may have changed, until what is returned is called.
    func subscribe(_ handler: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

extension PermissionAdapter {
    /// The status.
    public func check() async -> PermissionReading {
        status ?? PermissionReading(.unsupported, because: "The system doesn't say how it stands")
    }

    /// Calls nobody.
    public func subscribe(_ handler: @escaping @Sendable () -> Void) -> @Sendable () -> Void { {} }
}
