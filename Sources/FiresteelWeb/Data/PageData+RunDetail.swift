extension PageData {
    /// A run with the details of its end.
    ///
    /// In JSON, the members of the run are at the top level.
    public struct RunDetail: Encodable, Sendable, Equatable {
        /// The run, as in lists.
        public var run: Run
        /// The performs in flight when it ended, last one first.
        public var flights: [Flight]
        /// The last steps, newest first.
        public var steps: [Step]
        /// The message and the backtrace of the crash.
        public var crash: Crash?
        /// The last log lines, in order.
        public var log: [Line]
        /// The number of discarded events.
        public var lost: Int
        /// The number of partly written events.
        public var torn: Int
        /// The number of damaged slots of events, which are missing.
        public var damaged: Int
        /// The number of damaged names.
        public var damagedNames: Int
        /// The last minute.
        public var lanes: Lanes
        /// The flags in effect when it ended, as far as they were read or changed; empty for the current run.
        public var flags: [FlagInEffect]

        /// Creates a detailed run.
        package init(
            run: Run, flights: [Flight] = [], steps: [Step] = [], crash: Crash? = nil, log: [Line] = [], lost: Int,
            torn: Int,
            damaged: Int = 0, damagedNames: Int = 0, lanes: Lanes, flags: [FlagInEffect] = []
        ) {
            self.run = run
            self.flights = flights
            self.steps = steps
            self.crash = crash
            self.log = log
            self.lost = lost
            self.torn = torn
            self.damaged = damaged
            self.damagedNames = damagedNames
            self.lanes = lanes
            self.flags = flags
        }

        private enum Key: CodingKey {
            case flights, steps, crash, log, lost, torn, damaged, damagedNames, lanes, flags
        }

        /// Encodes the run.
        public func encode(to encoder: any Encoder) throws {
            try run.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(flights, forKey: .flights)
            try container.encode(steps, forKey: .steps)
            try container.encodeIfPresent(crash, forKey: .crash)
            try container.encode(log, forKey: .log)
            try container.encode(lost, forKey: .lost)
            try container.encode(torn, forKey: .torn)
            try container.encode(damaged, forKey: .damaged)
            try container.encode(damagedNames, forKey: .damagedNames)
            try container.encode(lanes, forKey: .lanes)
            try container.encode(flags, forKey: .flags)
        }
    }
    /// The last recorded value of a flag in a run.
    public struct FlagInEffect: Codable, Sendable, Equatable {
        /// The flag's key.
        public var flag: String
        /// The value, as JSON.
        public var value: String
        /// The name of the variant.
        public var variant: String?
        /// The provider of the value; nil for the program's default.
        public var provider: String?
        /// The reason for the value, a code of the protocol.
        public var reason: String?
        /// The other values that were recorded, in the order of their first appearance.
        public var others: [String]

        /// Creates a flag in effect.
        package init(
            flag: String, value: String, variant: String? = nil, provider: String? = nil, reason: String? = nil,
            others: [String] = []
        ) {
            self.flag = flag
            self.value = value
            self.variant = variant
            self.provider = provider
            self.reason = reason
            self.others = others
        }
    }
}
