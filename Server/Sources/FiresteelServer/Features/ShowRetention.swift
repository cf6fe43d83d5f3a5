import Firesteel
import FiresteelFlags
import FiresteelStore
import FiresteelTimeline

/// Returns how long the server stores what programs send.
enum ShowRetention: ReplyAction {
    static let description = "Show how long reports and figures are stored"

    static func reply(to context: ActionContext<ServerCall<ProgramPayload>>) async throws -> InsightRetention {
        context.input.server.retention
    }
}

extension InsightRetention {
    /// The retention.
    var json: FlagValue {
        [
            "sessionDays": .int(sessionDays), "reportDays": .int(reportDays), "countDays": .int(countDays),
            "hourlyDays": .int(hourlyDays), "reportBytes": .int(reportBytes), "reportsPerGroup": .int(reportsPerGroup),
        ]
    }
}
