extension PageData {
    /// Every flag, and where values come from.
    public struct Flags: Codable, Sendable, Equatable {
        /// Where the program runs, as `development`.
        public var environment: String
        /// The flags by key, and keys that a provider has and nobody declared.
        public var flags: [Flag]
        /// In the order in which they are asked.
        public var providers: [FlagProvider]
        /// What was set by hand; nil where nothing can be.
        public var overrides: FlagOverrides?
        /// Who uses the program.
        public var context: FlagContext
        /// What is wrong with declarations and definitions, in sentences.
        public var diagnostics: [String]
        /// Keys that were asked for, that nobody declares and that no provider has.
        public var unknown: [UnknownFlag]

        /// Makes one of its values.
        package init(
            environment: String, flags: [Flag], providers: [FlagProvider], overrides: FlagOverrides? = nil,
            context: FlagContext, diagnostics: [String] = [], unknown: [UnknownFlag] = []
        ) {
            self.environment = environment
            self.flags = flags
            self.providers = providers
            self.overrides = overrides
            self.context = context
            self.diagnostics = diagnostics
            self.unknown = unknown
        }
    }

    /// A key that was asked for and that nobody knows.
    public struct UnknownFlag: Codable, Sendable, Equatable {
        /// The key.
        public var key: String
        /// Where it was asked for, as `App/Editor.swift:41`.
        public var places: [String]

        /// Makes one of its values.
        package init(key: String, places: [String] = []) {
            self.key = key
            self.places = places
        }
    }

    /// What was set by hand on this device.
    public struct FlagOverrides: Codable, Sendable, Equatable {
        /// What holds them is called.
        public var provider: String
        /// How many there are.
        public var count: Int

        /// Makes one of its values.
        package init(provider: String, count: Int) {
            self.provider = provider
            self.count = count
        }
    }

    /// Who asks for flags.
    public struct FlagContext: Codable, Sendable, Equatable {
        /// Who or what it is about.
        public var targetingKey: String?
        /// What rules can look at: a JSON object in a text.
        public var attributes: String

        /// Makes one of its values.
        package init(targetingKey: String? = nil, attributes: String) {
            self.targetingKey = targetingKey
            self.attributes = attributes
        }
    }

    /// A source of values, and how it is doing.
    public struct FlagProvider: Codable, Sendable, Equatable {
        /// What people call it.
        public var name: String
        /// `ready`, `stale`, `notReady` or `failed`.
        public var state: String
        /// When its values were current.
        public var updated: Int64?
        /// What went wrong last, in words.
        public var fault: String?
        /// How many keys it has, where it can list them.
        public var keys: Int?

        /// Makes one of its values.
        package init(name: String, state: String, updated: Int64? = nil, fault: String? = nil, keys: Int? = nil) {
            self.name = name
            self.state = state
            self.updated = updated
            self.fault = fault
            self.keys = keys
        }
    }
}
