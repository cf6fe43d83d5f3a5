import DocumentsCore
import Firesteel

/// The response to a page's request: the outcome of the action and the messages to show.
struct PerformAnswer: Encodable {
    /// `success`, `closing`, `failure`, `cancelled`, `unavailable`, or `started` if messages follow in the stream.
    let outcome: String
    let messages: [PageMessage]
}

extension PerformAnswer {
    /// Creates a response from the outcome of an action.
    ///
    /// - Parameter presenter: The action's presenter. A message is added for an error that it wasn't shown.
    init(_ outcome: ActionOutcome, _ presenter: TabPresenter = TabPresenter()) {
        var messages = presenter.collected()
        if let error = outcome.error, !(error is DocumentError) {
            messages.append(
                .problem(
                    Problem(
                        code: "internal", message: "The action failed: \(error)",
                        remedy: "Try again. The log has the details.")
                ))
        }
        let word =
            switch outcome {
            case .success: "success"
            case .successClosing: "closing"
            case .failure, .failureClosing: "failure"
            case .cancelled: "cancelled"
            }
        self.init(outcome: word, messages: messages)
    }

    /// The response to a request to discard the draft of an open tab.
    static var openElsewhere: PerformAnswer {
        let problem = Problem(
            code: "open-elsewhere", message: "Another open tab is writing this draft.",
            remedy: "Save or discard it there.")
        return PerformAnswer(outcome: "unavailable", messages: [.problem(problem)])
    }

    /// Returns a response with the reasons for being unavailable.
    static func unavailable<Feature: ConditionalFeature>(_ feature: Feature.Type) -> PerformAnswer {
        let reasons = feature.availability.reasons
        let words = reasons.map { $0.text.prefix(1).lowercased() + $0.text.dropFirst() }.joined(separator: ", ")
        // Remedies in the menu name the menu.
        let remedies = reasons.compactMap(\.remedy).map { remedy in
            switch remedy {
            case .switchOn, .enable: "Switch it on in the menu."
            case .buy: remedy.description + " in the menu."
            default: remedy.description + "."
            }
        }
        let problem = Problem(
            code: "unavailable", message: "\(feature.name) is unavailable: \(words).", remedy: remedies.first ?? "")
        return PerformAnswer(outcome: "unavailable", messages: [.problem(problem)])
    }
}
