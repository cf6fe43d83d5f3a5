public import FiresteelFlags

/// A named group of people, shared by the rules of all flags.
///
/// A member is one of the listed people, or a person for whom all or any of the conditions hold. As JSON:
///
/// ```json
/// {
///   "name": "Beta testers", "description": "People with early access.", "owner": "Yuki Arai",
///   "isAny": false, "if": [{"attribute": "channel", "is": "oneOf", "values": ["TestFlight"]}], "people": ["u-1"]
/// }
/// ```
public struct FlagSegment: Sendable, Hashable {
    /// The name for people; `nil` for the key.
    public var name: String?
    /// The purpose.
    public var description: String?
    /// The person or team that is responsible.
    public var owner: String?
    /// Whether one condition is enough, instead of all.
    public var isAny: Bool
    /// The conditions.
    public var conditions: [FlagCondition]
    /// The targeting keys of members.
    public var people: [String]
    /// The members of the JSON that this version doesn't know; written unchanged.
    package var unknownMembers: [String: JSONValue]

    /// Creates a segment.
    ///
    /// - Parameters:
    ///   - name: The name for people.
    ///   - isAny: Whether one condition is enough.
    ///   - conditions: The conditions.
    ///   - people: The targeting keys of members.
    public init(name: String? = nil, isAny: Bool = false, if conditions: [FlagCondition] = [], people: [String] = []) {
        self.name = name
        self.isAny = isAny
        self.conditions = conditions
        self.people = people
        unknownMembers = [:]
    }
}

extension FlagSegment {
    /// Reads a segment.
    ///
    /// - Throws: All errors, with their paths.
    public init(json value: JSONValue) throws(FlagDocumentError) {
        self = try DocumentReader.read { FlagSegment(value, &$0) }
    }

    private init?(_ value: JSONValue, _ reader: inout DocumentReader) {
        guard var object = reader.object(value, LogicPath(), "A segment") else { return nil }
        self.init(
            name: reader.text("name", in: &object), isAny: reader.bool("isAny", in: &object) ?? false,
            if: reader.elements("if", in: &object) { FlagCondition($0, $1, &$2) },
            people: reader.texts("people", in: &object))
        description = reader.text("description", in: &object)
        owner = reader.text("owner", in: &object)
        unknownMembers = object.rest
    }

    /// The segment as JSON.
    public var json: JSONValue {
        var members = unknownMembers
        members["name"] = name.map { .string($0) }
        members["description"] = description.map { .string($0) }
        members["owner"] = owner.map { .string($0) }
        if isAny { members["isAny"] = true }
        if !conditions.isEmpty { members["if"] = .array(conditions.map(\.json)) }
        if !people.isEmpty { members["people"] = .array(people.map { .string($0) }) }
        return .object(members)
    }
}
