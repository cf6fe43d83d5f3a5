import Firesteel
import FiresteelDatabase
import FiresteelStore
import FiresteelTimeline

/// Changes the name of a program; its identifier, which addresses and tokens contain, remains.
enum RenameProgram: ReplyAction {
    static let description = "Rename a program"

    static func reply(to context: ActionContext<ServerCall<ProgramNamePayload>>) async throws {
        let call = context.input
        let payload = call.payload
        let author = try call.author()
        let now = call.server.clock.now()
        _ = try call.rights(in: payload.program)
        try await call.server.database.write { database in
            let programs = ProgramTable(database)
            let earlier = try programs.lock(payload.program).name
            guard earlier != payload.name else { return }
            try programs.rename(payload.program, to: payload.name)
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, program: payload.program, event: "programRenamed", actor: author.id,
                    actorName: author.name, details: "\(earlier): \(payload.name)"))
        }
    }
}
