/// Why there is no link to an action.
public enum LinkError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no runtime whose routes could be asked.
    case noRuntime
    /// No route of the action holds where the link is to be.
    case noRoute(action: String, base: String)
    /// The action has routes there, and none of them can be written for this input; why not, in the order of the routes.
    case refused([Rejection])

    /// Why a pattern can't be written as a link.
    public struct Rejection: Sendable, Hashable {
        /// The pattern, as it is declared.
        public let pattern: String
        /// Why not.
        public let reason: String
    }

    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .noRuntime:
            "There is no runtime, so that no routes are known. Call FeatureRuntime.setUp first, or ask a runtime."
        case .noRoute(let action, let base):
            "\(action) has no route for links that begin with \(base). Declare one, or widen the scope of one."
        case .refused(let refusals):
            "There is no link for this input. " + refusals.map { "\($0.pattern): \($0.reason)." }.joined(separator: " ")
        }
    }
}
