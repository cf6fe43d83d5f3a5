/// The type of an event that webhooks are notified of: words with full stops between them, as Standard Webhooks recommends.
package enum WebhookEventType: String, Codable, Sendable, Hashable, CaseIterable {
    /// A change of a protected environment took effect.
    case changeApplied = "change.applied"
    /// A change of a protected environment needs another person: its approval, or its review afterwards.
    case approvalRequested = "approval.requested"
    /// A guard paused a rollout, or set it back.
    case guardPaused = "guard.paused"
    /// An experiment or a holdout started.
    case experimentStarted = "experiment.started"
    /// An experiment or a holdout ended.
    case experimentEnded = "experiment.ended"
    /// The primary metric of an experiment is certainly better or worse.
    case experimentConclusive = "experiment.conclusive"
    /// A guardrail of an experiment is certainly beyond its margin, and the guard ended it.
    case experimentHarmed = "experiment.harmed"
    /// The arms of an experiment don't have the shares that they were to have.
    case experimentMismatched = "experiment.mismatched"
    /// The first report of a new group arrived.
    case reportOpened = "report.opened"
    /// A resolved or ignored group of reports opened again.
    case reportReopened = "report.reopened"
    /// A person tries a webhook. It is sent to that webhook only.
    case test

    /// The types that a webhook can be notified of by choice.
    package static let selectable = allCases.filter { $0 != .test }
}
