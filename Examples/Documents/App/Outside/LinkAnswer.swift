import DocumentsCore
import Firesteel

/// What came of a link, for the page and for the command line.
struct LinkAnswer: Encodable {
    /// What the answer to an action says, or why none was performed: `not-ready`, `unavailable`, `bad-link`,
    /// `bad-input`, `declined`, `cancelled`.
    let outcome: String
    /// What came of it, in words.
    let message: String
    /// What can be done about it; empty where there is nothing.
    let remedy: String
    /// What the tab that asked is to show.
    let messages: [PageMessage]

    init(_ outcome: String, _ message: String, remedy: String = "", messages: [PageMessage] = []) {
        self.outcome = outcome
        self.message = message
        self.remedy = remedy
        self.messages = messages
    }

    /// - Parameter presenter: what the action was performed with, where the answer is to have it.
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

    /// Nothing was performed.
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
