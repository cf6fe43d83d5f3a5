import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import FiresteelTimeline

/// Returns how long the server stores what programs send.
enum ShowRetention: ReplyAction {
    static let description = "Show how long reports and figures are stored"

    static func reply(to context: ActionContext<ServerCall<ProgramPayload>>) async throws -> InsightRetention {
        let (server, program) = (context.input.server, context.input.payload.program)
        guard try await server.database.read({ try ProgramTable($0).program(program) != nil }) else {
            throw APIError.notFound("There is no program “\(program)”.")
        }
        return server.retention
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
