extension PageData {
    /// The flags and their providers.
    public struct Flags: Codable, Sendable, Equatable {
        /// The environment of the program, for example `development`.
        public var environment: String
        /// The flags by key, including undeclared keys of providers.
        public var flags: [Flag]
        /// The providers, in order of priority.
        public var providers: [FlagProvider]
        /// The overrides; nil if flags can't be overridden.
        public var overrides: FlagOverrides?
        /// The fixed context.
        public var context: FlagContext
        /// Messages about errors in declarations and definitions.
        public var diagnostics: [String]
        /// The keys that were evaluated but are neither declared nor defined by a provider.
        public var unknown: [UnknownFlag]
        /// The session whose values these are; nil for the program's.
        public var session: SessionName?

        /// Creates a list of flags.
        package init(
            environment: String, flags: [Flag], providers: [FlagProvider], overrides: FlagOverrides? = nil,
            context: FlagContext, diagnostics: [String] = [], unknown: [UnknownFlag] = [],
            session: SessionName? = nil
        ) {
            self.environment = environment
            self.flags = flags
            self.providers = providers
            self.overrides = overrides
            self.context = context
            self.diagnostics = diagnostics
            self.unknown = unknown
            self.session = session
        }
    }

    /// A key that was evaluated but is not defined.
    public struct UnknownFlag: Codable, Sendable, Equatable {
        /// The key.
        public var key: String
        /// The places in the code that evaluate it, for example `App/Editor.swift:41`.
        public var places: [String]

        /// Creates an unknown flag.
        package init(key: String, places: [String] = []) {
            self.key = key
            self.places = places
        }
    }

    /// The overrides on this device.
    public struct FlagOverrides: Codable, Sendable, Equatable {
        /// The name of the provider that stores them.
        public var provider: String
        /// The number of overrides.
        public var count: Int
        /// Whether overrides can be stored for later runs.
        public var stores: Bool

        /// Creates a summary of overrides.
        package init(provider: String, count: Int, stores: Bool = false) {
            self.provider = provider
            self.count = count
            self.stores = stores
        }
    }

    /// The context of evaluations.
    public struct FlagContext: Codable, Sendable, Equatable {
        /// The targeting key.
        public var targetingKey: String?
        /// The attributes: a JSON object in a text.
        public var attributes: String

        /// Creates a flag context.
        package init(targetingKey: String? = nil, attributes: String) {
            self.targetingKey = targetingKey
            self.attributes = attributes
        }
    }

    /// A provider of values, with its status.
    public struct FlagProvider: Codable, Sendable, Equatable {
        /// The display name.
        public var name: String
        /// The state: `ready`, `stale`, `notReady` or `failed`.
        public var state: String
        /// The time at which its values were current.
        public var updated: Int64?
        /// The message of the last error.
        public var fault: String?
        /// The number of keys, if the provider can list them.
        public var keys: Int?
        /// The address of the server that has the values.
        public var address: String?
        /// The server's number for the version of the values.
        public var revision: Int?
        /// Whether an earlier run stored the values, and the server hasn't confirmed them; omitted if not.
        public var cached: Bool?

        /// Creates a flag provider.
        package init(
            name: String, state: String, updated: Int64? = nil, fault: String? = nil, keys: Int? = nil,
            address: String? = nil, revision: Int? = nil, cached: Bool? = nil
        ) {
            self.name = name
            self.state = state
            self.updated = updated
            self.fault = fault
            self.keys = keys
            self.address = address
            self.revision = revision
            self.cached = cached
        }
    }
}
