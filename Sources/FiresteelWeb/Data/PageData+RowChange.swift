extension PageData {
    /// What became of a flag, or of a feature's availability.
    public struct RowChange: Codable, Sendable, Equatable {
        /// Of a flag: its key.
        public var flag: String?
        /// Of a flag: its value, as JSON.
        public var value: String?
        /// Of availability: `available`, `unavailable` or `undetermined`.
        public var state: String?
        /// The value or the state before.
        public var was: String?
        /// Of a flag: which of its variants it is.
        public var variant: String?
        /// Of a flag: who gave the value.
        public var provider: String?
        /// Of a flag: why, in a word of the protocol.
        public var reason: String?
        /// Of availability: why it isn't available.
        public var reasons: [String]?
        /// True where a value was longer than what is kept.
        public var cut: Bool?

        /// Makes one of its values.
        package init(
            flag: String? = nil, value: String? = nil, state: String? = nil, was: String? = nil, variant: String? = nil,
            provider: String? = nil, reason: String? = nil, reasons: [String]? = nil, cut: Bool? = nil
        ) {
            self.flag = flag
            self.value = value
            self.state = state
            self.was = was
            self.variant = variant
            self.provider = provider
            self.reason = reason
            self.reasons = reasons
            self.cut = cut
        }
    }
}
