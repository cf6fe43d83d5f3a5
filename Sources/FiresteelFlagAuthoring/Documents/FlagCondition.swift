public import FiresteelFlags

/// A condition of a rule or a segment.
///
/// As JSON, one of:
///
/// ```json
/// {"segment": "employees", "is": "in"}
/// {"attribute": "version", "is": "versionAtLeast", "values": ["3.4.0"]}
/// {"logic": {">": [{"+": [{"var": "opened"}, {"var": "saved"}]}, 10]}}
/// ```
public struct FlagCondition: Sendable, Hashable {
    /// The kinds of conditions.
    public enum Test: Sendable, Hashable {
        /// Whether the person is in a segment, or isn't.
        case segment(String, isMember: Bool)
        /// A comparison of an attribute.
        case attribute(AttributeTest)
        /// Any JsonLogic; the condition holds if the result is truthy.
        case logic(JSONValue)
    }

    /// The test.
    public var test: Test
    /// The members that this version doesn't know; written unchanged.
    package var unknownMembers: [String: JSONValue]

    /// Creates a condition.
    public init(_ test: Test) {
        self.test = test
        unknownMembers = [:]
    }

    /// Returns the condition that the person is in a segment.
    ///
    /// - Parameters:
    ///   - key: The segment's key.
    ///   - isMember: Whether the person must be in it, or must not.
    public static func segment(_ key: String, isMember: Bool = true) -> FlagCondition {
        FlagCondition(.segment(key, isMember: isMember))
    }

    /// Returns a comparison of an attribute.
    ///
    /// - Parameters:
    ///   - path: The attribute, such as `plan` or `user.plan`, or `targetingKey`.
    ///   - comparison: The comparison.
    ///   - values: The values; one, several or none, as the comparison needs them.
    public static func attribute(
        _ path: String, _ comparison: FlagComparison, _ values: [JSONValue] = []
    ) -> FlagCondition {
        FlagCondition(.attribute(AttributeTest(path, comparison, values)))
    }

    /// Returns a condition in JsonLogic.
    public static func logic(_ rule: JSONValue) -> FlagCondition { FlagCondition(.logic(rule)) }
}

extension FlagCondition {
    /// Reads a condition.
    ///
    /// - Throws: All errors, with their paths.
    package init(json value: JSONValue) throws(FlagDocumentError) {
        self = try DocumentReader.read { FlagCondition(value, LogicPath(), &$0) }
    }

    init?(_ value: JSONValue, _ path: LogicPath, _ reader: inout DocumentReader) {
        guard var object = reader.object(value, path, "A condition") else { return nil }
        let kinds = ["segment", "attribute"].filter { object.has($0) } + (object.rest["logic"] == nil ? [] : ["logic"])
        guard kinds.count == 1, let kind = kinds.first else {
            reader.report(path, "A condition must have exactly one of “segment”, “attribute” and “logic”.")
            return nil
        }
        switch kind {
        case "segment":
            let key = reader.text("segment", in: &object)
            let relation = reader.text("is", in: &object) ?? "in"
            guard relation == "in" || relation == "notIn" else {
                reader.report(path.word("is"), "“\(relation)” is not a relation to a segment. Use “in” or “notIn”.")
                return nil
            }
            guard let key else { return nil }
            test = .segment(key, isMember: relation == "in")
        case "attribute":
            guard let attribute = AttributeTest(&object, &reader) else { return nil }
            test = .attribute(attribute)
        default: test = .logic(object.takeAny("logic") ?? .null)
        }
        unknownMembers = object.rest
    }

    /// The condition as JSON.
    package var json: JSONValue {
        var members = unknownMembers
        switch test {
        case .segment(let key, let isMember):
            members["segment"] = .string(key)
            members["is"] = isMember ? "in" : "notIn"
        case .attribute(let attribute): attribute.write(to: &members)
        case .logic(let rule): members["logic"] = rule
        }
        return .object(members)
    }
}
