extension PageData {
    /// The available reports.
    struct ReportOptions: Codable, Sendable, Equatable {
        /// Whether the program can create reports.
        var possible: Bool
        /// The formats: `zip`, `html`.
        var formats: [String] = []
    }

    /// A request for a report.
    struct ReportRequest: Codable, Sendable, Equatable {
        /// The format: `zip` or `html`.
        var format: String
        /// Whether the report is limited to what the user started.
        var userInitiatedOnly: Bool
        /// Whether the report includes the last run that crashed.
        var crashedRun: Bool
    }

    /// A report in progress.
    struct ReportJob: Codable, Sendable, Equatable {
        /// The identifier for requests.
        var id: String
        /// The state: `working`, `ready` or `failed`.
        var state: String
        /// The progress, from 0 to 1.
        var fraction: Double
        /// The current step.
        var step: String?
        /// The name of the file, if it is ready.
        var name: String?
        /// The size of the file, in bytes.
        var bytes: Int?
        /// The reason why it could not be created.
        var problem: String?
    }
}
