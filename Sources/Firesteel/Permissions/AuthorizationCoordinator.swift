/// Leads the user through being asked for permissions: explains before, and says what comes after.
///
/// The system asks once, and a refusal stays. So a program says first what it is about to ask and why, and asks for what
/// the user agrees to. ``FeatureRuntime/authorize(_:coordinator:retry:)`` calls a coordinator in this order:
///
/// 1. ``willBegin(_:)`` once, with all that is missing. It says what is asked for, and in which order.
/// 2. For each of these ``willRequest(_:)``, then the system's own question, then ``didRequest(_:_:)``.
/// 3. ``didComplete(_:)`` once, whatever happened.
///
/// It is called on the main actor and may take its time. Where nothing is missing it isn't called at all.
@MainActor
public protocol AuthorizationCoordinator {
    /// Says what to ask for, in order.
    ///
    /// What is left out isn't asked for and stays missing: an empty list asks for nothing. What isn't among
    /// ``AuthorizationRequest/permissions`` isn't asked for either. By default all, in the order of the conditions.
    func willBegin(_ request: AuthorizationRequest) async -> [PermissionKind]

    /// Says whether the system may ask now. By default it may.
    func willRequest(_ permission: PermissionKind) async -> AuthorizationDecision

    /// Takes the user's answer to the system, and says whether to go on. By default it goes on.
    func didRequest(_ permission: PermissionKind, _ reading: PermissionReading) async -> AuthorizationProgress

    /// Takes what came of it. Does nothing by default.
    func didComplete(_ result: AuthorizationResult) async
}

extension AuthorizationCoordinator {
    /// All, in the order of the conditions.
    public func willBegin(_ request: AuthorizationRequest) async -> [PermissionKind] { request.permissions }

    /// It may.
    public func willRequest(_ permission: PermissionKind) async -> AuthorizationDecision { .request }

    /// It goes on.
    public func didRequest(
        _ permission: PermissionKind, _ reading: PermissionReading
    ) async -> AuthorizationProgress { .goOn }

    /// Nothing.
    public func didComplete(_ result: AuthorizationResult) async {}
}

/// A coordinator that explains nothing: the system asks for one permission after the other.
public struct NoAuthorizationCoordinator: AuthorizationCoordinator {
    /// The one coordinator there is.
    public nonisolated init() {}
}

/// What a coordinator is told before the first question.
public struct AuthorizationRequest: Sendable, Equatable {
    /// The feature that needs them, `nil` where they are asked for by themselves.
    public let feature: FeaturePath?
    /// What people call the feature.
    public let featureName: String?
    /// What is missing and can be asked for, in the order of the conditions.
    public let permissions: [PermissionKind]
    /// What is missing and can't be asked for, since it was refused or isn't there.
    public let refused: [MissingPermission]
}

/// Whether the system may ask for a permission.
public enum AuthorizationDecision: Sendable {
    /// It asks now.
    case request
    /// It doesn't ask for this one.
    case skip
    /// It asks for nothing more.
    case cancelAll
}

/// What comes after the user's answer.
public enum AuthorizationProgress: Sendable {
    /// The next permission, if there is one.
    case goOn
    /// Nothing more is asked for.
    case cancelAll
}
