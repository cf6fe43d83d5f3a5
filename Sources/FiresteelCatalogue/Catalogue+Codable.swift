import Firesteel
import FiresteelFlags

// Empty lists, empty texts and missing values are omitted, so that a catalogue is easy to read; readers treat them as
// empty.

extension CatalogueFormat: Codable {
    /// Decodes a version from its text.
    ///
    /// - Throws: `DecodingError` if the text isn't a version.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let format = CatalogueFormat(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" is not a format version such as 1.0")
        }
        self = format
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Catalogue: Codable {
    private enum CodingKeys: String, CodingKey {
        case format, program, library, features, flags, requirements, attributes
    }

    /// Decodes a catalogue of any version of the format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            format: try container.decode(CatalogueFormat.self, forKey: .format),
            program: try container.decode(CatalogueProgram.self, forKey: .program),
            library: try container.decode(String.self, forKey: .library),
            features: try container.decode([CatalogueFeature].self, forKey: .features),
            flags: try container.decode([CatalogueFlag].self, forKey: .flags),
            requirements: try container.decode([CatalogueRequirement].self, forKey: .requirements),
            attributes: try container.decodeList(forKey: .attributes))
    }

    /// Encodes the catalogue.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(format, forKey: .format)
        try container.encode(program, forKey: .program)
        try container.encode(library, forKey: .library)
        try container.encode(features, forKey: .features)
        try container.encode(flags, forKey: .flags)
        try container.encode(requirements, forKey: .requirements)
        try container.encode(nonEmpty: attributes, forKey: .attributes)
    }
}

extension CatalogueFeature: Codable {
    private enum CodingKeys: String, CodingKey {
        case path, parent, identifier, type, name, description, kind, visible, variation, tags, conditions, actions
    }

    /// Decodes the feature.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            path: try container.decode(FeaturePath.self, forKey: .path),
            parent: try container.decodeIfPresent(FeaturePath.self, forKey: .parent),
            identifier: try container.decode(String.self, forKey: .identifier),
            type: try container.decode(String.self, forKey: .type),
            name: try container.decode(String.self, forKey: .name),
            description: try container.decodeIfPresent(String.self, forKey: .description) ?? "",
            kind: try container.decode(FeatureDescription.Kind.self, forKey: .kind),
            isVisible: try container.decode(Bool.self, forKey: .visible),
            variation: try container.decodeIfPresent(String.self, forKey: .variation),
            tags: try container.decodeList(forKey: .tags),
            constraints: try container.decodeList(forKey: .conditions),
            actions: try container.decodeList(forKey: .actions))
    }

    /// Encodes the feature.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .path)
        try container.encodeIfPresent(parent, forKey: .parent)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(type, forKey: .type)
        try container.encode(name, forKey: .name)
        try container.encode(nonEmpty: description, forKey: .description)
        try container.encode(kind, forKey: .kind)
        try container.encode(isVisible, forKey: .visible)
        try container.encodeIfPresent(variation, forKey: .variation)
        try container.encode(nonEmpty: tags, forKey: .tags)
        try container.encode(nonEmpty: constraints, forKey: .conditions)
        try container.encode(nonEmpty: actions, forKey: .actions)
    }
}

extension CatalogueConstraint: Codable {
    private enum CodingKeys: String, CodingKey {
        case label, kind, initial, flag, requires, excludes, requirements, systems
    }

    /// Decodes the constraint.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            label: try container.decode(String.self, forKey: .label),
            kind: ConstraintDescription.Kind(rawValue: try container.decode(String.self, forKey: .kind)) ?? .other,
            initial: try container.decodeIfPresent(Bool.self, forKey: .initial),
            flag: try container.decodeIfPresent(String.self, forKey: .flag),
            requires: try container.decodeList(forKey: .requires),
            excludes: try container.decodeList(forKey: .excludes),
            requirements: try container.decodeList(forKey: .requirements),
            systems: try container.decodeIfPresent([String: String].self, forKey: .systems) ?? [:])
    }

    /// Encodes the constraint.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(label, forKey: .label)
        try container.encode(kind, forKey: .kind)
        try container.encodeIfPresent(initial, forKey: .initial)
        try container.encodeIfPresent(flag, forKey: .flag)
        try container.encode(nonEmpty: requires, forKey: .requires)
        try container.encode(nonEmpty: excludes, forKey: .excludes)
        try container.encode(nonEmpty: requirements, forKey: .requirements)
        if !systems.isEmpty { try container.encode(systems, forKey: .systems) }
    }
}

extension CatalogueAction: Codable {
    private enum CodingKeys: String, CodingKey {
        case identifier, type, name, description, published, input, presenter, analytics, amount, activities, routes
    }

    /// Decodes the action.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            identifier: try container.decode(String.self, forKey: .identifier),
            type: try container.decode(String.self, forKey: .type),
            name: try container.decode(String.self, forKey: .name),
            description: try container.decodeIfPresent(String.self, forKey: .description) ?? "",
            isPublished: try container.decode(Bool.self, forKey: .published),
            input: try container.decodeIfPresent(String.self, forKey: .input),
            presenter: try container.decodeIfPresent(String.self, forKey: .presenter),
            analyticsIdentifier: try container.decodeIfPresent(String.self, forKey: .analytics),
            amountUnit: try container.decodeIfPresent(String.self, forKey: .amount),
            activities: try container.decodeList(forKey: .activities),
            routes: try container.decodeList(forKey: .routes))
    }

    /// Encodes the action.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(type, forKey: .type)
        try container.encode(name, forKey: .name)
        try container.encode(nonEmpty: description, forKey: .description)
        try container.encode(isPublished, forKey: .published)
        try container.encodeIfPresent(input, forKey: .input)
        try container.encodeIfPresent(presenter, forKey: .presenter)
        try container.encodeIfPresent(analyticsIdentifier, forKey: .analytics)
        try container.encodeIfPresent(amountUnit, forKey: .amount)
        try container.encode(nonEmpty: activities, forKey: .activities)
        try container.encode(nonEmpty: routes, forKey: .routes)
    }
}

extension KeyedEncodingContainer {
    mutating func encode(nonEmpty text: String, forKey key: Key) throws {
        if !text.isEmpty { try encode(text, forKey: key) }
    }

    mutating func encode(nonEmpty list: [some Encodable], forKey key: Key) throws {
        if !list.isEmpty { try encode(list, forKey: key) }
    }
}

extension KeyedDecodingContainer {
    func decodeList<Element: Decodable>(forKey key: Key) throws -> [Element] {
        try decodeIfPresent([Element].self, forKey: key) ?? []
    }
}
