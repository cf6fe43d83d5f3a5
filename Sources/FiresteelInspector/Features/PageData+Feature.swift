import Firesteel
import FiresteelFlags

extension PageData {
    /// The tree of features.
    struct Features: Codable, Sendable, Equatable {
        /// The root groups.
        var roots: [Feature] = []
    }

    /// A feature with all its descendants.
    struct Feature: Codable, Sendable, Equatable {
        /// The feature's path.
        var path: String
        /// The last component of the path.
        var identifier: String
        /// The display name.
        var name: String
        /// The purpose.
        var description: String
        /// The kind: `feature`, `conditional` or `group`.
        var kind: String
        /// Whether it is visible to users of the program.
        var visible: Bool
        /// The active variation.
        var variation: String?
        /// The search keywords.
        var tags: [String] = []
        /// The current availability.
        var availability: Availability
        /// The status of each of its own constraints.
        var conditions: [Condition] = []
        /// The actions, as declared.
        var actions: [Action] = []
        /// The routes to its actions; omitted if there are none.
        var routes: [FeatureRoute]?
        /// The child features.
        var features: [Feature] = []
    }

    /// A route to an action of a feature.
    struct FeatureRoute: Codable, Sendable, Equatable {
        /// The pattern, as declared.
        var pattern: String
        /// The name of the route.
        var name: String?
        /// The action.
        var action: ActionName
    }

    /// The availability of a feature, with reasons.
    struct Availability: Codable, Sendable, Equatable {
        /// The state: `available`, `unavailable` or `undetermined`.
        var state: String
        /// The reasons why it isn't available.
        var reasons: [Reason] = []
    }

    /// A reason why a feature isn't available.
    struct Reason: Codable, Sendable, Equatable {
        /// The description.
        var text: String
        /// The remedy.
        var remedy: Remedy?
    }

    /// A remedy that makes a feature available.
    struct Remedy: Codable, Sendable, Equatable {
        /// The kind: `switch-on`, `enable`, `flag`, `feature`, `update`, `grant`, `buy`, `wait` or `other`.
        var kind: String
        /// The instruction, a verb.
        var text: String
        /// The path of the feature that must change.
        var feature: String?
        /// The key of the flag that must change.
        var flag: String?
        /// The products, any of which is enough.
        var products: [String]?
        /// The permission to grant.
        var permission: String?
    }

    /// A constraint of a feature.
    struct Condition: Codable, Sendable, Equatable {
        /// The state: `met`, `unmet` or `undetermined`.
        var state: String
        /// The label.
        var what: String
        /// The status, in one or two words.
        var now: String
        /// The key of the flag that it reads.
        var flag: String?
        /// The path of the feature that it reads, if it reads one.
        var feature: String?
        /// The control that changes it.
        var control: Control?
    }

    /// A switch for a constraint.
    struct Control: Codable, Sendable, Equatable {
        /// The kind: `toggle` for the user's switch, `runtime` for the program's, `flag` for an override of a flag.
        var kind: String
        /// Whether the switch is on.
        var on: Bool
        /// Whether a flag is overridden.
        var overridden: Bool?
    }

    /// A change of a control.
    struct ControlChange: Codable, Sendable, Equatable {
        /// The feature's path.
        var path: String
        /// The kind: `toggle`, `runtime` or `flag`.
        var kind: String
        /// The key of the flag, if there are several.
        var flag: String?
        /// The new state; nil removes the override of a flag.
        var on: Bool?
    }

    /// An action of a feature.
    struct Action: Codable, Sendable, Equatable {
        /// The identifier within its feature.
        var identifier: String
        /// The display name.
        var name: String
        /// The purpose.
        var description: String
        /// Whether users select it by name.
        var published: Bool
        /// Whether its feature doesn't declare it; omitted if false.
        var undeclared: Bool?
        /// The type of its input.
        var input: String?
        /// The type of its presenter.
        var presenter: String?
        /// The number of retained performs.
        var performs: Int
        /// The number of retained performs that failed.
        var failures: Int
        /// The median duration of the completed performs.
        var took: Int64?
    }
}

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

extension ActionNames {
    /// Returns whether an action can be performed now.
    func availability(_ path: ActionPath) -> PageData.Availability {
        guard let feature = features[path.feature] else {
            return PageData.Availability(
                state: "unavailable", reasons: [PageData.Reason(text: "The feature no longer exists")])
        }
        return PageData.Availability(feature.availability)
    }
}
