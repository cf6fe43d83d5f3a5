import Firesteel
import FiresteelDatabase
import FiresteelStore
import HTTPTypes

/// Returns how much is stored of a person.
struct FindPerson: ServerOperation, Decodable {
    static let description = "Find what is stored of a person"
    static let endpoint = OperationEndpoint(
        .get, "\(InsightReading.path)/people/{person}", "findPerson",
        "Returns how much is stored of a person, by their pseudonym")
    let program, environment, person: String

    func perform(_ call: ServerCall) async throws -> PersonRecord {
        try call.rights(in: program, including: environment)
        return try await call.erasure(program, environment).find(person)
    }
}

/// Erases what is stored of a person.
struct ErasePerson: ServerOperation, Decodable {
    static let description = "Erase what is stored of a person"
    static let endpoint = OperationEndpoint(
        .delete, "\(InsightReading.path)/people/{person}", "erasePerson",
        "Erases what is stored of a person, by their pseudonym")
    let program, environment, person: String

    func perform(_ call: ServerCall) async throws -> PersonRecord {
        try call.rights(in: program, including: environment)
        try call.requireConfirmation("erase a person's data")
        let record = try await call.erasure(program, environment).erase(person)
        // The pseudonym would be the last row of the person.
        let details = "\(environment): \(record.sessions) sessions, \(record.reports) reports"
        try await call.server.database.write { try call.log("personErased", details, in: program, $0) }
        return record
    }
}

extension ServerCall {
    /// Returns the erasure of people of an environment.
    fileprivate func erasure(_ program: String, _ environment: String) async throws -> PersonErasure {
        let scope = try await readInsight(program, environment) { $1 }
        return PersonErasure(server.database, hash: server.insight.hash, scope: scope)
    }
}
