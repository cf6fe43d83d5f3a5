import Firesteel
import FiresteelBase

/// An option of an action's command, from a field of its input.
struct CommandOption: Sendable {
    let field: InputFieldDescription
    /// The name without hyphens, such as `new-name` or `address.city`.
    let name: String

    /// The names of options that every command has.
    static let common: Set<String> = ["help", "input", "json", "yes"]

    /// Returns the options of an action, in the order of its fields.
    static func all(of action: OfferedAction) -> [CommandOption] {
        var taken = common
        return action.action.input.callerFields.map { field in
            let words = field.path.map(\.commandWords).joined(separator: ".")
            let exact = field.path.joined(separator: ".")
            let name = [words, exact, "input-" + words].first { !taken.contains($0) && !$0.isEmpty } ?? exact
            taken.insert(name)
            return CommandOption(field: field, name: name)
        }
    }

    /// The name of the value in help: `text`, or the choices.
    var valueName: String {
        switch field.type {
        case .choice where field.choiceNames.joined().utf8.count <= 60: field.choiceNames.joined(separator: "|")
        case .choice: "choice"
        case .json: "JSON"
        default: field.type.rawValue
        }
    }

    /// How it is used, such as `--title <text>`, in brackets if it may be omitted.
    var usage: String {
        let text = field.type == .bool ? "--\(name)|--no-\(name)" : "--\(name) <\(valueName)>"
        return field.isOptional ? "[\(text)]" : text
    }

    /// The description with the range.
    var help: String {
        var parts = field.words.isEmpty ? [] : [field.words]
        let number = { (value: Double) in InputFieldDescription.number(value).json() }
        switch (field.minimum.map(number), field.maximum.map(number)) {
        case (let minimum?, let maximum?): parts.append("From \(minimum) to \(maximum)")
        case (let minimum?, nil): parts.append("At least \(minimum)")
        case (nil, let maximum?): parts.append("At most \(maximum)")
        case (nil, nil): break
        }
        if field.isOptional { parts.append("Optional") }
        return parts.joined(separator: ". ")
    }

    /// Returns the value of a text.
    ///
    /// - Throws: `CommandInputError`.
    func value(of text: String) throws(CommandInputError) -> JSONValue {
        switch field.type {
        case .text, .date: return .string(text)
        case .bool:
            guard let value = Bool(text) else { throw CommandInputError("--\(name) must be true or false.") }
            return .bool(value)
        case .choice:
            guard let index = field.choiceNames.firstIndex(of: text) else {
                throw CommandInputError("--\(name) must be one of \(field.choiceNames.joined(separator: ", ")).")
            }
            return field.choiceValues[index]
        case .integer, .number, .json:
            guard let value = try? JSONValue(json: Array(text.utf8), limits: JSONLimits(depth: 64)) else {
                throw CommandInputError("--\(name) must be \(field.type == .json ? "JSON" : "a number").")
            }
            return value
        }
    }
}

/// Arguments that aren't valid.
struct CommandInputError: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
