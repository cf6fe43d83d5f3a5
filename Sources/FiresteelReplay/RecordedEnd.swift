import Firesteel

/// The end of a perform, as it was recorded or as it is now.
struct RecordedEnd: Sendable, Equatable {
    /// `success`, `failure`, `cancelled`, or `nil` for one that was in flight or whose end isn't known.
    let outcome: String?
    private var type = ""
    private var enumCase = ""
    private var message = ""
    /// Whether it ended, and how isn't known.
    private var isUnknown = false

    /// Creates the end of a recorded perform.
    init(outcome: String?, type: String? = nil, case name: String? = nil, message: String = "") {
        isUnknown = outcome == "unknown"
        self.outcome = ["success", "failure", "cancelled"].first { outcome?.hasPrefix($0) ?? false }
        self.type = type ?? ""
        enumCase = name ?? ""
        self.message = message
    }

    /// Creates the end of a perform now.
    init(_ outcome: ActionOutcome) {
        guard let error = outcome.error else {
            self.init(outcome: outcome.isSuccess ? "success" : "cancelled")
            return
        }
        let text = ErrorText(error)
        self.init(outcome: "failure", type: text.type, case: text.enumCase, message: text.message)
    }

    var isFailure: Bool { outcome == "failure" }

    /// Whether both are the same, as far as is known.
    ///
    /// Messages aren't compared: they may have been redacted, truncated or have values of their moment.
    func isSame(as other: RecordedEnd) -> Bool {
        if isUnknown || other.isUnknown { return true }
        guard outcome == other.outcome else { return false }
        return !isFailure || (type == other.type && enumCase == other.enumCase)
    }

    /// The end as text, such as `failed with DiskError.full: The disk is full`.
    var text: String {
        switch outcome {
        case "success": "succeeded"
        case "cancelled": "was cancelled"
        case "failure": SwiftCode.line(SavedPerforms.failed(type: type, case: enumCase, message: message))
        default: isUnknown ? "ended, and how isn't known" : "was in flight when the program ended"
        }
    }
}
