import Firesteel
import FiresteelCatalogue
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelInsight
import FiresteelReplay
import FiresteelStore
import Foundation
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
            let (head, body) = try table.known(run, number, of: form.identifiers)
            return try head.json(body, of: form.identifiers, table)
        }
    }
}

/// Makes a test of a report.
struct MakeReportTest: ServerOperation, Decodable {
    static let description = "Make a test of a report"
    static let endpoint = OperationEndpoint(
        .get, "\(InsightReading.group)/reports/{run}/{number}/test", "makeReportTest",
        "Returns a Swift test that fails as a report says, as long as its cause remains", response: "ReportTest")
    let program, environment, group, run, number: String

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let number = Int64(try MessageReader.number(number))
        let (body, catalogue) = try await call.readInsight(program, environment) { database, scope in
            let form = try GroupList(database, scope: scope, now: call.now).form(group).form
            let (head, body) = try ReportTable(database, scope: scope).known(run, number, of: form.identifiers)
            return (body, try CatalogueTable(database).body(of: program, version: head.version))
        }
        return try await Offload.run { Result { try Self.test(body, catalogue) } }.get()
    }

    private static func test(_ body: [UInt8], _ catalogue: String?) throws -> JSONValue {
        guard let report = try? InsightReport(json: body) else { throw StoreError.damaged("The report can't be read.") }
        guard let story = ReplayStory(report) else {
            throw HTTPProblem.notFound("The report names no action, so there is nothing to test.")
        }
        // The test says so where the catalogue is missing or can't be read.
        let test = ReplayTest(story, catalogue: catalogue.flatMap { try? Catalogue(json: Data($0.utf8)) })
        return ["file": .string(test.fileName), "source": .string(test.source)]
    }
}

extension ReportTable {
    /// Returns a report of the group with some identifiers.
    fileprivate func known(_ run: String, _ number: Int64, of groups: [String]) throws -> (ReportHead, [UInt8]) {
        guard let found = try report(run, number, of: groups) else {
            throw StoreError.notFound("There is no such report in the group. Load the list again.")
        }
        return found
    }
}
