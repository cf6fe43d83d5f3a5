extension PageData {
    /// The actions that pages can perform.
    public struct Actions: Codable, Sendable, Equatable {
        /// Whether the program provides presenters for actions that pages perform.
        public var presents: Bool
        /// The sessions that a request can select, in the order of the program; empty if there is no choice.
        public var sessions: [SessionName]
        /// The published actions, in the order of the features.
        public var actions: [PublishedAction]

        /// Creates a list of actions.
        package init(presents: Bool, sessions: [SessionName] = [], actions: [PublishedAction] = []) {
            self.presents = presents
            self.sessions = sessions
            self.actions = actions
        }
    }

    /// An action that users select by name.
    public struct PublishedAction: Codable, Sendable, Equatable {
        /// The action's path, for example `App/Documents/#Open`.
        public var path: String
        /// The identifier within its feature.
        public var identifier: String
        /// The display name.
        public var name: String
        /// The purpose.
        public var description: String
        /// The feature that it belongs to.
        public var feature: Name
        /// The current availability.
        public var availability: Availability
        /// The type of its presenter.
        public var presenter: String?
        /// The reason why the program can't present it now.
        public var obstacle: String?
        /// The input form.
        public var input: ActionInput

        /// Creates a published action.
        package init(
            path: String, identifier: String, name: String, description: String, feature: Name,
            availability: Availability, presenter: String? = nil, obstacle: String? = nil, input: ActionInput
        ) {
            self.path = path
            self.identifier = identifier
            self.name = name
            self.description = description
            self.feature = feature
            self.availability = availability
            self.presenter = presenter
            self.obstacle = obstacle
            self.input = input
        }
    }

    /// The input form of an action.
    public struct ActionInput: Codable, Sendable, Equatable {
        /// The type of the input.
        public var type: String?
        /// The kind of form: `none`, `fields`, `value` for a single field, `json` if only JSON is possible, or
        /// `impossible`.
        public var kind: String
        /// The fields of the form.
        public var fields: [InputField]
        /// The reason why it must be JSON, or is impossible.
        public var problem: String?

        /// Creates an action input.
        package init(type: String? = nil, kind: String, fields: [InputField] = [], problem: String? = nil) {
            self.type = type
            self.kind = kind
            self.fields = fields
            self.problem = problem
        }
    }

    /// A field of an input form.
    public struct InputField: Codable, Sendable, Equatable {
        /// The keys that lead to the field.
        ///
        /// Empty if the field is the whole input.
        public var path: [String]
        /// The type: `text`, `integer`, `number`, `bool`, `date`, `choice` or `json`.
        public var type: String
        /// Whether the field may be omitted.
        public var optional: Bool
        /// The valid values, as JSON.
        public var choices: [String]?
        /// The initial value, as JSON.
        public var `default`: String?

        /// Creates an input field.
        package init(path: [String], type: String, optional: Bool, choices: [String]? = nil, default: String? = nil) {
            self.path = path
            self.type = type
            self.optional = optional
            self.choices = choices
            self.default = `default`
        }
    }
}
