package import FiresteelFlags

/// A rule of a targeting: the result for contexts in which all conditions hold.
///
/// As JSON, `{"id": "1", "name": "Testers", "if": [condition…], "then": result}`.
public struct TargetingRule: Sendable, Hashable {
    /// The identifier, unique in the targeting; it stays the same when rules are moved.
    public var id: String
    /// The name for people.
    public var name: String?
    /// The conditions, all of which are required; at least one.
    public var conditions: [FlagCondition]
    /// The result.
    public var result: TargetingResult
    /// The members that this version doesn't know; written unchanged.
    package var unknownMembers: [String: JSONValue]

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - name: The name for people.
    ///   - conditions: The conditions.
    ///   - result: The result.
    public init(
        id: String, name: String? = nil, if conditions: [FlagCondition], then result: TargetingResult
    ) {
        self.id = id
        self.name = name
        self.conditions = conditions
        self.result = result
        unknownMembers = [:]
    }

    init?(_ value: JSONValue, _ path: LogicPath, _ reader: inout DocumentReader) {
        guard var object = reader.object(value, path, "A rule") else { return nil }
        let id = reader.requiredText("id", in: &object, "The rule")
        let name = reader.text("name", in: &object)
        let conditions = reader.elements("if", in: &object) { FlagCondition($0, $1, &$2) }
        guard let then = object.take("then") else {
            reader.report(path, "The rule has no “then”, a result.")
            return nil
        }
        guard let result = TargetingResult(then, path.word("then"), &reader), let id else { return nil }
        self.init(id: id, name: name, if: conditions, then: result)
        unknownMembers = object.rest
    }

    /// The rule as JSON.
    package var json: JSONValue {
        var members = unknownMembers
        members["id"] = .string(id)
        members["name"] = name.map { .string($0) }
        members["if"] = .array(conditions.map(\.json))
        members["then"] = result.json
        return .object(members)
    }
}
