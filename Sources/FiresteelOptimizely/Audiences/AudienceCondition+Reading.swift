import FiresteelFlags

extension AudienceCondition {
    /// Reads a tree of conditions: arrays that begin with `and`, `or` or `not`, and leaves.
    ///
    /// - Parameter leaf: Creates a condition from a value that isn't an array.
    init(
        _ node: DatafileNode, leaf: (DatafileNode) throws(DatafileError) -> AudienceCondition
    ) throws(DatafileError) {
        guard case .array(let values) = node.value else {
            self = try leaf(node)
            return
        }
        let nodes = values.enumerated().map { DatafileNode(value: $1, path: "\(node.path)[\($0)]") }
        switch values.first {
        case .string("and"): self = .all(try Self.read(nodes.dropFirst(), leaf))
        case .string("or"): self = .any(try Self.read(nodes.dropFirst(), leaf))
        case .string("not"):
            guard nodes.count > 1 else {
                self = .unknown("“not” has no condition")
                return
            }
            self = .not(try AudienceCondition(nodes[1], leaf: leaf))
        case nil: self = .unknown("there is no condition")
        default: self = .any(try Self.read(nodes[...], leaf))
        }
    }

    private static func read(
        _ nodes: ArraySlice<DatafileNode>, _ leaf: (DatafileNode) throws(DatafileError) -> AudienceCondition
    ) throws(DatafileError) -> [AudienceCondition] {
        var conditions: [AudienceCondition] = []
        for node in nodes { conditions.append(try AudienceCondition(node, leaf: leaf)) }
        return conditions
    }

    /// Reads an audience, whose conditions are a tree, or in older files a text with a tree in JSON.
    init(audience node: DatafileNode) throws(DatafileError) {
        guard let conditions = node["conditions"] else { throw node.fault("It has no “conditions”.") }
        guard case .string(let text) = conditions.value else {
            self = try AudienceCondition(conditions, leaf: Self.attributeLeaf)
            return
        }
        let value: JSONValue
        do {
            value = try JSONValue(json: Array(text.utf8))
        } catch {
            throw conditions.fault("Its text must be JSON: \(error)")
        }
        self = try AudienceCondition(
            DatafileNode(value: value, path: conditions.path), leaf: Self.attributeLeaf)
    }

    /// Reads the audiences of a rule, by their identifiers.
    ///
    /// `nil` for everyone.
    init?(
        rule node: DatafileNode, audiences: [String: Result<AudienceCondition, DatafileError>]
    ) throws(DatafileError) {
        guard let conditions = node["audienceConditions"] ?? node["audienceIds"] else { return nil }
        guard case .array(let values) = conditions.value else {
            throw conditions.fault("It must be an array.")
        }
        guard !values.isEmpty else { return nil }
        self = try AudienceCondition(conditions) { leaf throws(DatafileError) in
            guard case .string(let id) = leaf.value else { throw leaf.fault("It must be an audience's identifier.") }
            return try audiences[id]?.get() ?? .unknown("there is no audience “\(id)”")
        }
    }

    private static func attributeLeaf(_ node: DatafileNode) throws(DatafileError) -> AudienceCondition {
        guard case .object = node.value else { throw node.fault("It must be a condition, which is an object.") }
        let type = try node.optionalText("type") ?? ""
        guard type == "custom_attribute" || type == "third_party_dimension" else {
            return .unknown("conditions of type “\(type)” are not supported")
        }
        let match = try node.optionalText("match") ?? "exact"
        guard let match = AttributeCondition.Match(rawValue: match) else {
            return .unknown("comparing by “\(match)” is not supported")
        }
        return .attribute(
            AttributeCondition(
                name: try node.optionalText("name") ?? "", match: match, value: node["value"]?.value ?? .null))
    }
}
