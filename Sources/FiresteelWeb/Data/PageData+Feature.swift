extension PageData {
    /// The tree of features.
    public struct Features: Codable, Sendable, Equatable {
        /// The groups that everything hangs from.
        public var roots: [Feature]

        /// Makes one of its values.
        package init(roots: [Feature] = []) {
            self.roots = roots
        }
    }

    /// A feature with everything below it.
    public struct Feature: Codable, Sendable, Equatable {
        /// Its identity.
        public var path: String
        /// Its own part of the path.
        public var identifier: String
        /// What people call it.
        public var name: String
        /// What it is for.
        public var description: String
        /// `feature`, `conditional` or `group`.
        public var kind: String
        /// Whether it is shown to the users of the program.
        public var visible: Bool
        /// The variation in use.
        public var variation: String?
        /// Words to find it by.
        public var tags: [String]
        /// Whether it can be used now.
        public var availability: Availability
        /// How each of its own conditions stands.
        public var conditions: [Condition]
        /// Its actions, as declared.
        public var actions: [Action]
        /// The patterns that lead to its actions; left out where there are none.
        public var routes: [FeatureRoute]?
        /// What stands right below it.
        public var features: [Feature]

        /// Makes one of its values.
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

    /// A pattern that leads to an action of a feature.
    public struct FeatureRoute: Codable, Sendable, Equatable {
        /// As it is declared.
        public var pattern: String
        /// Its name.
        public var name: String?
        /// The action.
        public var action: ActionName

        /// Makes one of its values.
        package init(pattern: String, name: String? = nil, action: ActionName) {
            self.pattern = pattern
            self.name = name
            self.action = action
        }
    }

    /// Whether a feature can be used, and why not.
    public struct Availability: Codable, Sendable, Equatable {
        /// `available`, `unavailable` or `undetermined`.
        public var state: String
        /// Why it isn't available.
        public var reasons: [Reason]

        /// Makes one of its values.
        package init(state: String, reasons: [Reason] = []) {
            self.state = state
            self.reasons = reasons
        }
    }

    /// Why a feature isn't available.
    public struct Reason: Codable, Sendable, Equatable {
        /// The reason in words.
        public var text: String
        /// What can be done about it.
        public var remedy: Remedy?

        /// Makes one of its values.
        package init(text: String, remedy: Remedy? = nil) {
            self.text = text
            self.remedy = remedy
        }
    }

    /// What can be done so that a feature becomes available.
    public struct Remedy: Codable, Sendable, Equatable {
        /// `switch-on`, `enable`, `flag`, `feature`, `update`, `grant`, `buy`, `wait` or `other`.
        public var kind: String
        /// What to do, as a verb.
        public var text: String
        /// The path of the feature that has to change.
        public var feature: String?
        /// The key of the flag that has to change.
        public var flag: String?
        /// The products to buy, any of them.
        public var products: [String]?
        /// The permission to allow.
        public var permission: String?

        /// Makes one of its values.
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

    /// A condition of a feature.
    public struct Condition: Codable, Sendable, Equatable {
        /// `met`, `unmet` or `undetermined`.
        public var state: String
        /// What it is about.
        public var what: String
        /// How it stands, in a word or two.
        public var now: String
        /// The key of the flag that it looks at.
        public var flag: String?
        /// The path of the feature that it looks at, where it is one.
        public var feature: String?
        /// How it can be changed from here.
        public var control: Control?

        /// Makes one of its values.
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

    /// A switch for a condition.
    public struct Control: Codable, Sendable, Equatable {
        /// `toggle` for the user's own, `runtime` for the program's, `flag` for an override of a flag.
        public var kind: String
        /// Whether it is on.
        public var on: Bool
        /// Whether a flag was set by hand.
        public var overridden: Bool?

        /// Makes one of its values.
        package init(kind: String, on: Bool, overridden: Bool? = nil) {
            self.kind = kind
            self.on = on
            self.overridden = overridden
        }
    }

    /// What to switch, and how.
    public struct ControlChange: Codable, Sendable, Equatable {
        /// The feature.
        public var path: String
        /// `toggle`, `runtime` or `flag`.
        public var kind: String
        /// The key of the flag, where it is one of several.
        public var flag: String?
        /// On or off; nil takes the override of a flag away.
        public var on: Bool?

        /// Makes one of its values.
        package init(path: String, kind: String, flag: String? = nil, on: Bool? = nil) {
            self.path = path
            self.kind = kind
            self.flag = flag
            self.on = on
        }
    }

    /// An action of a feature.
    public struct Action: Codable, Sendable, Equatable {
        /// Its identifier within its feature.
        public var identifier: String
        /// What people call it.
        public var name: String
        /// What it does.
        public var description: String
        /// Whether people choose it by name.
        public var published: Bool
        /// True where its feature doesn't declare it; else left out.
        public var undeclared: Bool?
        /// The type of its input.
        public var input: String?
        /// The type of its presenter.
        public var presenter: String?
        /// How often it was performed, of those that are kept.
        public var performs: Int
        /// How often it failed.
        public var failures: Int
        /// The median of those that ended.
        public var took: Int64?

        /// Makes one of its values.
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
