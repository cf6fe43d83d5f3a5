import Firesteel
import FiresteelDatabase
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

extension Program: NamedSchema {
    static var schemaName: String { "Program" }
}

/// Creates a program.
struct CreateProgram: ServerOperation, Decodable {
    static let description = "Create a program"
    static let endpoint = OperationEndpoint(
        .post, "/programs", "createProgram", "Creates a program", status: .created)
    let id: String
    let name: ShownName

    func describe(to summary: inout InputSummary) { summary.add("Program", id) }

    func perform(_ call: ServerCall) async throws -> Program {
        let program = try await call.server.database.write { database in
            let program = try ProgramTable(database).create(id, name: name.text, time: call.now)
            try call.log("programCreated", program.name, in: program.id, database)
            return program
        }
        try await call.server.snapshots.refresh()
        return program
    }
}

/// Changes the name of a program; its identifier, which addresses and tokens contain, remains.
struct RenameProgram: ServerOperation, Decodable {
    static let description = "Rename a program"
    static let endpoint = OperationEndpoint(
        .put, "/programs/{program}", "renameProgram", "Changes the name of a program")
    let program: String
    let name: ShownName

    func perform(_ call: ServerCall) async throws {
        try call.rights(in: program)
        try await call.server.database.write { database in
            let programs = ProgramTable(database)
            let earlier = try programs.lock(program).name
            guard earlier != name.text else { return }
            try programs.rename(program, to: name.text)
            try call.log("programRenamed", "\(earlier): \(name.text)", in: program, database)
        }
    }
}
