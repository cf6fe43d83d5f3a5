import FiresteelBase
import FiresteelTimeline
import Logging
import Synchronization

/// The lines that performing writes by itself, at `debug`, with the logger of the action's feature.
extension PerformFrame {
    /// Whether these lines have a reader.
    ///
    /// Costs one load.
    var logsItself: Bool {
        guard let reference else { return false }
        return reference.withBorrowed { action in
            LogThreshold(packed: action.feature.logThreshold.load(ordering: .relaxed)).wants(.debug)
                && action.recording != .hidden
        }
    }

    /// Writes "Starting" with the summary of the input.
    func logBegin(_ input: RecordedInput) {
        let words = InputField.line(of: input.bytes)
        Self.ambientLocal.withValue(self) {
            action.feature.logger.debug(words.isEmpty ? "Starting" : "Starting with input \"\(words)\"")
        }
    }

    /// Writes "Completed" with the outcome and the duration.
    ///
    /// Call it while the input is still available.
    ///
    /// - Parameter ended: The end time, on the timeline's clock.
    func logCompletion(_ outcome: ActionOutcome, at ended: UInt64) {
        var words = outcome.words
        // Without a reader no times are recorded.
        if began != 0 { words += ", " + DurationText.rounded(nanoseconds: ended &- began) }
        Self.ambientLocal.withValue(self) {
            action.feature.logger.debug("Completed (\(words))")
        }
    }
}

extension ActionOutcome {
    /// The outcome as a line of the log has it.
    fileprivate var words: String {
        switch self {
        case .success: "success"
        case .successClosing: "success, closing"
        case .failure(let error): "failure: \(ErrorText(error).message)"
        case .failureClosing(let error): "failure, closing: \(ErrorText(error).message)"
        case .cancelled: "cancelled"
        }
    }
}
