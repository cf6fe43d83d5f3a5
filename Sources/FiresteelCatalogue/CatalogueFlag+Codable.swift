import FiresteelFlags

extension CatalogueFlag: Codable {
    private enum CodingKeys: String, CodingKey {
        case key, type, valueType, `default`, description, owner, kind, expires, values, parent, exclusionGroup,
            exclusionPriority, file, line
    }

    /// Decodes the flag.
    ///
    /// - Throws: `DecodingError`, also if the default isn't of the flag's type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let word = try container.decode(String.self, forKey: .type)
        guard let type = FlagType(rawValue: word) else {
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container, debugDescription: "\"\(word)\" is not a flag type.")
        }
        let coded = try container.decode(JSONValue.self, forKey: .default)
        let values = try container.decodeIfPresent([JSONValue].self, forKey: .values)
        self.init(
            key: try container.decode(String.self, forKey: .key), type: type,
            valueType: try container.decode(String.self, forKey: .valueType),
            defaultValue: CodedDefault.value(coded, of: type),
            description: try container.decodeIfPresent(String.self, forKey: .description) ?? "",
            owner: try container.decodeIfPresent(String.self, forKey: .owner),
            kind: try container.decode(FlagKind.self, forKey: .kind),
            expires: try container.decodeIfPresent(FlagDate.self, forKey: .expires),
            allowedValues: values?.map { CodedDefault.value($0, of: type) },
            parent: try container.decodeIfPresent(String.self, forKey: .parent),
            exclusionGroup: try container.decodeIfPresent(String.self, forKey: .exclusionGroup),
            exclusionPriority: try container.decodeIfPresent(Int.self, forKey: .exclusionPriority) ?? 0,
            file: try container.decodeIfPresent(String.self, forKey: .file),
            line: try container.decodeIfPresent(Int.self, forKey: .line))
    }

    /// Encodes the flag.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key, forKey: .key)
        try container.encode(type.rawValue, forKey: .type)
        try container.encode(valueType, forKey: .valueType)
        try container.encode(defaultValue, forKey: .default)
        try container.encode(nonEmpty: description, forKey: .description)
        try container.encodeIfPresent(owner, forKey: .owner)
        try container.encode(kind, forKey: .kind)
        try container.encodeIfPresent(expires, forKey: .expires)
        try container.encodeIfPresent(allowedValues, forKey: .values)
        try container.encodeIfPresent(parent, forKey: .parent)
        try container.encodeIfPresent(exclusionGroup, forKey: .exclusionGroup)
        if exclusionPriority != 0 { try container.encode(exclusionPriority, forKey: .exclusionPriority) }
        try container.encodeIfPresent(file, forKey: .file)
        try container.encodeIfPresent(line, forKey: .line)
    }
}

/// A flag's value decoded from JSON, which neither distinguishes 1 from 1.0 nor has infinite numbers.
enum CodedDefault {
    static let infinity = "Infinity"
    static let negativeInfinity = "-Infinity"
    static let undefined = "NaN"

    static func value(_ value: JSONValue, of type: FlagType) -> JSONValue {
        switch (type, value) {
        case (.double, .int(let number)): .double(Double(number))
        case (.double, .string(infinity)): .double(.infinity)
        case (.double, .string(negativeInfinity)): .double(-.infinity)
        case (.double, .string(undefined)): .double(.nan)
        default: value
        }
    }
}
