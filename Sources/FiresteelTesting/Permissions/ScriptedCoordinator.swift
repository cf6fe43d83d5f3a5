public import Firesteel

/// A coordinator for tests: it answers as the test says, and remembers what it was asked.
///
/// ```swift
/// let coordinator = ScriptedCoordinator()
/// coordinator.decisions[.contacts] = .skip
/// try await Sharing.authorize(coordinator: coordinator)
/// #expect(coordinator.calls == ["begin Camera, Contacts", "will Camera", …])
/// ```
@MainActor
public final class ScriptedCoordinator: AuthorizationCoordinator {
    /// What it was asked and told, in order: "begin Camera, Contacts", "will Camera", "did Camera authorized", "missing
    /// Contacts".
    public private(set) var calls: [String] = []
    /// What it was told before the first question, one for each flow.
    public private(set) var begun: [AuthorizationRequest] = []
    /// What it was told of at the end, one for each flow.
    public private(set) var results: [AuthorizationResult] = []

    /// Makes what is asked for of what could be asked for.
    ///
    /// All of it, in its order, by default.
    public var order: ([PermissionKind]) -> [PermissionKind] = { $0 }
    /// What it says before each permission.
    ///
    /// That it may be asked for, by default.
    public var decisions: [PermissionKind: AuthorizationDecision] = [:]
    /// What it says after each permission.
    ///
    /// That the flow goes on, by default.
    public var progress: [PermissionKind: AuthorizationProgress] = [:]
    /// Runs before it answers, with what it is called for: a test lets it wait here.
    public var meanwhile: (String) async -> Void = { _ in }

    /// One that agrees to everything.
    public init() {}

    /// Gives what ``order`` makes of it.
    public func willBegin(_ request: AuthorizationRequest) async -> [PermissionKind] {
        begun.append(request)
        await note("begin \(Self.names(request.permissions))")
        return order(request.permissions)
    }

    /// Gives what ``decisions`` says.
    public func willRequest(_ permission: PermissionKind) async -> AuthorizationDecision {
        await note("will \(permission.name)")
        return decisions[permission] ?? .request
    }

    /// Gives what ``progress`` says.
    public func didRequest(
        _ permission: PermissionKind, _ reading: PermissionReading
    ) async -> AuthorizationProgress {
        await note("did \(permission.name) \(reading.status.rawValue)")
        return progress[permission] ?? .goOn
    }

    /// Remembers the result.
    public func didComplete(_ result: AuthorizationResult) async {
        results.append(result)
        await note("\(result.ending.rawValue) \(Self.names(result.missing.map(\.kind)))")
    }

    private func note(_ call: String) async {
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
