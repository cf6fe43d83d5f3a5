extension FeatureRuntime {
    /// Returns the message that the timeline records for an error.
    package static func recordedMessage(of error: any Error) -> String { ErrorText(error).message }
}
