import FiresteelTimeline

extension Timeline {
    /// The messages that it has, the oldest first.
    var recordedMessages: [String] { run.logLines().map(\.message) }
}
