extension PageData {
    /// A flag with all details: in JSON, the flag with additional members.
    public struct FlagDetail: Codable, Sendable, Equatable {
        /// The flag.
        public var flag: Flag
        /// The additional members.
        public var more: FlagMore

        /// Creates a detailed flag.
        package init(flag: Flag, more: FlagMore) {
            self.flag = flag
            self.more = more
        }

        /// Decodes both parts from one object.
        public init(from decoder: any Decoder) throws {
            flag = try Flag(from: decoder)
            more = try FlagMore(from: decoder)
        }

        /// Encodes both parts as one object.
        public func encode(to encoder: any Encoder) throws {
            try flag.encode(to: encoder)
            try more.encode(to: encoder)
        }
    }

    /// The details of a single flag.
    public struct FlagMore: Codable, Sendable, Equatable {
        /// The kind of flag, for example `release`.
        public var kind: String?
        /// The key of the parent, without which the flag is off.
        public var parent: String?
        /// The group of flags of which at most one is on.
        public var exclusionGroup: String?
        /// Its priority in that group, unless it is 0.
        public var exclusionPriority: Int?
        /// A description of this build's local rule.
        public var local: String?
        /// The module and file of the declaration.
        public var file: String?
        /// The line in the file.
        public var line: Int?
        /// The metadata of the definition, each value as JSON.
        public var metadata: [String: String]
        /// The result of each source, in order, with the default in the code last.
        public var answers: [FlagAnswer]
        /// The steps of the evaluation.
        public var steps: [FlagStep]
        /// The recommended cleanups.
        public var notes: [FlagNote]
        /// The error of a change that is nevertheless in effect.
        public var problem: String?

        /// Creates the details of a flag.
        package init(
            kind: String? = nil, parent: String? = nil, exclusionGroup: String? = nil,
            exclusionPriority: Int? = nil, local: String? = nil, file: String? = nil, line: Int? = nil,
            metadata: [String: String] = [:], answers: [FlagAnswer],
            steps: [FlagStep], notes: [FlagNote] = [], problem: String? = nil
        ) {
            self.kind = kind
            self.parent = parent
            self.exclusionGroup = exclusionGroup
            self.exclusionPriority = exclusionPriority
            self.local = local
            self.file = file
            self.line = line
            self.metadata = metadata
            self.answers = answers
            self.steps = steps
            self.notes = notes
            self.problem = problem
        }
    }

    /// The result of one source for a flag.
    public struct FlagAnswer: Codable, Sendable, Equatable {
        /// The name of the source; empty for the default in the code.
        public var provider: String
        /// The outcome: `value`, `default`, `failed`, or `none` if the source doesn't have the flag.
        public var outcome: String
        /// The value, as JSON.
        public var value: String?
        /// The name of the variant.
        public var variant: String?
        /// The reason.
        public var reason: String
        /// The error that prevents a valid value.
        public var error: FlagErrorInfo?
        /// Whether this result is in effect.
        public var won: Bool

        /// Creates a result.
        package init(
            provider: String, outcome: String, value: String? = nil, variant: String? = nil, reason: String,
            error: FlagErrorInfo? = nil, won: Bool
        ) {
            self.provider = provider
            self.outcome = outcome
            self.value = value
            self.variant = variant
            self.reason = reason
            self.error = error
            self.won = won
        }
    }

    /// A step of an evaluation.
    public struct FlagStep: Codable, Sendable, Equatable {
        /// The evaluated part.
        public var text: String
        /// The result; may be empty.
        public var result: String
        /// The path in the definition.
        public var path: String?
        /// The nesting depth.
        public var depth: Int

        /// Creates a flag step.
        package init(text: String, result: String, path: String? = nil, depth: Int) {
            self.text = text
            self.result = result
            self.path = path
            self.depth = depth
        }
    }

    /// A recommended cleanup of a flag.
    public struct FlagNote: Codable, Sendable, Equatable {
        /// The kind, for example `expired`.
        public var kind: String
        /// The message.
        public var text: String

        /// Creates a recommendation.
        package init(kind: String, text: String) {
            self.kind = kind
            self.text = text
        }
    }
}
