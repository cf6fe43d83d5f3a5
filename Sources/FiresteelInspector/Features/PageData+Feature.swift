import Firesteel
import FiresteelFlags
import FiresteelWeb

extension PageData.Feature {
    /// Creates a feature with its descendants, and the usage of its actions.
    init(
        _ feature: FeatureDescription, usage: [ActionKey: ActionUsage], flags: FlagStack,
        routes: [FeaturePath: [RouteDescription]]
    ) {
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
            conditions: feature.constraints.map { PageData.Condition($0, flags) }, actions: declared + undeclared,
            routes: routes[feature.path]?.map { PageData.FeatureRoute($0, feature) },
            features: feature.features.map { PageData.Feature($0, usage: usage, flags: flags, routes: routes) })
    }
}

extension PageData.FeatureRoute {
    init(_ route: RouteDescription, _ feature: FeatureDescription) {
        let action = feature.actions.first { $0.identifier == route.action.action }
        self.init(
            pattern: route.pattern, name: route.name,
            action: PageData.ActionName(
                identifier: route.action.action, name: action?.name ?? route.action.action))
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
            reasons: availability.reasons.map { PageData.Reason($0) })
    }
}

extension PageData.Reason {
    init(_ reason: AvailabilityReason) {
        self.init(
            text: reason.text, remedy: reason.remedy.map { PageData.Remedy($0, of: reason.feature) })
    }
}

extension PageData.Remedy {
    /// - Parameter path: The feature with the constraint.
    init(_ remedy: Remedy, of path: FeaturePath) {
        let feature = path.text
        switch remedy {
        case .switchOn: self.init(kind: "switch-on", text: remedy.description, feature: feature)
        case .enable: self.init(kind: "enable", text: remedy.description, feature: feature)
        case .changeFlag(let key): self.init(kind: "flag", text: remedy.description, feature: feature, flag: key)
        case .makeAvailable(let other), .makeUnavailable(let other):
            self.init(kind: "feature", text: remedy.description, feature: other.text)
        case .buy(let products): self.init(kind: "buy", text: remedy.description, products: products)
        case .grant(let permission): self.init(kind: "grant", text: remedy.description, permission: permission)
        case .update: self.init(kind: "update", text: remedy.description)
        case .wait: self.init(kind: "wait", text: remedy.description)
        case .register, .other: self.init(kind: "other", text: remedy.description)
        }
    }
}

extension PageData.Condition {
    init(_ condition: ConstraintDescription, _ flags: FlagStack) {
        let isMet = condition.status.state == .met
        let state =
            switch condition.status.state {
            case .met: "met"
            case .unmet: "unmet"
            case .undetermined: "undetermined"
            }
        var control = condition.control.map { PageData.Control(kind: $0.rawValue, on: isMet) }
        if let key = condition.flag, flags.overrides != nil {
            let isSet = flags.description(of: key)?.isOverridden ?? false
            control = PageData.Control(kind: "flag", on: isMet, overridden: isSet)
        }
        self.init(
            state: state, what: condition.label, now: condition.status.summary, flag: condition.flag,
            feature: condition.features.count == 1 ? condition.features.first?.text : nil, control: control)
    }
}

extension PageData.Action {
    init(_ action: ActionDescription, usage: ActionUsage?) {
        self.init(
            identifier: action.identifier, name: action.name, description: action.description,
            published: action.visibility == .published, input: action.input,
            presenter: action.presenter, performs: usage?.performs ?? 0, failures: usage?.failures ?? 0,
            took: usage?.took)
    }

    /// Creates an action that was performed although its feature doesn't declare it.
    init(undeclared identifier: String, _ usage: ActionUsage) {
        self.init(
            identifier: identifier, name: usage.name, description: "", published: false, undeclared: true,
            performs: usage.performs, failures: usage.failures, took: usage.took)
    }
}
