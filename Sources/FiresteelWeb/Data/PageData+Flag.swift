extension PageData {
    /// A flag with its value, the provider and the reason.
    public struct Flag: Codable, Sendable, Equatable {
        /// The key.
        public var key: String
        /// The display name.
        public var name: String
        /// The display name of the group.
        public var group: String
        /// The feature that the flag controls.
        public var feature: Name?
        /// Whether the code declares the flag.
        public var declared: Bool
        /// The type: `bool`, `int`, `double`, `string`, `array`, `object` or `any`.
        public var type: String?
        /// The only valid values, each as JSON.
        public var allowed: [String]?
        /// The value in the fixed context, as JSON.
        public var value: String
        /// The default in the code, as JSON.
        public var `default`: String?
        /// Whether the value differs from the default.
        public var differs: Bool
        /// The override, as JSON.
        public var override: String?
        /// Whether the override is stored for later runs; nil without one, or if none can be stored.
        public var stored: Bool?
        /// The provider of the value; nil for the default in the code.
        public var provider: String?
        /// The reason, a code of the protocol.
        public var reason: String
        /// The name of the variant.
        public var variant: String?
        /// The error that prevents any provider with the key from returning a value.
        public var error: FlagErrorInfo?
        /// The expiration date, for example `2026-12-31`.
        public var expires: String?
        /// Whether the expiration date has passed.
        public var expired: Bool
        /// Whether the flag was read in this run.
        public var read: Bool?
        /// The number of days for which the value has been the same in all contexts, if it is high.
        public var constant: Int?
        /// The purpose.
        public var description: String
        /// The contact for questions about the flag.
        public var owner: String?

        /// Creates a flag.
        package init(
            key: String, name: String, group: String, feature: Name? = nil, declared: Bool, type: String? = nil,
            allowed: [String]? = nil, value: String, `default`: String? = nil, differs: Bool, override: String? = nil,
            stored: Bool? = nil, provider: String? = nil, reason: String, variant: String? = nil,
            error: FlagErrorInfo? = nil,
            expires: String? = nil, expired: Bool = false, read: Bool? = nil, constant: Int? = nil,
            description: String = "", owner: String? = nil
        ) {
            self.key = key
            self.name = name
            self.group = group
            self.feature = feature
            self.declared = declared
            self.type = type
            self.allowed = allowed
            self.value = value
            self.default = `default`
            self.differs = differs
            self.override = override
            self.stored = stored
            self.provider = provider
            self.reason = reason
            self.variant = variant
            self.error = error
            self.expires = expires
            self.expired = expired
            self.read = read
            self.constant = constant
            self.description = description
            self.owner = owner
        }
    }

    /// An error of a flag.
    public struct FlagErrorInfo: Codable, Sendable, Equatable {
        /// The code of the protocol, for example `TYPE_MISMATCH`.
        public var code: String
        /// The message.
        public var message: String

        /// Creates a flag error.
        package init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }
}
