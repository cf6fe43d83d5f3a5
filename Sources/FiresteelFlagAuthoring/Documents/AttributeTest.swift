public import FiresteelFlags

/// A comparison of an attribute with values.
public struct AttributeTest: Sendable, Hashable {
    /// The attribute, such as `plan` or `user.plan`; `targetingKey` is the person, `$flagd.timestamp` the current time.
    public var attribute: String
    /// The comparison.
    public var comparison: FlagComparison
    /// The values: one, several or none, as the comparison needs them.
    public var values: [JSONValue]
    /// Whether values are converted before they are compared, as JavaScript's `==` and `<` do.
    ///
    /// Then 1 equals “1”, and a missing attribute is 0 in a comparison of numbers. Rules that were written for flagd
    /// often are like this; an editor's aren't. As JSON, `"isLoose": true`.
    public var isLoose: Bool

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - attribute: The attribute.
    ///   - comparison: The comparison.
    ///   - values: The values.
    ///   - isLoose: Whether values are converted before they are compared.
    public init(
        _ attribute: String, _ comparison: FlagComparison, _ values: [JSONValue] = [], isLoose: Bool = false
    ) {
        self.attribute = attribute
        self.comparison = comparison
        self.values = values
        self.isLoose = isLoose
    }
}

extension AttributeTest {
    init?(_ object: inout DocumentObject, _ reader: inout DocumentReader) {
        let path = object.path
        let attribute = reader.text("attribute", in: &object)
        let name = reader.requiredText("is", in: &object, "The condition")
        let values = reader.list("values", in: &object)
        let isLoose = reader.bool("isLoose", in: &object) ?? false
        guard let attribute, let name else { return nil }
        guard let comparison = FlagComparison(rawValue: name) else {
            let known = FlagComparison.allCases.map(\.rawValue).joined(separator: ", ")
            reader.report(path.word("is"), "“\(name)” is not a comparison. Use one of \(known).")
            return nil
        }
        self.init(attribute, comparison, values, isLoose: isLoose)
    }

    func write(to members: inout [String: JSONValue]) {
        members["attribute"] = .string(attribute)
        members["is"] = .string(comparison.rawValue)
        if !values.isEmpty { members["values"] = .array(values) }
        if isLoose { members["isLoose"] = true }
    }
}
