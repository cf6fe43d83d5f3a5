/// Something outside the program's features that a condition looks at: a permission, a product, an account.
public struct Requirement: Sendable, Hashable {
    /// The ``ConstraintSource/name`` of the source that knows it: "permissions".
    public let source: String
    /// What it is called there: "contacts".
    public let name: String

    /// A requirement by its source and its name there.
    public init(_ name: String, from source: String) {
        self.source = source
        self.name = name
    }
}

/// How something outside the program's features stands.
public enum RequirementStatus: String, Sendable, Hashable, CaseIterable {
    /// It isn't known yet: the source has still to find out.
    case unknown
    /// It was never decided: the user can be asked.
    case notDetermined
    /// It is there: allowed, bought, signed in.
    case granted
    /// It was refused, or isn't bought. The user can change that.
    case denied
    /// It is refused, and not by the user.
    case restricted
    /// There is no such thing here.
    case unsupported
}

/// Which requirements may have changed.
public enum RequirementChange: Sendable, Equatable {
    /// These of the source, by their names.
    case names(Set<String>)
    /// Any of the source.
    case all
}

/// A source of facts that conditions look at and that change by themselves: a shop, the system's permissions.
///
/// Conditions name what they need in ``Constraint/requirements``; a runtime is told of its sources in
/// ``RuntimeConfiguration/sources``.
///
/// ## Implementing a source
///
/// - ``status(of:)`` answers at once, from what the source knows; ``RequirementStatus/unknown`` until it knows anything.
/// - Call subscribers after the new status is in place, so that whoever asks from a handler sees it. Say what may have
///   changed, not what it has become. Hold no lock of yours meanwhile.
/// - Every method may be called from any thread.
///
/// What changes at once, as when the user signs out, belongs into one change: features are checked for it together, and
/// each that becomes available or stops being so says so once.
public protocol ConstraintSource: Sendable {
    /// What conditions call it. Unique in a runtime.
    var name: String { get }

    /// How something stands now.
    func status(of name: String) -> RequirementStatus

    /// Why something stands so, in words for the person who asks, where there is more to say than the status does.
    ///
    /// `nil` by default.
    func reason(of name: String) -> String?

    /// What keeps the source from knowing its facts as it should, for developers. Each is reported once.
    ///
    /// None by default.
    var faults: [String] { get }

    /// Whether facts differ from one principal to another.
    ///
    /// `false` by default: the facts are the same for everyone.
    var isPerPrincipal: Bool { get }

    /// Returns the source of one principal's facts, or of the facts of people without a principal.
    ///
    /// Called whenever a constraint of a session with its own context needs it, on the thread of the request, if
    /// ``isPerPrincipal``. Return the same object for the same principal where that has state. A change of any principal's
    /// facts is reported to the subscribers of this source. By default returns `self`.
    func source(for principal: Principal?) -> any ConstraintSource

    /// Calls the handler after each change, from any thread, until what is returned is called.
    func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> @Sendable () -> Void
}

extension ConstraintSource {
    /// Nothing.
    public func reason(of name: String) -> String? { nil }
    /// None.
    public var faults: [String] { [] }
    /// `false`.
    public var isPerPrincipal: Bool { false }
    /// Returns this source.
    public func source(for principal: Principal?) -> any ConstraintSource { self }
}
