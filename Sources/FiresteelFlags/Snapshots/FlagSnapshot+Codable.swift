/// Snapshots as JSON: `{"environment": …, "taken": …, "flags": {"key": {"value": …, "reason": …}}}`.
extension FlagSnapshot: Codable {
    private enum CodingKeys: String, CodingKey { case taken, environment, flags }

    /// Decodes it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            taken: try container.decode(Double.self, forKey: .taken),
            environment: FlagEnvironment(rawValue: try container.decode(String.self, forKey: .environment)),
            entries: try container.decode([String: Entry].self, forKey: .flags))
    }

    /// Encodes it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(taken, forKey: .taken)
        try container.encode(environment.rawValue, forKey: .environment)
        try container.encode(entries, forKey: .flags)
    }
}

extension FlagSnapshot.Entry: Codable {
    private enum CodingKeys: String, CodingKey { case value, type, variant, reason, provider }

    /// Decodes it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let value = try container.decode(JSONValue.self, forKey: .value)
        let type = try container.decodeIfPresent(String.self, forKey: .type)
        // Coders write 1.0 as 1.
        if type == FlagType.double.rawValue, case .int(let number) = value {
            self.value = .double(Double(number))
        } else {
            self.value = value
        }
        variant = try container.decodeIfPresent(String.self, forKey: .variant)
        reason = FlagReason(rawValue: try container.decode(String.self, forKey: .reason))
        provider = try container.decodeIfPresent(String.self, forKey: .provider)
    }

    /// Encodes it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(value, forKey: .value)
        try container.encodeIfPresent(value.type?.rawValue, forKey: .type)
        try container.encodeIfPresent(variant, forKey: .variant)
        try container.encode(reason.rawValue, forKey: .reason)
        try container.encodeIfPresent(provider, forKey: .provider)
    }
}
