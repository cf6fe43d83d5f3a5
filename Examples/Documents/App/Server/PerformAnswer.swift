import DocumentsCore
import Firesteel

/// What a page hears of an action that it asked for: how it went, and what is to be shown.
struct PerformAnswer: Encodable {
    /// `success`, `closing`, `failure`, `cancelled`, `unavailable`, or `started` where the rest comes by the stream.
    let outcome: String
    let messages: [PageMessage]
}

extension PerformAnswer {
    /// - Parameter presenter: what the action was performed with. A failure that it wasn't shown is added in words.
    init(_ outcome: ActionOutcome, _ presenter: TabPresenter = TabPresenter()) {
        var messages = presenter.taken()
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

    /// The feature can't be used now, and why.
    static func unavailable<Feature: ConditionalFeature>(_ feature: Feature.Type) -> PerformAnswer {
        let reasons = feature.availability.reasons
        let words = reasons.map { $0.text.prefix(1).lowercased() + $0.text.dropFirst() }.joined(separator: ", ")
        // What only the menu can do is said as people find it there.
        let remedies = reasons.compactMap(\.remedy).map { remedy in
            remedy == .switchOn || remedy == .enable ? "Switch it on in the menu." : remedy.description + "."
        }
        let problem = Problem(
            code: "unavailable", message: "\(feature.name) is unavailable: \(words).", remedy: remedies.first ?? "")
        return PerformAnswer(outcome: "unavailable", messages: [.problem(problem)])
    }
}
