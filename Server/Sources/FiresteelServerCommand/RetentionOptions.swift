import ArgumentParser
import Configuration
import FiresteelStore

/// The retention of what programs send.
struct RetentionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The days for which sessions are stored (default: 30).", valueName: "days"))
    var sessionDays: Int?

    @Option(help: ArgumentHelp("The days for which reports are stored (default: 90).", valueName: "days"))
    var reportDays: Int?

    @Option(help: ArgumentHelp("The days for which counts are stored (default: 396).", valueName: "days"))
    var countDays: Int?

    /// Returns the retention, with options of the environment and the file.
    func retention(_ reader: ConfigReader) throws -> InsightRetention {
        var retention = InsightRetention()
        for (option, key, name, path) in [
            (sessionDays, "session.days", "--session-days", \InsightRetention.sessionDays),
            (reportDays, "report.days", "--report-days", \.reportDays),
            (countDays, "count.days", "--count-days", \.countDays),
        ] as [(Int?, ConfigKey, String, WritableKeyPath<InsightRetention, Int>)] {
            guard let days = option ?? reader.int(forKey: key) else { continue }
            guard InsightRetention.days.contains(days) else { throw ValidationError("\(name) has to be 1 to 3,650.") }
            retention[keyPath: path] = days
        }
        guard retention.countDays >= retention.reportDays, retention.countDays >= retention.sessionDays else {
            throw ValidationError("--count-days has to be at least --report-days and --session-days.")
        }
        return retention
    }
}
