import Firesteel
import FiresteelWeb

extension PageData.Feature {
    /// A feature with everything below it, and how its actions were used.
    init(_ feature: FeatureDescription, usage: [ActionKey: ActionUsage]) {
        let path = feature.path.text
        let declared = feature.actions.map { action in
            PageData.Action(action, usage: usage[ActionKey(feature: path, action: action.identifier)])
        }
        let known = Set(feature.actions.map(\.identifier))
        let undeclared = usage.filter { $0.key.feature == path && !known.contains($0.key.action) }
            .sorted { $0.key.action < $1.key.action }
            .map { PageData.Action(undeclared: $0.key.action, $0.value) }
        self.init(
            path: path, identifier: feature.identifier, name: feature.name, description: feature.description,
            kind: feature.kind.rawValue, visible: feature.isVisible, variation: feature.variation, tags: feature.tags,
            availability: PageData.Availability(feature.availability),
            conditions: feature.conditions.map(PageData.Condition.init), actions: declared + undeclared,
            features: feature.features.map { PageData.Feature($0, usage: usage) })
    }
}

extension PageData.Availability {
    init(_ availability: Availability) {
        let state =
            switch availability.state {
            case .available: "available"
            case .unavailable: "unavailable"
            case .undetermined: "undetermined"
            }
        self.init(
            state: state,
            reasons: availability.reasons.map { PageData.Reason(text: $0.text, remedy: $0.remedy) })
    }
}

extension PageData.Condition {
    init(_ condition: ConditionDescription) {
        let isMet = condition.status.state == .met
        let state =
            switch condition.status.state {
            case .met: "met"
            case .unmet: "unmet"
            case .undetermined: "undetermined"
            }
        self.init(
            state: state, what: condition.label, now: condition.status.now,
            control: condition.control.map { PageData.Control(kind: $0.rawValue, on: isMet) })
    }
}

extension PageData.Action {
    init(_ action: ActionDescription, usage: ActionUsage?) {
        self.init(
            identifier: action.identifier, name: action.name, description: action.description,
            published: action.visibility == .published, declared: true, input: action.input,
            presenter: action.presenter, performs: usage?.performs ?? 0, failures: usage?.failures ?? 0,
            took: usage?.took)
    }

    /// An action that was performed although its feature doesn't declare it.
    init(undeclared identifier: String, _ usage: ActionUsage) {
        self.init(
            identifier: identifier, name: usage.name, description: "", published: false, declared: false,
            performs: usage.performs, failures: usage.failures, took: usage.took)
    }
}
