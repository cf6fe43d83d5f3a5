import Firesteel
import FiresteelBase

/// The result of a call, for all kinds of callers.
struct CallResult: Sendable {
    /// The end of the call.
    enum Outcome: String, Sendable {
        /// The action succeeded.
        case done
        /// The action failed or was cancelled.
        case failed
        /// There is no such action.
        case unknown
        /// The input isn't valid.
        case wrongInput = "wrong-input"
        /// The feature isn't available to the caller, or the program can't perform the action for callers.
        case unavailable
        /// The action destroys data, and the caller must confirm it first.
        case unconfirmed
        /// There are too many calls at a time.
        case busy
        /// The call took too long and was cancelled.
        case timeout
    }

    var outcome: Outcome
    /// A message for people: what happened, and what to do.
    var message: String
    /// The missing or invalid field.
    var parameter: String?
    /// The reasons why the feature isn't available, with what removes them.
    var reasons: [AvailabilityReason] = []
    /// The presentation of the action.
    var output = ActionOutput.Collected()
    /// The confirmation of the call, if ``outcome`` is ``Outcome/unconfirmed``.
    var confirmation: String?

    init(_ outcome: Outcome, _ message: String) {
        self.outcome = outcome
        self.message = message
    }

    init(_ error: ExternalInputError) {
        self.init(.wrongInput, error.description)
        parameter = error.parameter.isEmpty ? nil : error.parameter
    }

    init(_ error: ExternalActionError, of action: OfferedAction) {
        switch error {
        case .unavailable(_, let reasons): self.init(unavailable: action, reasons)
        case .input(let error): self.init(error)
        case .unknown, .link: self.init(.unknown, error.description)
        case .notReady, .declined: self.init(.unavailable, error.description)
        case .cancelled: self.init(.failed, error.description)
        }
    }

    /// Creates the result for a feature that isn't available to the caller.
    init(unavailable action: OfferedAction, _ reasons: [AvailabilityReason]) {
        let texts = reasons.map { reason in
            reason.text + (reason.remedyDescription.map { " (\($0))" } ?? "")
        }
        self.init(
            .unavailable,
            "\(action.action.featureName) is not available"
                + (texts.isEmpty ? "." : ": \(texts.joined(separator: "; ")).")
        )
        self.reasons = reasons
    }

    /// Whether the message has all of the text that the action showed.
    var isShown: Bool {
        let text = output.text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return text.isEmpty || message.hasSuffix(text) || message.hasSuffix(output.text)
    }

    /// The values that the action showed, as JSON: one value, or an array of several; `nil` for none.
    var json: String? {
        switch output.values.count {
        case 0: nil
        case 1: output.values[0]
        default: "[\(output.values.joined(separator: ","))]"
        }
    }

    /// The reasons as JSON.
    var reasonValues: [JSONValue] { reasons.map(\.json) }
}

extension AvailabilityReason {
    /// The reason as JSON, with what removes it.
    var json: JSONValue {
        var members: [String: JSONValue] = ["feature": .string(feature.text), "reason": .string(text)]
        if let remedyDescription { members["remedy"] = .string(remedyDescription) }
        return .object(members)
    }
}
