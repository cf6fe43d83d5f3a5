public import Firesteel
public import FiresteelFlags

/// A caller of actions: a person at a shell, a script or an agent.
///
/// Each caller has a session with its context, so availability, flags and toggles are the caller's. Confirmations and
/// stored results belong to the caller.
public struct AutomationCaller: Sendable, Hashable {
    /// The identifier that distinguishes the caller from others, such as that of its token.
    ///
    /// It isn't recorded.
    public let identifier: String
    /// The name of its session on the timeline: one for a kind of caller, such as "Nightly script".
    public let name: String
    /// The evaluation context, or `nil` if it calls for the app's user.
    public let context: EvaluationContext?
    /// The person or account for whom it calls, or `nil` for the app's user.
    public let principal: Principal?

    /// Creates a caller for the app's user.
    ///
    /// - Parameters:
    ///   - name: The name of its session on the timeline.
    ///   - identifier: The identifier that distinguishes it from others, by default the name.
    public init(_ name: String, identifier: String? = nil) {
        self.init(name: name, identifier: identifier ?? name, context: nil, principal: nil)
    }

    /// Creates a caller for a person or an account.
    ///
    /// - Parameters:
    ///   - name: The name of its session on the timeline.
    ///   - principal: The person or account.
    ///   - context: The evaluation context, by default with the principal as the targeting key.
    ///   - identifier: The identifier that distinguishes it from others, by default the principal's.
    public init(
        _ name: String, for principal: Principal, context: EvaluationContext? = nil, identifier: String? = nil
    ) {
        self.init(
            name: name, identifier: identifier ?? principal.identifier,
            context: context ?? EvaluationContext(targetingKey: principal.identifier), principal: principal)
    }

    private init(name: String, identifier: String, context: EvaluationContext?, principal: Principal?) {
        self.name = name
        self.identifier = identifier
        self.context = context
        self.principal = principal
    }
}
