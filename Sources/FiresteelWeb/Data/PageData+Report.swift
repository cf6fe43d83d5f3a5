extension PageData {
    /// The available reports.
    public struct ReportOptions: Codable, Sendable, Equatable {
        /// Whether the program can create reports.
        public var possible: Bool
        /// The formats: `zip`, `html`.
        public var formats: [String]

        /// Creates a list of formats.
        package init(possible: Bool, formats: [String] = []) {
            self.possible = possible
            self.formats = formats
        }
    }

    /// A request for a report.
    public struct ReportRequest: Codable, Sendable, Equatable {
        /// The format: `zip` or `html`.
        public var format: String
        /// Whether the report is limited to what the user started.
        public var userInitiatedOnly: Bool
        /// Whether the report includes the last run that crashed.
        public var crashedRun: Bool

        /// Creates a report request.
        package init(format: String, userInitiatedOnly: Bool, crashedRun: Bool) {
            self.format = format
            self.userInitiatedOnly = userInitiatedOnly
            self.crashedRun = crashedRun
        }
    }

    /// A report in progress.
    public struct ReportJob: Codable, Sendable, Equatable {
        /// The identifier for requests.
        public var id: String
        /// The state: `working`, `ready` or `failed`.
        public var state: String
        /// The progress, from 0 to 1.
        public var fraction: Double
        /// The current step.
        public var step: String?
        /// The name of the file, if it is ready.
        public var name: String?
        /// The size of the file, in bytes.
        public var bytes: Int?
        /// The reason why it could not be created.
        public var problem: String?

        /// Creates a report job.
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
