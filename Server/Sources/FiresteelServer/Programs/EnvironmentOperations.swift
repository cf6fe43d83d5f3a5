import Firesteel
import FiresteelDatabase
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

extension ProgramEnvironment: NamedSchema {
    static var schemaName: String { "Environment" }
}

/// Adds an environment to a program.
struct AddEnvironment: ServerOperation, Decodable {
    static let description = "Add an environment"
    static let endpoint = OperationEndpoint(
        .post, "/programs/{program}/environments", "addEnvironment", "Adds an environment")
    let program, id: String
    let protection: ProgramEnvironment.Protection
    let name: ShownName

    func describe(to summary: inout InputSummary) {
        summary.add("Environment", id)
        summary.add("Protection", protection.rawValue)
    }

    func perform(_ call: ServerCall) async throws {
        try call.rights(in: program)
        try await call.server.database.write { database in
            let programs = ProgramTable(database)
            let stored = try programs.lock(program)
            let known = stored.environments.map(\.id) + stored.damaged.map(\.id)
            guard !known.contains(id) else {
                throw StoreError.exists("There is an environment “\(id)” already.")
            }
            guard known.count < 20 else { throw StoreError.invalid("A program has at most 20 environments.") }
            try programs.add(
                id, name: name.text, protection: protection, position: known.count, to: program, time: call.now)
            try call.log("environmentAdded", "\(name.text): \(protection.rawValue)", in: program, database)
        }
        try await call.server.snapshots.refresh()
    }
}

/// Changes name and protection of an environment.
struct UpdateEnvironment: ServerOperation, Decodable {
    static let description = "Change an environment's name and protection"
    static let endpoint = OperationEndpoint(
        .put, "/programs/{program}/environments/{environment}", "updateEnvironment",
        "Changes name and protection of an environment")
    let program, environment: String
    let protection: ProgramEnvironment.Protection
    let name: ShownName

    func describe(to summary: inout InputSummary) { summary.add("Protection", protection.rawValue) }

    func perform(_ call: ServerCall) async throws {
        try call.rights(in: program, including: environment)
        // A token can't take the protection away that its changes are subject to.
        try call.requirePerson("change the protection of an environment")
        try call.requireConfirmation("change an environment’s protection")
        try await call.server.database.write { database in
            _ = try ProgramTable(database).lock(program)
            try ProgramTable(database).update(environment, name: name.text, protection: protection, of: program)
            try call.log("environmentChanged", "\(name.text): \(protection.rawValue)", in: program, database)
        }
    }
}

/// Removes an environment with its rules and switches, and revokes its tokens, whose streams end.
struct RemoveEnvironment: ServerOperation, Decodable {
    static let description = "Remove an environment"
    static let endpoint = OperationEndpoint(
        .post, "/programs/{program}/environments/{environment}/removal", "removeEnvironment",
        "Removes an environment with its rules and tokens; “name” is its name, as a confirmation")
    let program, environment: String
    /// The name of the environment, as the person entered it.
    let name: String

    func perform(_ call: ServerCall) async throws {
        let author = try call.author()
        try call.rights(in: program)
        // A script could hardly tell what it removes.
        try call.requirePerson("remove an environment")
        try call.requireConfirmation("remove an environment")
        _ = try await call.server.changes.removeEnvironment(
            environment, named: name, of: program, by: author, perform: call.perform, now: call.now)
        try await call.server.access.refresh()
    }
}
