extension PageData {
    /// What happened in an action stack: a perform, or another stack that it led to.
    public enum StackEntry: Codable, Sendable, Equatable {
        /// An action was performed.
        case perform(StackPerform)
        /// It led to another stack.
        case stack(Stack)

        private enum Key: CodingKey { case stack }

        /// Reads it from JSON.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            if let stack = try container.decodeIfPresent(Stack.self, forKey: .stack) {
                self = .stack(stack)
            } else {
                self = .perform(try StackPerform(from: decoder))
            }
        }

        /// Writes it as JSON.
        public func encode(to encoder: any Encoder) throws {
            switch self {
            case .perform(let perform): try perform.encode(to: encoder)
            case .stack(let stack):
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(stack, forKey: .stack)
            }
        }
    }

    /// A perform in an action stack.
    public struct StackPerform: Codable, Sendable, Equatable {
        /// The perform's identifier.
        public var perform: UInt64
        /// The action.
        public var action: ActionName
        /// When it began.
        public var at: Int64
        /// How long it took; none while it is in flight.
        public var took: Int64?
        /// As a row's.
        public var outcome: String
        /// What the input tells of itself in one line.
        public var input: String?

        /// Makes one of its values.
        package init(
            perform: UInt64, action: ActionName, at: Int64, took: Int64? = nil, outcome: String, input: String? = nil
        ) {
            self.perform = perform
            self.action = action
            self.at = at
            self.took = took
            self.outcome = outcome
            self.input = input
        }
    }
}
