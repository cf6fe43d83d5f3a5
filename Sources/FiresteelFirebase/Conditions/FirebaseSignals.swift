import FiresteelFlags

/// The randomization identifier and custom signals of a context.
enum FirebaseSignals {
    /// Returns the attribute `randomization_id`, as Firebase calls it, or else the targeting key.
    static func randomizationID(_ context: borrowing EvaluationContext) -> String? {
        if let identifier = context.attributes["randomization_id"]?.text { return identifier }
        return context.targetingKey
    }

    /// Returns a signal as text, or `nil` if it is missing.
    ///
    /// As in Firebase's server libraries, 0 and an empty text count as missing.
    static func text(_ name: String, _ context: borrowing EvaluationContext) -> String? {
        let attribute = context.attributes[name]
        if attribute == nil, name == "randomization_id" { return randomizationID(context) }
        return text(attribute ?? .null)
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text.isEmpty ? nil : text
        case .int(let number): number == 0 ? nil : "\(number)"
        case .double(let number): number == 0 ? nil : "\(number)"
        case .bool(let isTrue): isTrue ? "true" : nil
        case .null, .array, .object: nil
        }
    }
}
