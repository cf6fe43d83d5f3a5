extension PageData {
    /// The sessions with their stacks.
    struct Stacks: Codable, Sendable, Equatable {
        /// The number of sessions.
        var total: Int
        /// The sessions, most recently used first.
        var sessions: [Session] = []
    }

    /// A session with its stacks.
    struct Session: Codable, Sendable, Equatable {
        /// The identifier, unique within the run.
        var id: UInt32
        /// The name.
        var name: String
        /// The time at which it was opened.
        var opened: Int64
        /// Whether its performs count as started by the user.
        var user: Bool
        /// The number of performs that began in it.
        var performs: UInt64
        /// The root stacks, then the recently closed ones.
        var stacks: [Stack] = []
    }

    /// An action stack with the stacks that it led to.
    struct Stack: Codable, Sendable, Equatable {
        /// The identifier, unique within the run.
        var id: UInt32
        /// The feature.
        var feature: Name
        /// The time at which it was opened.
        var opened: Int64
        /// The time at which it was closed.
        var closed: Int64?
        /// The number of entries older than those shown.
        var dropped: Int
        /// The entries, oldest first.
        var entries: [StackEntry] = []
    }

    /// An entry of an action stack: a perform, or another stack that it led to.
    enum StackEntry: Codable, Sendable, Equatable {
        /// A performed action.
        case perform(StackPerform)
        /// Another stack that it led to.
        case stack(Stack)

        private enum Key: CodingKey { case stack }

        /// Decodes the entry.
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            if let stack = try container.decodeIfPresent(Stack.self, forKey: .stack) {
                self = .stack(stack)
            } else {
                self = .perform(try StackPerform(from: decoder))
            }
        }

        /// Encodes the entry.
        func encode(to encoder: any Encoder) throws {
            switch self {
            case .perform(let perform): try perform.encode(to: encoder)
            case .stack(let stack):
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(stack, forKey: .stack)
            }
        }
    }

    /// A perform in an action stack.
    struct StackPerform: Codable, Sendable, Equatable {
        /// The perform's identifier.
        var perform: UInt64
        /// The action.
        var action: ActionName
        /// The start time.
        var at: Int64
        /// The duration; nil while in flight.
        var took: Int64?
        /// The outcome, as in a row.
        var outcome: String
        /// The one-line description of the input.
        var input: String?
    }
}
