extension PageData {
    /// A flag with its value, who gave it, and why.
    public struct Flag: Codable, Sendable, Equatable {
        /// What providers call it.
        public var key: String
        /// Its name in words.
        public var name: String
        /// What it belongs to, in words.
        public var group: String
        /// The feature that it switches.
        public var feature: Name?
        /// Whether any code declares it.
        public var declared: Bool
        /// `bool`, `int`, `double`, `string`, `array`, `object`, or `any`.
        public var type: String?
        /// The only values that there are, each as JSON.
        public var allowed: [String]?
        /// The value in the fixed context, as JSON.
        public var value: String
        /// The default in the code, as JSON.
        public var `default`: String?
        /// Whether the value is another than the default.
        public var differs: Bool
        /// The value that was set by hand, as JSON.
        public var override: String?
        /// Who gave the value; nil where the code did.
        public var provider: String?
        /// Why, in a word of the protocol.
        public var reason: String
        /// Which of its variants it is.
        public var variant: String?
        /// Why no provider could give a value although one knows it.
        public var error: FlagErrorInfo?
        /// The day after which it should be gone, as `2026-12-31`.
        public var expires: String?
        /// Whether that day is past.
        public var expired: Bool
        /// Whether it was read in this run.
        public var read: Bool?
        /// For how many days its value has been the same, whoever asked, where that is long.
        public var constant: Int?
        /// What it decides.
        public var description: String
        /// Who to ask about it.
        public var owner: String?

        /// Makes one of its values.
        package init(
            key: String, name: String, group: String, feature: Name? = nil, declared: Bool, type: String? = nil,
            allowed: [String]? = nil, value: String, `default`: String? = nil, differs: Bool, override: String? = nil,
            provider: String? = nil, reason: String, variant: String? = nil, error: FlagErrorInfo? = nil,
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

    /// What went wrong with a flag.
    public struct FlagErrorInfo: Codable, Sendable, Equatable {
        /// The word of the protocol, as `TYPE_MISMATCH`.
        public var code: String
        /// A sentence for people.
        public var message: String

        /// Makes one of its values.
        package init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }
}
