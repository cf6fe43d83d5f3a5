/// An error of creating a link to an action.
public enum LinkError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no runtime.
    case noRuntime
    /// No route of the action is valid for this start of a link.
    case noRoute(action: String, base: String)
    /// The action has routes there, and none of them can be written for this input; why not, in the order of the
    /// routes.
    case refused([Rejection])

    /// A pattern that can't be written as a link.
    public struct Rejection: Sendable, Hashable {
        /// The declared pattern.
        public let pattern: String
        /// The reason.
        public let reason: String
    }

    /// The reason and what to do about it.
    public var description: String {
        switch self {
        case .noRuntime:
            "There is no runtime, so no routes are registered. Call FeatureRuntime.setUp first, or use the runtime's method."
        case .noRoute(let action, let base):
            "\(action) has no route for links that begin with \(base). Declare one, or widen the scope of one."
        case .refused(let refusals):
            "No route can express this input. " + refusals.map { "\($0.pattern): \($0.reason)." }.joined(separator: " ")
        }
    }
}
