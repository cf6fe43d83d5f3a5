extension PageData {
    /// A change of a flag or of a feature's availability, or a refused request.
    public struct RowChange: Codable, Sendable, Equatable {
        /// The key of a flag.
        public var flag: String?
        /// The value of a flag, as JSON.
        public var value: String?
        /// The availability: `available`, `unavailable` or `undetermined`.
        public var state: String?
        /// The previous value or state.
        public var was: String?
        /// The name of a flag's variant.
        public var variant: String?
        /// The provider of a flag's value.
        public var provider: String?
        /// The revision of the server's flags that has a changed value.
        public var revision: Int?
        /// The reason for a flag's value, a code of the protocol.
        public var reason: String?
        /// The reasons why a feature isn't available.
        public var reasons: [String]?
        /// Whether a recorded value is truncated; omitted if false.
        public var cut: Bool?

        /// Creates a row change.
        package init(
            flag: String? = nil, value: String? = nil, state: String? = nil, was: String? = nil, variant: String? = nil,
            provider: String? = nil, revision: Int? = nil, reason: String? = nil, reasons: [String]? = nil,
            cut: Bool? = nil
        ) {
            self.flag = flag
            self.value = value
            self.state = state
            self.was = was
            self.variant = variant
            self.provider = provider
            self.revision = revision
            self.reason = reason
            self.reasons = reasons
            self.cut = cut
        }
    }
}
