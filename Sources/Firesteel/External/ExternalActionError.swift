/// An error that prevents an externally requested action from being performed.
public enum ExternalActionError: Error, Sendable, CustomStringConvertible {
    /// The link leads to no action.
    case link(RouteError)
    /// No registered feature declares the action.
    case unknown(ActionPath)
    /// The feature of the action isn't available, for the given reasons.
    case unavailable(ActionPath, reasons: [AvailabilityReason])
    /// The input isn't valid.
    case input(ExternalInputError)
    /// The program can't show anything yet.
    case notReady(ActionPath)
    /// The program doesn't show the action, with a message for the user.
    case declined(ActionPath, String)
    /// The user declined when prompted.
    case cancelled(ActionPath)

    /// A message for the user who requested the action.
    public var description: String {
        switch self {
        case .link(let error): error.description
        case .unknown(let action): "There is no action \(action)."
        case .unavailable(let action, let reasons):
            reasons.isEmpty
                ? "\(action.feature) is not available."
                : "\(action.feature) is not available: \(reasons.map(\.text).joined(separator: "; "))."
        case .input(let fault): fault.description
        case .notReady(let action): "\(action) can't be shown yet. Try again in a moment."
        case .declined(_, let message): message
        case .cancelled(let action): "\(action) was cancelled."
        }
    }
}
