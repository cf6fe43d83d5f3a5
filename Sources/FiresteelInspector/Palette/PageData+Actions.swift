import Firesteel

extension PageData {
    /// The actions that pages can perform.
    struct Actions: Codable, Sendable, Equatable {
        /// Whether the program provides presenters for actions that pages perform.
        var presents: Bool
        /// The sessions that a request can select, in the order of the program; empty if there is no choice.
        var sessions: [SessionName] = []
        /// The published actions, in the order of the features.
        var actions: [PublishedAction] = []
    }

    /// An action that users select by name.
    struct PublishedAction: Codable, Sendable, Equatable {
        /// The action's path, for example `App/Documents/#Open`.
        var path: String
        /// The identifier within its feature.
        var identifier: String
        /// The display name.
        var name: String
        /// The purpose.
        var description: String
        /// The feature that it belongs to.
        var feature: Name
        /// The current availability.
        var availability: Availability
        /// The type of its presenter.
        var presenter: String?
        /// The reason why the program can't present it now.
        var obstacle: String?
        /// The input form.
        var input: ActionInput
    }

    /// The input form of an action.
    struct ActionInput: Codable, Sendable, Equatable {
        /// The type of the input.
        var type: String?
        /// The kind of form: `none`, `fields`, `value` for a single field, `json` if only JSON is possible, or
        /// `impossible`.
        var kind: String
        /// The fields of the form.
        var fields: [InputField] = []
        /// The reason why it must be JSON, or is impossible.
        var problem: String?
    }

    /// A field of an input form.
    struct InputField: Codable, Sendable, Equatable {
        /// The keys that lead to the field.
        ///
        /// Empty if the field is the whole input.
        var path: [String]
        /// The type: `text`, `integer`, `number`, `bool`, `date`, `choice` or `json`.
        var type: String
        /// Whether the field may be omitted.
        var optional: Bool
        /// The valid values, as JSON.
        var choices: [String]?
        /// The initial value, as JSON.
        var `default`: String?
        /// The minimum of a number.
        var minimum: Double?
        /// The maximum of a number.
        var maximum: Double?
        /// The description.
        var description: String?
    }

    /// A request to perform an action.
    struct PerformRequest: Codable, Sendable, Equatable {
        /// The action's path.
        var action: String
        /// The input, as JSON.
        var input: String?
        /// The identifier of the selected session; without one, the program chooses.
        var session: UInt32?
    }

    /// The result of a request to perform an action.
    struct PerformAnswer: Codable, Sendable, Equatable {
        /// The outcome, as in a row, or `refused` if the action was not performed.
        var outcome: String
        /// The duration.
        var took: Int64?
        /// The message of the action's error.
        var error: String?
        /// The identifier of the perform on the timeline, if known.
        var perform: UInt64?
        /// The refusal, if the action was not performed.
        var refused: Refusal?
    }

    /// The reason why an action was not performed.
    struct Refusal: Codable, Sendable, Equatable {
        /// The reason: `unavailable`, `input`, `not-ready`, `declined` or `cancelled`.
        var reason: String
        /// The message.
        var message: String
        /// The missing or invalid field, for example `document.page`.
        var parameter: String?
    }
}

extension PageData.ActionInput {
    /// Creates the form of a described input.
    init(_ input: InputDescription) {
        self.init(type: input.type, kind: input.kind.rawValue, fields: input.fields.map(PageData.InputField.init))
        problem = input.problem
    }
}

extension PageData.InputField {
    /// Creates the field of a form.
    init(_ field: InputFieldDescription) {
        self.init(
            path: field.path, type: field.type.rawValue, optional: field.isOptional, choices: field.choices,
            default: field.template)
        (minimum, maximum) = (field.minimum, field.maximum)
        description = field.words.isEmpty ? nil : field.words
    }
}
