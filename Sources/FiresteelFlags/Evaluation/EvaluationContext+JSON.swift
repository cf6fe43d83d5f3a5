extension EvaluationContext {
    /// Creates a context from an object: `targetingKey` is the targeting key, every other member an attribute.
    ///
    /// - Throws: An `INVALID_CONTEXT` error if the value isn't an object, or if its `targetingKey` isn't a string.
    public init(_ value: JSONValue) throws(FlagError) {
        guard case .object(var attributes) = value else {
            throw FlagError(
                .invalidContext,
                "Can't read an evaluation context: \(value.short()) isn't an object. Use one such as {\"targetingKey\": \"ada\"}."
            )
        }
        switch attributes.removeValue(forKey: "targetingKey") {
        case nil, .null?: self.init(attributes: attributes)
        case .string(let key)?: self.init(targetingKey: key, attributes: attributes)
        case let key?:
            throw FlagError(
                .invalidContext, "Can't read an evaluation context: its “targetingKey” is \(key.short()). Use a string."
            )
        }
    }

    /// Creates a context from a JSON object, such as `{"targetingKey": "ada", "plan": "premium"}`.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - limits: The limits on size and depth of the text.
    /// - Throws: An `INVALID_CONTEXT` error if the text isn't JSON, isn't an object, or if its `targetingKey` isn't a string.
    public init(json bytes: some Collection<UInt8>, limits: JSONLimits = JSONLimits()) throws(FlagError) {
        let value: JSONValue
        do {
            value = try JSONValue(json: bytes, limits: limits)
        } catch {
            throw FlagError(.invalidContext, "Can't read an evaluation context: it isn't JSON. \(error)")
        }
        try self.init(value)
    }

    /// The context as an object with its targeting key, as an initializer reads it.
    public var flagValue: JSONValue {
        var members = attributes
        members["targetingKey"] = targetingKey.map { .string($0) }
        return .object(members)
    }
}
