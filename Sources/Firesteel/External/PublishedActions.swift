import FiresteelTimeline
import Synchronization

/// A published action, for users who select it by its name or path: in a menu, a shell, a script or an agent.
package struct PublishedAction: Sendable {
    /// The path.
    package let path: ActionPath
    /// The display name of its feature.
    package let featureName: String
    /// The display name.
    package let name: String
    /// The description.
    package let description: String
    /// The effect on data.
    package let effect: ActionEffect
    /// The description of its input.
    package let input: InputDescription
    /// The type of its presenter, or `nil` if the action shows nothing.
    package let presenter: Any.Type?
    /// Whether a request must name a presenter: not for an action that shows nothing, or replies with a value.
    package let needsPresenter: Bool
}

/// The published actions of a runtime, with the descriptions of their inputs, each determined once.
package final class PublishedActions: Sendable {
    private let runtime: FeatureRuntime
    private let inputs = InputDescriptions()

    /// Creates a list of a runtime's actions.
    package init(_ runtime: FeatureRuntime) { self.runtime = runtime }

    /// The number of registered features; the list is the same while it is.
    package var featureCount: Int { runtime.registry.all.count }

    /// Returns all published actions, in the order of the features.
    ///
    /// Call it outside the main actor, because it runs the decoding of new input types.
    package func all() -> [PublishedAction] {
        let children = Dictionary(grouping: runtime.registry.all) { $0.parent?.path }
        func actions(of feature: RegisteredFeature) -> [PublishedAction] {
            feature.type.actions.references.compactMap { describe($0, of: feature) }
                + (children[feature.path] ?? []).flatMap(actions)
        }
        return runtime.use { (children[nil] ?? []).flatMap(actions) }
    }

    /// Returns the published action at a path, or `nil` if there is none.
    package func find(_ path: ActionPath) -> PublishedAction? {
        guard let target = runtime.registry.find(path) else { return nil }
        return runtime.use { describe(target.reference, of: target.feature) }
    }

    private func describe(_ reference: BindingReference, of feature: RegisteredFeature) -> PublishedAction? {
        let binding = Interning.shared.describe(reference)
        guard binding.visibility == .published else { return nil }
        func open<Opened: ActionDefinition>(_ type: Opened.Type) -> PublishedAction {
            PublishedAction(
                path: ActionPath(feature: feature.path, action: type.identifier), featureName: feature.name,
                name: type.name, description: type.description, effect: type.effect,
                input: inputs.description(of: Opened.Input.self),
                presenter: Opened.Presenter.self == NoPresenter.self ? nil : Opened.Presenter.self,
                needsPresenter: FeatureRuntime.presenter(for: type) == nil)
        }
        return open(binding.action)
    }
}

extension PublishedActions {
    /// Returns a number that changes whenever the availability of features in a session may change.
    ///
    /// Costs a few loads. What depends on the time changes without it.
    package func version(in session: ActionSession) -> UInt64 {
        let dispatcher = runtime.dispatcher
        if let context = session.context { return context.version(dispatcher) }
        return dispatcher.availabilityVersion.load(ordering: .acquiring) &+ dispatcher.flags.generation
            &+ dispatcher.changes.features
    }
}
