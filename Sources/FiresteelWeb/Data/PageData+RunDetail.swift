extension PageData {
    /// A run with its end.
    ///
    /// In JSON the values of the run stand beside the others.
    public struct RunDetail: Encodable, Sendable, Equatable {
        /// What stands in the lists as well.
        public var run: Run
        /// What never finished, the last first.
        public var flights: [Flight]
        /// The last performs, in order.
        public var last: [Row]
        /// The last log lines, in order.
        public var log: [Line]
        /// How many events are no longer there.
        public var lost: Int
        /// How many events were half written.
        public var torn: Int
        /// Its last minute.
        public var lanes: Lanes

        /// Makes one of its values.
        package init(
            run: Run, flights: [Flight] = [], last: [Row] = [], log: [Line] = [], lost: Int, torn: Int, lanes: Lanes
        ) {
            self.run = run
            self.flights = flights
            self.last = last
            self.log = log
            self.lost = lost
            self.torn = torn
            self.lanes = lanes
        }

        private enum Key: CodingKey {
            case flights, last, log, lost, torn, lanes
        }

        /// Writes it as JSON.
        public func encode(to encoder: any Encoder) throws {
            try run.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(flights, forKey: .flights)
            try container.encode(last, forKey: .last)
            try container.encode(log, forKey: .log)
            try container.encode(lost, forKey: .lost)
            try container.encode(torn, forKey: .torn)
            try container.encode(lanes, forKey: .lanes)
        }
    }
}
