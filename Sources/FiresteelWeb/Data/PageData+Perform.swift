extension PageData {
    /// An action to perform.
    public struct PerformRequest: Codable, Sendable, Equatable {
        /// Its path.
        public var action: String
        /// Its input, as JSON.
        public var input: String?

        /// Makes one of its values.
        package init(action: String, input: String? = nil) {
            self.action = action
            self.input = input
        }
    }

    /// What became of an action that was to be performed.
    public struct PerformAnswer: Codable, Sendable, Equatable {
        /// As a row's, or `refused` where it was not performed.
        public var outcome: String
        /// How long it took.
        public var took: Int64?
        /// What went wrong in it.
        public var error: String?
        /// Its perform on the timeline, where that is known.
        public var perform: UInt64?
        /// Why it was not performed.
        public var refused: Refusal?

        /// Makes one of its values.
        package init(
            outcome: String, took: Int64? = nil, error: String? = nil, perform: UInt64? = nil,
            refused:
                Refusal? = nil
        ) {
            self.outcome = outcome
            self.took = took
            self.error = error
            self.perform = perform
            self.refused = refused
        }
    }

    /// Why an action was not performed.
    public struct Refusal: Codable, Sendable, Equatable {
        /// `unavailable`, `input`, `not-ready`, `declined` or `cancelled`.
        public var reason: String
        /// What is wrong, in words.
        public var message: String
        /// The field that is missing or wrong, as `document.page`.
        public var parameter: String?

        /// Makes one of its values.
        package init(reason: String, message: String, parameter: String? = nil) {
            self.reason = reason
            self.message = message
            self.parameter = parameter
        }
    }
}
