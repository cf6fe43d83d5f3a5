import Firesteel
import FiresteelBase

/// Checks the input of a caller against the description of an action's input.
///
/// Decoding checks the rest: dates, and what types require of their values.
struct InputCheck {
    let input: InputDescription

    /// Returns the JSON from which the input is decoded.
    ///
    /// - Throws: `ExternalInputError` with the field.
    func json(of value: JSONValue) throws(ExternalInputError) -> String {
        guard case .object(let members) = value else {
            throw ExternalInputError(.invalid, parameter: "", "The input must be an object.")
        }
        guard !input.isOpen else { return value.json() }
        try check(members, below: [])
        for field in input.callerFields where !field.isOptional && Self.value(at: field.path[...], in: value) == nil {
            let name = field.path.joined(separator: ".")
            throw ExternalInputError(.missing, parameter: name, "The parameter \(name) is missing.")
        }
        if input.isWrapped { return members[InputDescription.wrapper]?.json() ?? "null" }
        return value.json()
    }

    private func check(_ members: [String: JSONValue], below path: [String]) throws(ExternalInputError) {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let path = path + [name]
            let text = path.joined(separator: ".")
            if let field = input.callerFields.first(where: { $0.path == path }) {
                guard let reason = field.reason(against: value) else { continue }
                throw ExternalInputError(.invalid, parameter: text, "The parameter \(text) \(reason).")
            }
            guard input.callerFields.contains(where: { $0.path.starts(with: path) }) else {
                let names = input.callerFields.map { $0.path.joined(separator: ".") }.joined(separator: ", ")
                let unknown = text.beginning(upTo: 100)
                throw ExternalInputError(
                    .invalid, parameter: unknown,
                    names.isEmpty ? "The action takes no input." : "There is no parameter \(unknown). Use \(names).")
            }
            guard case .object(let members) = value else {
                throw ExternalInputError(.invalid, parameter: text, "The parameter \(text) must be an object.")
            }
            try check(members, below: path)
        }
    }

    private static func value(at path: ArraySlice<String>, in value: JSONValue) -> JSONValue? {
        guard let name = path.first else { return value }
        return value.objectValue?[name].flatMap { self.value(at: path.dropFirst(), in: $0) }
    }
}

extension InputFieldDescription {
    /// Returns why a value isn't valid, as the end of a sentence, or `nil` if it is.
    func reason(against value: JSONValue) -> String? {
        if value.isNull, type != .json { return isOptional ? "must be left out instead of null" : "must not be null" }
        switch type {
        case .text: return value.stringValue == nil ? "must be a text" : nil
        case .date: return value.stringValue == nil ? "must be a date, such as 2026-01-31T08:30:00Z" : nil
        case .bool: return value.boolValue == nil ? "must be true or false" : nil
        case .integer: return Self.isWhole(value) ? rangeReason(value) : "must be a whole number"
        case .number: return value.doubleValue == nil ? "must be a number" : rangeReason(value)
        case .choice:
            return choiceValues.contains(value) ? nil : "must be one of \(choiceNames.joined(separator: ", "))"
        case .json:
            if template == "[]", value.arrayValue == nil { return "must be a list" }
            if template == "{}", value.objectValue == nil { return "must be an object" }
            return nil
        }
    }

    private static func isWhole(_ value: JSONValue) -> Bool {
        guard value.intValue == nil else { return true }
        return value.doubleValue.map { $0 == $0.rounded() } ?? false
    }

    private func rangeReason(_ value: JSONValue) -> String? {
        guard let number = value.doubleValue else { return nil }
        switch (minimum, maximum) {
        case (let minimum?, let maximum?) where number < minimum || number > maximum:
            return "must be from \(Self.number(minimum).json()) to \(Self.number(maximum).json())"
        case (let minimum?, nil) where number < minimum: return "must be at least \(Self.number(minimum).json())"
        case (nil, let maximum?) where number > maximum: return "must be at most \(Self.number(maximum).json())"
        default: return nil
        }
    }
}
