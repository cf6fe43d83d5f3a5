extension PageData {
    /// A request to perform an action.
    public struct PerformRequest: Codable, Sendable, Equatable {
        /// The action's path.
        public var action: String
        /// The input, as JSON.
        public var input: String?
        /// The identifier of the selected session; without one, the program chooses.
        public var session: UInt32?

        /// Creates a perform request.
        package init(action: String, input: String? = nil, session: UInt32? = nil) {
            self.action = action
            self.input = input
            self.session = session
        }
    }

    /// The result of a request to perform an action.
    public struct PerformAnswer: Codable, Sendable, Equatable {
        /// The outcome, as in a row, or `refused` if the action was not performed.
        public var outcome: String
        /// The duration.
        public var took: Int64?
        /// The message of the action's error.
        public var error: String?
        /// The identifier of the perform on the timeline, if known.
        public var perform: UInt64?
        /// The refusal, if the action was not performed.
        public var refused: Refusal?

        /// Creates a result.
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

    /// The reason why an action was not performed.
    public struct Refusal: Codable, Sendable, Equatable {
        /// The reason: `unavailable`, `input`, `not-ready`, `declined` or `cancelled`.
        public var reason: String
        /// The message.
        public var message: String
        /// The missing or invalid field, for example `document.page`.
        public var parameter: String?

        /// Creates a refusal.
        package init(reason: String, message: String, parameter: String? = nil) {
            self.reason = reason
            self.message = message
            self.parameter = parameter
        }
    }
}
