import FiresteelFlags

/// The common parts of Firebase's responses.
enum FirebaseJSON {
    /// Returns the object of a response.
    static func object(_ body: [UInt8]) throws(FlagError) -> [String: JSONValue] {
        let value: JSONValue
        do {
            value = try JSONValue(json: body)
        } catch {
            throw FlagError(.parseError, "The response isn't JSON: \(error)")
        }
        guard case .object(let members) = value else {
            throw FlagError(.parseError, "The response isn't a JSON object.")
        }
        return members
    }
}

extension JSONValue {
    /// The members, if it is an object.
    var members: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The elements, if it is an array.
    var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text, if it is one.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The whole number, if it is one.
    var whole: Int? {
        if case .int(let number) = self { number } else { nil }
    }
}
