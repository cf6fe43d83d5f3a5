public import Firesteel

/// Guides the user through permission requests: explains them in advance, and decides how to proceed.
///
/// The system prompts only once, and a denial is permanent. A program therefore explains what it requests and why, and
/// requests what the user agrees to. `FeatureRuntime.authorize(_:coordinator:retry:)` calls a coordinator in this
/// order:
///
/// 1. ``willBegin(_:)`` once, with all missing permissions. It returns the permissions to request, in order.
/// 2. For each of these ``willRequest(_:)``, then the system's prompt, then ``didRequest(_:_:)``.
/// 3. ``didComplete(_:)`` once, with any result.
///
/// Its methods are called on the main actor and may suspend. If no permission is missing, they aren't called.
@MainActor
public protocol AuthorizationCoordinator {
    /// Returns the permissions to request, in order.
    ///
    /// Omitted permissions are not requested and stay missing: an empty list requests nothing. Permissions that aren't
    /// in ``AuthorizationRequest/permissions`` are ignored. By default all, in the order of the constraints.
    func willBegin(_ request: AuthorizationRequest) async -> [PermissionKind]

    /// Returns whether the system may prompt now. By default it may.
    func willRequest(_ permission: PermissionKind) async -> AuthorizationDecision

    /// Receives the user's response to the prompt, and returns whether to continue. By default it continues.
    func didRequest(_ permission: PermissionKind, _ reading: PermissionReading) async -> AuthorizationProgress

    /// Receives the result. Does nothing by default.
    func didComplete(_ result: AuthorizationResult) async
}

extension AuthorizationCoordinator {
    /// Returns all permissions, in the order of the constraints.
    public func willBegin(_ request: AuthorizationRequest) async -> [PermissionKind] { request.permissions }

    /// Returns ``AuthorizationDecision/request``.
    public func willRequest(_ permission: PermissionKind) async -> AuthorizationDecision { .request }

    /// Returns ``AuthorizationProgress/continue``.
    public func didRequest(
        _ permission: PermissionKind, _ reading: PermissionReading
    ) async -> AuthorizationProgress { .continue }

    /// Does nothing.
    public func didComplete(_ result: AuthorizationResult) async {}
}

/// A coordinator without explanations: the system prompts for one permission after another.
public struct NoAuthorizationCoordinator: AuthorizationCoordinator {
    /// Creates the coordinator.
    public nonisolated init() {}
}

/// The information a coordinator receives before the first prompt.
public struct AuthorizationRequest: Sendable, Equatable {
    /// The feature that needs the permissions, `nil` if they are requested without a feature.
    public let feature: FeaturePath?
    /// The display name of the feature.
    public let featureName: String?
    /// The missing permissions that can be requested, in the order of the constraints.
    public let permissions: [PermissionKind]
    /// The missing permissions that can't be requested, because they are denied or unsupported.
    public let refused: [MissingPermission]
}

/// A decision on whether the system may prompt for a permission.
public enum AuthorizationDecision: Sendable {
    /// The system prompts now.
    case request
    /// The system doesn't prompt for this permission.
    case skip
    /// The flow ends without another prompt.
    case cancelAll
}

/// The next step after the user's response.
public enum AuthorizationProgress: Sendable {
    /// The flow continues with the next permission, if there is one.
    case `continue`
    /// The flow ends without another prompt.
    case cancelAll
}
