import FiresteelTimeline

/// An action of a feature as one runtime knows it: all that a perform needs, looked up once.
@usableFromInline
final class RegisteredAction: Sendable {
    let type: any ActionDefinition.Type
    let feature: RegisteredFeature
    let identifier: String
    let name: String
    /// Whether its feature is a ``ConditionalFeature``, so that it performs only while that is available.
    let isConditional: Bool
    let recording: TimelineRecording
    let timelineName: NameID
    let metrics: ActionMetrics?
    /// What it has to say to those who are attached.
    let hooks: HookKinds
    /// Feature and action in words, such as "Document Management › Save Document".
    let spanName: String

    var path: ActionPath { ActionPath(feature: feature.path, action: identifier) }

    init(
        binding: Interning.Binding, feature: RegisteredFeature, timelineName: NameID,
        metrics: ActionMetrics?
    ) {
        self.type = binding.action
        self.feature = feature
        self.identifier = binding.action.identifier
        self.name = binding.action.name
        self.isConditional = feature.type is any ConditionalFeature.Type
        self.recording = binding.action.timelineRecording
        self.timelineName = timelineName
        self.metrics = metrics
        self.hooks = binding.action.timelineRecording == .hidden ? [] : HookKinds(binding.action)
        self.spanName = "\(feature.name) › \(binding.action.name)"
    }
}
