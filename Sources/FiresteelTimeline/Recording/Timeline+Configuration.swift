extension Timeline {
    /// The configuration of a timeline.
    public struct Configuration: Sendable {
        /// The destination of a timeline.
        public enum Storage: Sendable, Hashable {
            /// A file in this folder, which is created if necessary. Each run and each process has a separate file.
            case folder(String)
            /// Memory, which is lost when the process ends.
            case memory
        }

        /// The program.
        public var program: ProgramDescription
        /// The destination.
        public var storage: Storage
        /// The bytes of a run, in memory and on disk: from 256 KiB to 1 GiB, rounded up to whole pages.
        ///
        /// An event takes 128 bytes, and 112 more for each 112 bytes by which its text exceeds 58.
        public var runSize: Int
        /// The number of performs in flight that are retained however many events follow, from 16 to 65,536.
        ///
        /// Further performs are recorded normally, and their begins are lost once the ring was overwritten.
        public var inFlightCapacity: Int
        /// The retention of earlier runs.
        public var retention: Retention
        /// The clock.
        public var clock: TimelineClock
        /// Whether to write down which signal ended the process.
        ///
        /// Handlers that were there before are called as well.
        public var recordsSignals: Bool

        /// Creates a configuration.
        ///
        /// The default values suit most programs.
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
