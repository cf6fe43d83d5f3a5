extension PageData {
    /// Which reports can be made.
    public struct ReportOptions: Codable, Sendable, Equatable {
        /// Whether the program makes reports.
        public var possible: Bool
        /// `zip`, `html`.
        public var formats: [String]

        /// Makes one of its values.
        package init(possible: Bool, formats: [String] = []) {
            self.possible = possible
            self.formats = formats
        }
    }

    /// A report to make.
    public struct ReportRequest: Codable, Sendable, Equatable {
        /// `zip` or `html`.
        public var format: String
        /// Whether only what the user started is told.
        public var userInitiatedOnly: Bool
        /// Whether the last run that crashed is told as well.
        public var crashedRun: Bool

        /// Makes one of its values.
        package init(format: String, userInitiatedOnly: Bool, crashedRun: Bool) {
            self.format = format
            self.userInitiatedOnly = userInitiatedOnly
            self.crashedRun = crashedRun
        }
    }

    /// A report that is being made.
    public struct ReportJob: Codable, Sendable, Equatable {
        /// Its name in the calls.
        public var id: String
        /// `working`, `ready` or `failed`.
        public var state: String
        /// How far it is, from 0 to 1.
        public var fraction: Double
        /// What is being done.
        public var step: String?
        /// The name of the file, where it is ready.
        public var name: String?
        /// How large the file is.
        public var bytes: Int?
        /// Why it could not be made.
        public var problem: String?

        /// Makes one of its values.
        package init(
            id: String, state: String, fraction: Double, step: String? = nil, name: String? = nil,
            bytes: Int? = nil, problem: String? = nil
        ) {
            self.id = id
            self.state = state
            self.fraction = fraction
            self.step = step
            self.name = name
            self.bytes = bytes
            self.problem = problem
        }
    }
}
