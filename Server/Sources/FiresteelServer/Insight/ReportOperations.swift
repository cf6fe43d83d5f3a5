import Firesteel
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

/// Lists the reports of a group.
struct ListReports: ServerOperation, Decodable {
    static let description = "List the reports of a group"
    static let endpoint = OperationEndpoint(
        .get, "\(InsightReading.group)/reports", "listReports", "Lists the reports of a group, the newest first",
        query: [
            .init(name: "before", description: "The place in the list, as “next” names it"),
            .limit("reports", default: 20),
        ], response: "Reports")
    let program, environment, group: String
    let before: String?
    let limit: Int

    func perform(_ call: ServerCall) async throws -> JSONValue {
        guard let place = before.map({ ReportTable.Place(cursor: $0) }) ?? .end else {
            throw HTTPProblem.badRequest("“before” isn't a place in the list.")
        }
        return try await call.readInsight(program, environment) { database, scope in
            let form = try GroupList(database, scope: scope, now: call.now).form(group).form
            let table = ReportTable(database, scope: scope)
            let (heads, hasMore) = try table.page(of: form.identifiers, before: place, limit: limit)
            return [
                "reports": .array(heads.map(\.json)),
                "next": hasMore ? heads.last.map { .string($0.place.cursor) } ?? .null : .null,
                "total": .int(Int(try table.count(of: form.identifiers))),
            ]
        }
    }
}

/// Shows a report.
struct ShowReport: ServerOperation, Decodable {
    static let description = "Show a report"
    static let endpoint = OperationEndpoint(
        .get, "\(InsightReading.group)/reports/{run}/{number}", "getReport", "Returns a report", response: "Report")
    let program, environment, group, run, number: String

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let number = Int64(try MessageReader.number(number))
        return try await call.readInsight(program, environment) { database, scope in
            let form = try GroupList(database, scope: scope, now: call.now).form(group).form
            let table = ReportTable(database, scope: scope)
            guard let (head, body) = try table.report(run, number, of: form.identifiers) else {
                throw StoreError.notFound("There is no such report in the group. Load the list again.")
            }
            return try head.json(body, of: form.identifiers, table)
        }
    }
}
