import FiresteelBase

extension Redaction {
    /// Returns the JSON of a retained input with placeholders for the known secrets, and for values with a name that
    /// indicates one.
    ///
    /// `nil` if it isn't JSON, so that nothing unknown remains.
    package func redacted(keptInput json: String) -> String? {
        (try? JSONValue(json: Array(json.utf8))).map { withoutSecrets($0).json() }
    }

    private func withoutSecrets(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool: value
        case _ where KeptInput.isHidden(value):
            KeptInput.hiddenType(of: value).map(isSecret) == true ? KeptInput.hiddenValue : value
        case .int(let number): isSecret(String(number)) ? KeptInput.hiddenValue : value
        case .double: isSecret(value.json()) ? KeptInput.hiddenValue : value
        case .string(let text): isSecret(text) ? KeptInput.hiddenValue : value
        case .array(let elements): .array(elements.map(withoutSecrets))
        // The names of a dictionary are values of the program.
        case .object(let members) where members.keys.contains(where: isSecret): KeptInput.hiddenValue
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, member in
                        (name, hides(name) ? KeptInput.placeholder(for: member) : withoutSecrets(member))
                    }))
        }
    }

    /// Returns whether a text contains a known secret.
    private func isSecret(_ text: String) -> Bool { redacted(text) != text }
}
