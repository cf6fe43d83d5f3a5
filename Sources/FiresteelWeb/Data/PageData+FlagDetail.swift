extension PageData {
    /// A flag in full: in JSON, the flag with more parts.
    public struct FlagDetail: Codable, Sendable, Equatable {
        /// The flag.
        public var flag: Flag
        /// The rest.
        public var more: FlagMore

        /// Makes one of its values.
        package init(flag: Flag, more: FlagMore) {
            self.flag = flag
            self.more = more
        }

        /// From one object.
        public init(from decoder: any Decoder) throws {
            flag = try Flag(from: decoder)
            more = try FlagMore(from: decoder)
        }

        /// As one object.
        public func encode(to encoder: any Encoder) throws {
            try flag.encode(to: encoder)
            try more.encode(to: encoder)
        }
    }

    /// What is told of one flag only.
    public struct FlagMore: Codable, Sendable, Equatable {
        /// What it is for, as `release`.
        public var kind: String?
        /// The key of the flag without which it is off.
        public var parent: String?
        /// The group of flags of which one at most is on.
        public var exclusionGroup: String?
        /// What this build says for itself, in words.
        public var local: String?
        /// Module and file of its declaration.
        public var file: String?
        /// The line in the file.
        public var line: Int?
        /// What its definition says beside the value, each as JSON.
        public var metadata: [String: String]
        /// What each source says, in order, the default in the code last.
        public var answers: [FlagAnswer]
        /// How the value came about.
        public var steps: [FlagStep]
        /// What should be tidied up.
        public var notes: [FlagNote]
        /// What went wrong with a change that holds all the same.
        public var problem: String?

        /// Makes one of its values.
        package init(
            kind: String? = nil, parent: String? = nil, exclusionGroup: String? = nil, local: String? = nil,
            file: String? = nil, line: Int? = nil, metadata: [String: String] = [:], answers: [FlagAnswer],
            steps: [FlagStep], notes: [FlagNote] = [], problem: String? = nil
        ) {
            self.kind = kind
            self.parent = parent
            self.exclusionGroup = exclusionGroup
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

    /// What one source says of a flag.
    public struct FlagAnswer: Codable, Sendable, Equatable {
        /// Who says it; empty for the default in the code.
        public var provider: String
        /// `value`, `default`, `failed`, or `none` where it does not know the flag.
        public var outcome: String
        /// What it says, as JSON.
        public var value: String?
        /// Which of the variants that is.
        public var variant: String?
        /// Why it says so.
        public var reason: String
        /// Why it says nothing that can be used.
        public var error: FlagErrorInfo?
        /// Whether it is what counts.
        public var won: Bool

        /// Makes one of its values.
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

    /// A step from rule to value.
    public struct FlagStep: Codable, Sendable, Equatable {
        /// What was looked at.
        public var text: String
        /// What came out; may be empty.
        public var result: String
        /// Where in the definition.
        public var path: String?
        /// How deep below the step before.
        public var depth: Int

        /// Makes one of its values.
        package init(text: String, result: String, path: String? = nil, depth: Int) {
            self.text = text
            self.result = result
            self.path = path
            self.depth = depth
        }
    }

    /// Something about a flag that should be tidied up.
    public struct FlagNote: Codable, Sendable, Equatable {
        /// What, as `expired`.
        public var kind: String
        /// A sentence for people.
        public var text: String

        /// Makes one of its values.
        package init(kind: String, text: String) {
            self.kind = kind
            self.text = text
        }
    }
}
