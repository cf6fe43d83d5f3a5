public import FiresteelPermissions

/// A coordinator for tests with scripted decisions, which records its calls.
///
/// ```swift
/// let coordinator = ScriptedCoordinator()
/// coordinator.decisions[.contacts] = .skip
/// try await Sharing.authorize(coordinator: coordinator)
/// #expect(coordinator.calls == ["begin Camera, Contacts", "will Camera", …])
/// ```
@MainActor
public final class ScriptedCoordinator: AuthorizationCoordinator {
    /// The calls, in order: "begin Camera, Contacts", "will Camera", "did Camera authorized", "missing Contacts".
    public private(set) var calls: [String] = []
    /// The requests passed at the beginning of each flow.
    public private(set) var begun: [AuthorizationRequest] = []
    /// The results passed at the end of each flow.
    public private(set) var results: [AuthorizationResult] = []

    /// Returns the permissions to request, given those that can be requested.
    ///
    /// Returns all of them in order by default.
    public var order: ([PermissionKind]) -> [PermissionKind] = { $0 }
    /// The decision before each permission.
    ///
    /// Permissions are requested by default.
    public var decisions: [PermissionKind: AuthorizationDecision] = [:]
    /// The decision after each permission.
    ///
    /// The flow continues by default.
    public var progress: [PermissionKind: AuthorizationProgress] = [:]
    /// Called with the call's description before the coordinator returns, so that a test can suspend it.
    public var meanwhile: (String) async -> Void = { _ in }

    /// Creates a coordinator that agrees to everything.
    public init() {}

    /// Returns the result of ``order``.
    public func willBegin(_ request: AuthorizationRequest) async -> [PermissionKind] {
        begun.append(request)
        await record("begin \(Self.names(request.permissions))")
        return order(request.permissions)
    }

    /// Returns the decision in ``decisions``.
    public func willRequest(_ permission: PermissionKind) async -> AuthorizationDecision {
        await record("will \(permission.name)")
        return decisions[permission] ?? .request
    }

    /// Returns the decision in ``progress``.
    public func didRequest(
        _ permission: PermissionKind, _ reading: PermissionReading
    ) async -> AuthorizationProgress {
        await record("did \(permission.name) \(reading.status.rawValue)")
        return progress[permission] ?? .continue
    }

    /// Remembers the result.
    public func didComplete(_ result: AuthorizationResult) async {
        results.append(result)
        await record("\(result.ending.rawValue) \(Self.names(result.missing.map(\.kind)))")
    }

    private func record(_ call: String) async {
        calls.append(call.trimmingSuffix(while: \.isWhitespace))
        await meanwhile(call)
    }

    private static func names(_ kinds: [PermissionKind]) -> String { kinds.map(\.name).joined(separator: ", ") }
}

extension String {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return String(text)
    }
}
