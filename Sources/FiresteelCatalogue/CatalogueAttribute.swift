public import FiresteelFlags

/// An attribute of evaluation contexts that a program declares, so that editors of rules can offer it.
///
/// A runtime doesn't know the attributes of its contexts: add them to its catalogue.
///
/// ```swift
/// var catalogue = runtime.catalogue
/// catalogue.attributes = [
///     CatalogueAttribute("plan", type: .string, description: "The subscription", values: ["free", "pro"])
/// ]
/// ```
public struct CatalogueAttribute: Sendable, Hashable {
    /// The type of an attribute's values, as JSON names it.
    public enum ValueType: String, Sendable, Hashable, Codable {
        case string, number, boolean, array, object
    }

    /// The name in contexts.
    public var name: String
    /// The type of its values, or `nil` if there are several.
    public var type: ValueType?
    /// Its meaning; may be empty.
    public var description: String
    /// Known values, in the order to offer them in; others are possible.
    public var values: [JSONValue]

    /// Creates an attribute.
    public init(_ name: String, type: ValueType? = nil, description: String = "", values: [JSONValue] = []) {
        self.name = name
        self.type = type
        self.description = description
        self.values = values
    }
}

extension CatalogueAttribute: Codable {
    private enum CodingKeys: String, CodingKey { case name, type, description, values }

    /// Decodes the attribute; an unknown type is omitted.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let values = try container.decodeIfPresent([JSONValue].self, forKey: .values)
        self.init(
            try container.decode(String.self, forKey: .name),
            type: try container.decodeIfPresent(String.self, forKey: .type).flatMap(ValueType.init(rawValue:)),
            description: try container.decodeIfPresent(String.self, forKey: .description) ?? "",
            values: values ?? [])
    }

    /// Encodes the attribute.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(type, forKey: .type)
        try container.encode(nonEmpty: description, forKey: .description)
        try container.encode(nonEmpty: values, forKey: .values)
    }
}
