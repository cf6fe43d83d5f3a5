extension PageData {
    /// A change of an override.
    public struct FlagOverrideChange: Codable, Sendable, Equatable {
        /// The flag's key.
        public var key: String
        /// The value, as JSON; nil removes the override.
        public var value: String?
        /// Whether the override is stored for later runs; nil leaves it as it is, and stores a new one.
        public var stored: Bool?

        /// Creates a change of an override.
        package init(key: String, value: String? = nil, stored: Bool? = nil) {
            self.key = key
            self.value = value
            self.stored = stored
        }
    }

    /// Several overrides, set as one change or not at all.
    public struct FlagOverrideChanges: Codable, Sendable, Equatable {
        /// The values, as JSON, by key.
        public var values: [String: String]
        /// The keys of those that are for this run only.
        public var unstored: [String]?

        /// Creates a change of several overrides.
        package init(values: [String: String], unstored: [String]? = nil) {
            self.values = values
            self.unstored = unstored
        }
    }

    /// The state after all overrides were removed: in JSON, the list of flags with one additional member.
    public struct FlagsRestored: Codable, Sendable, Equatable {
        /// The removed overrides, as JSON, by key.
        public var removed: [String: String]
        /// The keys of those that were for this run only.
        public var unstored: [String]
        /// The current flags.
        public var flags: Flags

        /// Creates a state after the removal of all overrides.
        package init(removed: [String: String], unstored: [String] = [], flags: Flags) {
            self.removed = removed
            self.unstored = unstored
            self.flags = flags
        }

        private enum Key: String, CodingKey { case removed, unstored }

        /// Decodes both parts from one object.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            removed = try container.decode([String: String].self, forKey: .removed)
            unstored = try container.decode([String].self, forKey: .unstored)
            flags = try Flags(from: decoder)
        }

        /// Encodes both parts as one object.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(removed, forKey: .removed)
            try container.encode(unstored, forKey: .unstored)
            try flags.encode(to: encoder)
        }
    }

    /// A request to explain a flag in a context.
    public struct FlagQuestion: Codable, Sendable, Equatable {
        /// The flag's key.
        public var key: String
        /// The targeting key of the context.
        public var targetingKey: String?
        /// The attributes of the context: a JSON object in a text.
        public var attributes: String?
        /// The identifier of the session whose context applies, instead of the others.
        public var session: UInt32?

        /// Creates a request.
        package init(
            key: String, targetingKey: String? = nil, attributes: String? = nil, session: UInt32? = nil
        ) {
            self.key = key
            self.targetingKey = targetingKey
            self.attributes = attributes
            self.session = session
        }
    }

    /// An explanation of a flag's value in a context.
    public struct FlagExplained: Codable, Sendable, Equatable {
        /// The value, as JSON.
        public var value: String
        /// The name of the variant.
        public var variant: String?
        /// The reason, a code of the protocol.
        public var reason: String
        /// The provider of the value; nil for the default in the code.
        public var provider: String?
        /// The error that prevents any provider with the key from returning a value.
        public var error: FlagErrorInfo?
        /// The result of each source, in order, with the default in the code last.
        public var answers: [FlagAnswer]
        /// The steps of the evaluation.
        public var steps: [FlagStep]

        /// Creates an explanation.
        package init(
            value: String, variant: String? = nil, reason: String, provider: String? = nil, error: FlagErrorInfo? = nil,
            answers: [FlagAnswer], steps: [FlagStep]
        ) {
            self.value = value
            self.variant = variant
            self.reason = reason
            self.provider = provider
            self.error = error
            self.answers = answers
            self.steps = steps
        }
    }
}
