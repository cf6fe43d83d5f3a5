public import FiresteelBase

/// A fact outside the program's features that a constraint reads, such as a permission, a product, or an account.
public struct Requirement: Sendable, Hashable {
    /// The ``ConstraintSource/name`` of the source of the fact: "permissions".
    public let source: String
    /// The name of the fact in its source: "contacts".
    public let name: String

    /// Creates a requirement from a name and the name of its source.
    public init(_ name: String, from source: String) {
        self.source = source
        self.name = name
    }
}

/// The status of a fact outside the program's features.
public enum RequirementStatus: String, Sendable, Hashable, CaseIterable {
    /// The source hasn't determined the status yet.
    case unknown
    /// Not decided yet, so the program can prompt the user.
    case notDetermined
    /// Granted: allowed, bought, signed in.
    case granted
    /// Denied by the user, or not bought, which the user can change.
    case denied
    /// Denied, and not by the user.
    case restricted
    /// Doesn't exist on this system.
    case unsupported
}

/// The requirements that a change may have affected.
public enum RequirementChange: Sendable, Equatable {
    /// The requirements with these names.
    case names(Set<String>)
    /// All requirements of the source.
    case all
}

/// A source of facts that constraints read and that change on their own, such as a shop or the system's permissions.
///
/// Constraints name the facts they need in ``Constraint/requirements``. List the sources of a runtime in
/// ``RuntimeConfiguration/sources``.
///
/// ## Implementing a source
///
/// - ``status(of:)`` returns immediately, from cached facts. It returns ``RequirementStatus/unknown`` until the source
///   has any.
/// - Call subscribers after the new status is in place, so that a handler reads it. Pass the names that may have
///   changed, not their new status. Hold no lock during the calls. An immediate `Broadcaster` does the rest.
/// - Every method may be called from any thread.
///
/// Report facts that change together, such as when the user signs out, as one change. The runtime then checks the
/// affected features together, and each of them changes at most once.
public protocol ConstraintSource: Sendable {
    /// The name by which constraints refer to the source, unique in a runtime.
    var name: String { get }

    /// Returns the status of a fact.
    func status(of name: String) -> RequirementStatus

    /// Returns a description of why a fact has its status, for the user, if there is more to say than the status does.
    ///
    /// `nil` by default.
    func reason(of name: String) -> String?

    /// Messages for developers about faults that keep the source from reading its facts.
    ///
    /// Each of them is reported once. Empty by default.
    var faults: [String] { get }

    /// Whether facts differ from one principal to another.
    ///
    /// `false` by default: the facts are the same for everyone.
    var isPerPrincipal: Bool { get }

    /// Returns the source of one principal's facts, or of the facts of people without a principal.
    ///
    /// Called whenever a constraint of a session with its own context needs it, on the thread of the request, if
    /// ``isPerPrincipal``. Return the same object for the same principal if it has state. The subscribers of this
    /// source are notified of a change of any principal's facts. By default returns `self`.
    func source(for principal: Principal?) -> any ConstraintSource

    /// Calls the handler after each change, from any thread, until the subscription is cancelled or released.
    func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> Subscription
}

extension ConstraintSource {
    /// Returns `nil`.
    public func reason(of name: String) -> String? { nil }
    /// No faults.
    public var faults: [String] { [] }
    /// `false`, since the facts are the same for everyone.
    public var isPerPrincipal: Bool { false }
    /// Returns this source.
    public func source(for principal: Principal?) -> any ConstraintSource { self }
}
