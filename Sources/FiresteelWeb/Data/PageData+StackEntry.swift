extension PageData {
    /// An entry of an action stack: a perform, or another stack that it led to.
    public enum StackEntry: Codable, Sendable, Equatable {
        /// A performed action.
        case perform(StackPerform)
        /// Another stack that it led to.
        case stack(Stack)

        private enum Key: CodingKey { case stack }

        /// Decodes the entry.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            if let stack = try container.decodeIfPresent(Stack.self, forKey: .stack) {
                self = .stack(stack)
            } else {
                self = .perform(try StackPerform(from: decoder))
            }
        }

        /// Encodes the entry.
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
        /// The start time.
        public var at: Int64
        /// The duration; nil while in flight.
        public var took: Int64?
        /// The outcome, as in a row.
        public var outcome: String
        /// The one-line description of the input.
        public var input: String?

        /// Creates a stack perform.
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
