extension Timeline {
    /// How a timeline records.
    public struct Configuration: Sendable {
        /// Where to record to.
        public enum Storage: Sendable, Hashable {
            /// To a file in this folder, which is made if it isn't there. Each run and each process has a file of its own.
            case folder(String)
            /// To memory: nothing is left when the process ends.
            case memory
        }

        /// Which program this is.
        public var program: ProgramDescription
        /// Where to record to.
        public var storage: Storage
        /// The bytes of a run, in memory and on disk: from 256 KiB to 1 GiB, rounded up to whole pages.
        ///
        /// An event takes 128 bytes, and 112 more for each 112 bytes by which its text exceeds 58.
        public var runSize: Int
        /// How many performs in flight are remembered however many events come after them, from 16 to 65,536.
        ///
        /// Those beyond are in the timeline like all others, and are forgotten when it has gone once around.
        public var inFlightCapacity: Int
        /// Which earlier runs are kept.
        public var retention: Retention
        /// The clock.
        public var clock: TimelineClock
        /// Whether to write down which signal ended the process.
        ///
        /// Handlers that were there before are called as well.
        public var recordsSignals: Bool

        /// A configuration with the values that suit most programs where nothing is said.
        public init(
            program: ProgramDescription,
            storage: Storage,
            runSize: Int = 8 << 20,
            inFlightCapacity: Int = 2048,
            retention: Retention = Retention(),
            clock: TimelineClock = .system,
            recordsSignals: Bool = false
        ) {
            self.program = program
            self.storage = storage
            self.runSize = runSize
            self.inFlightCapacity = inFlightCapacity
            self.retention = retention
            self.clock = clock
            self.recordsSignals = recordsSignals
        }
    }
}
