extension PageData {
    /// What to set by hand.
    public struct FlagOverrideChange: Codable, Sendable, Equatable {
        /// The flag.
        public var key: String
        /// Its value as JSON; nil takes the override away.
        public var value: String?

        /// Makes one of its values.
        package init(key: String, value: String? = nil) {
            self.key = key
            self.value = value
        }
    }

    /// What to set by hand, all or nothing of it.
    public struct FlagOverrideChanges: Codable, Sendable, Equatable {
        /// The values as JSON, by key.
        public var values: [String: String]

        /// Makes one of its values.
        package init(values: [String: String]) {
            self.values = values
        }
    }

    /// What is left after all overrides were taken away: in JSON, the list with one part more.
    public struct FlagsRestored: Codable, Sendable, Equatable {
        /// What had been set, as JSON, by key.
        public var removed: [String: String]
        /// What is there now.
        public var flags: Flags

        /// Makes one of its values.
        package init(removed: [String: String], flags: Flags) {
            self.removed = removed
            self.flags = flags
        }

        private enum Key: String, CodingKey { case removed }

        /// From one object.
        public init(from decoder: any Decoder) throws {
            removed = try decoder.container(keyedBy: Key.self).decode([String: String].self, forKey: .removed)
            flags = try Flags(from: decoder)
        }

        /// As one object.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(removed, forKey: .removed)
            try flags.encode(to: encoder)
        }
    }

    /// For whom to explain a flag.
    public struct FlagQuestion: Codable, Sendable, Equatable {
        /// The flag.
        public var key: String
        /// Who or what it is about.
        public var targetingKey: String?
        /// What rules can look at: a JSON object in a text.
        public var attributes: String?

        /// Makes one of its values.
        package init(key: String, targetingKey: String? = nil, attributes: String? = nil) {
            self.key = key
            self.targetingKey = targetingKey
            self.attributes = attributes
        }
    }

    /// How a flag comes to its value for somebody.
    public struct FlagExplained: Codable, Sendable, Equatable {
        /// The value, as JSON.
        public var value: String
        /// Which of the variants that is.
        public var variant: String?
        /// Why, in a word of the protocol.
        public var reason: String
        /// Who gives it; nil where the code does.
        public var provider: String?
        /// Why no provider could give a value although one knows it.
        public var error: FlagErrorInfo?
        /// What each source says, in order, the default in the code last.
        public var answers: [FlagAnswer]
        /// How the value comes about.
        public var steps: [FlagStep]

        /// Makes one of its values.
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
