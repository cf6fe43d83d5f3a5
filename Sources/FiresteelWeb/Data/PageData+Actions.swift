extension PageData {
    /// What can be performed from the pages.
    public struct Actions: Codable, Sendable, Equatable {
        /// Whether the program gives presenters to what is performed from here.
        public var presents: Bool
        /// Every published action, in the order of the features.
        public var actions: [PublishedAction]

        /// Makes one of its values.
        package init(presents: Bool, actions: [PublishedAction] = []) {
            self.presents = presents
            self.actions = actions
        }
    }

    /// An action that people choose by name.
    public struct PublishedAction: Codable, Sendable, Equatable {
        /// Its path, as `App/Documents/#Open`.
        public var path: String
        /// Its identifier within its feature.
        public var identifier: String
        /// What people call it.
        public var name: String
        /// What it does.
        public var description: String
        /// The feature that it belongs to.
        public var feature: Name
        /// Whether it can be performed now.
        public var availability: Availability
        /// The type of its presenter.
        public var presenter: String?
        /// What a form for it looks like.
        public var input: ActionInput

        /// Makes one of its values.
        package init(
            path: String, identifier: String, name: String, description: String, feature: Name,
            availability: Availability, presenter: String? = nil, input: ActionInput
        ) {
            self.path = path
            self.identifier = identifier
            self.name = name
            self.description = description
            self.feature = feature
            self.availability = availability
            self.presenter = presenter
            self.input = input
        }
    }

    /// What the input of an action is made from.
    public struct ActionInput: Codable, Sendable, Equatable {
        /// The type of the input.
        public var type: String?
        /// `none`, `fields`, `value` for a single one, `json` where only JSON will do, or `impossible`.
        public var kind: String
        /// What is asked for.
        public var fields: [InputField]
        /// Why it has to be JSON, or is impossible.
        public var problem: String?

        /// Makes one of its values.
        package init(type: String? = nil, kind: String, fields: [InputField] = [], problem: String? = nil) {
            self.type = type
            self.kind = kind
            self.fields = fields
            self.problem = problem
        }
    }

    /// A field of an input.
    public struct InputField: Codable, Sendable, Equatable {
        /// The keys that lead to it.
        ///
        /// Empty where it is all of the input.
        public var path: [String]
        /// `text`, `integer`, `number`, `bool`, `date`, `choice` or `json`.
        public var type: String
        /// Whether it may be left out.
        public var optional: Bool
        /// What can be chosen, as JSON.
        public var choices: [String]?
        /// What it begins with, as JSON.
        public var `default`: String?

        /// Makes one of its values.
        package init(path: [String], type: String, optional: Bool, choices: [String]? = nil, default: String? = nil) {
            self.path = path
            self.type = type
            self.optional = optional
            self.choices = choices
            self.default = `default`
        }
    }
}
