extension PageData {
    /// The tree of features.
    public struct Features: Codable, Sendable, Equatable {
        /// The root groups.
        public var roots: [Feature]

        /// Creates a tree of features.
        package init(roots: [Feature] = []) {
            self.roots = roots
        }
    }

    /// A feature with all its descendants.
    public struct Feature: Codable, Sendable, Equatable {
        /// The feature's path.
        public var path: String
        /// The last component of the path.
        public var identifier: String
        /// The display name.
        public var name: String
        /// The purpose.
        public var description: String
        /// The kind: `feature`, `conditional` or `group`.
        public var kind: String
        /// Whether it is visible to users of the program.
        public var visible: Bool
        /// The active variation.
        public var variation: String?
        /// The search keywords.
        public var tags: [String]
        /// The current availability.
        public var availability: Availability
        /// The status of each of its own constraints.
        public var conditions: [Condition]
        /// The actions, as declared.
        public var actions: [Action]
        /// The routes to its actions; omitted if there are none.
        public var routes: [FeatureRoute]?
        /// The child features.
        public var features: [Feature]

        /// Creates a feature.
        package init(
            path: String, identifier: String, name: String, description: String, kind: String, visible: Bool,
            variation: String? = nil, tags: [String] = [], availability: Availability, conditions: [Condition] = [],
            actions: [Action] = [], routes: [FeatureRoute]? = nil, features: [Feature] = []
        ) {
            self.path = path
            self.identifier = identifier
            self.name = name
            self.description = description
            self.kind = kind
            self.visible = visible
            self.variation = variation
            self.tags = tags
            self.availability = availability
            self.conditions = conditions
            self.actions = actions
            self.routes = routes
            self.features = features
        }
    }

    /// A route to an action of a feature.
    public struct FeatureRoute: Codable, Sendable, Equatable {
        /// The pattern, as declared.
        public var pattern: String
        /// The name of the route.
        public var name: String?
        /// The action.
        public var action: ActionName

        /// Creates a feature route.
        package init(pattern: String, name: String? = nil, action: ActionName) {
            self.pattern = pattern
            self.name = name
            self.action = action
        }
    }

    /// The availability of a feature, with reasons.
    public struct Availability: Codable, Sendable, Equatable {
        /// The state: `available`, `unavailable` or `undetermined`.
        public var state: String
        /// The reasons why it isn't available.
        public var reasons: [Reason]

        /// Creates an availability.
        package init(state: String, reasons: [Reason] = []) {
            self.state = state
            self.reasons = reasons
        }
    }

    /// A reason why a feature isn't available.
    public struct Reason: Codable, Sendable, Equatable {
        /// The description.
        public var text: String
        /// The remedy.
        public var remedy: Remedy?

        /// Creates a reason.
        package init(text: String, remedy: Remedy? = nil) {
            self.text = text
            self.remedy = remedy
        }
    }

    /// A remedy that makes a feature available.
    public struct Remedy: Codable, Sendable, Equatable {
        /// The kind: `switch-on`, `enable`, `flag`, `feature`, `update`, `grant`, `buy`, `wait` or `other`.
        public var kind: String
        /// The instruction, a verb.
        public var text: String
        /// The path of the feature that must change.
        public var feature: String?
        /// The key of the flag that must change.
        public var flag: String?
        /// The products, any of which is enough.
        public var products: [String]?
        /// The permission to grant.
        public var permission: String?

        /// Creates a remedy.
        package init(
            kind: String, text: String, feature: String? = nil, flag: String? = nil, products: [String]? = nil,
            permission: String? = nil
        ) {
            self.kind = kind
            self.text = text
            self.feature = feature
            self.flag = flag
            self.products = products
            self.permission = permission
        }
    }

    /// A constraint of a feature.
    public struct Condition: Codable, Sendable, Equatable {
        /// The state: `met`, `unmet` or `undetermined`.
        public var state: String
        /// The label.
        public var what: String
        /// The status, in one or two words.
        public var now: String
        /// The key of the flag that it reads.
        public var flag: String?
        /// The path of the feature that it reads, if it reads one.
        public var feature: String?
        /// The control that changes it.
        public var control: Control?

        /// Creates a constraint.
        package init(
            state: String, what: String, now: String, flag: String? = nil, feature: String? = nil,
            control: Control? = nil
        ) {
            self.state = state
            self.what = what
            self.now = now
            self.flag = flag
            self.feature = feature
            self.control = control
        }
    }

    /// A switch for a constraint.
    public struct Control: Codable, Sendable, Equatable {
        /// The kind: `toggle` for the user's switch, `runtime` for the program's, `flag` for an override of a flag.
        public var kind: String
        /// Whether the switch is on.
        public var on: Bool
        /// Whether a flag is overridden.
        public var overridden: Bool?

        /// Creates a control.
        package init(kind: String, on: Bool, overridden: Bool? = nil) {
            self.kind = kind
            self.on = on
            self.overridden = overridden
        }
    }

    /// A change of a control.
    public struct ControlChange: Codable, Sendable, Equatable {
        /// The feature's path.
        public var path: String
        /// The kind: `toggle`, `runtime` or `flag`.
        public var kind: String
        /// The key of the flag, if there are several.
        public var flag: String?
        /// The new state; nil removes the override of a flag.
        public var on: Bool?

        /// Creates a control change.
        package init(path: String, kind: String, flag: String? = nil, on: Bool? = nil) {
            self.path = path
            self.kind = kind
            self.flag = flag
            self.on = on
        }
    }

    /// An action of a feature.
    public struct Action: Codable, Sendable, Equatable {
        /// The identifier within its feature.
        public var identifier: String
        /// The display name.
        public var name: String
        /// The purpose.
        public var description: String
        /// Whether users select it by name.
        public var published: Bool
        /// Whether its feature doesn't declare it; omitted if false.
        public var undeclared: Bool?
        /// The type of its input.
        public var input: String?
        /// The type of its presenter.
        public var presenter: String?
        /// The number of retained performs.
        public var performs: Int
        /// The number of retained performs that failed.
        public var failures: Int
        /// The median duration of the completed performs.
        public var took: Int64?

        /// Creates an action.
        package init(
            identifier: String, name: String, description: String, published: Bool, undeclared: Bool? = nil,
            input: String? = nil, presenter: String? = nil, performs: Int, failures: Int, took: Int64? = nil
        ) {
            self.identifier = identifier
            self.name = name
            self.description = description
            self.published = published
            self.undeclared = undeclared
            self.input = input
            self.presenter = presenter
            self.performs = performs
            self.failures = failures
            self.took = took
        }
    }
}
