import DocumentsCore
import Firesteel

/// The result of opening a link, for the page and for the command line.
struct LinkAnswer: Encodable {
    /// The outcome of the action, or the reason why none was performed: `not-ready`, `unavailable`, `bad-link`,
    /// `bad-input`, `declined`, `cancelled`.
    let outcome: String
    /// A message for the user.
    let message: String
    /// The next step; empty without one.
    let remedy: String
    /// The messages for the requesting tab.
    let messages: [PageMessage]

    init(_ outcome: String, _ message: String, remedy: String = "", messages: [PageMessage] = []) {
        self.outcome = outcome
        self.message = message
        self.remedy = remedy
        self.messages = messages
    }

    /// Creates a result from the outcome of a performed action.
    ///
    /// - Parameter presenter: The presenter whose messages belong to the response, or `nil` without one.
    init(_ outcome: ActionOutcome, _ presenter: TabPresenter?) {
        let answer = PerformAnswer(outcome, presenter ?? TabPresenter())
        let (message, remedy) =
            switch outcome.error {
            case let error as DocumentError: (error.problem, error.remedy)
            case let error?: ("The action failed: \(error)", "Try again. The log has the details.")
            case nil: (answer.outcome == "cancelled" ? "Cancelled." : "Done.", "")
            }
        self.init(answer.outcome, message, remedy: remedy, messages: answer.messages)
    }

    /// Creates a result from an error that prevented the action.
    init(_ error: ExternalActionError) {
        let outcome =
            switch error {
            case .link, .unknown: "bad-link"
            case .input: "bad-input"
            case .unavailable: "unavailable"
            case .notReady: "not-ready"
            case .declined: "declined"
            case .cancelled: "cancelled"
            }
        switch error {
        case .unavailable(_, let reasons):
            let fixes = reasons.compactMap(\.remedy).map { $0.description + "." }
            self.init(outcome, error.description, remedy: fixes.joined(separator: " "))
        case .cancelled: self.init(outcome, "The user declined.")
        default: self.init(outcome, error.description)
        }
    }
}
