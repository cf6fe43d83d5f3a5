import FiresteelBase
import FiresteelTimeline
import Logging
import Synchronization

extension RegisteredAction {
    /// Whether the log lines of its performs have a reader.
    ///
    /// Costs one load.
    @inline(__always)
    var logsItself: Bool {
        LogThreshold(packed: feature.logThreshold.load(ordering: .relaxed)).wants(.debug) && recording != .hidden
    }
}

/// The log lines of performs, at `debug`, with the logger of the action's feature.
extension PerformFrame {
    /// Writes "Starting" with the summary of the input.
    func logBegin(_ input: RecordedInput) {
        let text = InputField.line(of: input.bytes)
        Self.ambientLocal.withValue(self) {
            action.feature.logger.debug(text.isEmpty ? "Starting" : "Starting with input \"\(text)\"")
        }
    }

    /// Writes "Completed" with the outcome and the duration.
    ///
    /// Call it while the input is still available.
    ///
    /// - Parameter ended: The end time, on the timeline's clock.
    func logCompletion(_ outcome: ActionOutcome, at ended: UInt64) {
        var text = outcome.text
        // Without a reader no times are recorded.
        if began != 0 { text += ", " + DurationText.rounded(nanoseconds: ended &- began) }
        Self.ambientLocal.withValue(self) {
            action.feature.logger.debug("Completed (\(text))")
        }
    }
}

extension ActionOutcome {
    /// The outcome as written in a log line.
    fileprivate var text: String {
        switch self {
        case .success: "success"
        case .successClosing: "success, closing"
        case .failure(let error): "failure: \(ErrorText(error).message)"
        case .failureClosing(let error): "failure, closing: \(ErrorText(error).message)"
        case .cancelled: "cancelled"
        }
    }
}
