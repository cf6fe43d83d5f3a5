import Firesteel
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelTimeline
import HTTPTypes
import Logging

/// The log browser.
struct LogEndpoint: Sendable {
    let runtime: FeatureRuntime
    let timelines: Timelines

    var routes: [Route] {
        [
            Route(.get, "logs") { call in .json(try await lines(call.query)) },
            Route(.get, "logs/export") { call in try await export(call.query) },
        ]
    }

    private func lines(_ query: QueryParameters) async throws -> PageData.Lines {
        let window = LinePage.Window(
            offset: try query.number("offset", in: -1_000_000_000...1_000_000_000) ?? 0,
            limit: try query.number("limit", in: 0...500) ?? 200)
        return try await lines(query, window)
    }

    private func lines(_ query: QueryParameters, _ window: LinePage.Window) async throws -> PageData.Lines {
        let filter = try filter(query)
        if let run = query.text("run"), run != runtime.timeline?.runIdentifier {
            return LinePage.make(of: try await timelines.recorded(run).lines, filter, window)
        }
        guard let store = runtime.logStore else { return PageData.Lines(first: 0, total: 0, hidden: 0) }
        return LinePage.make(of: store, filter, window)
    }

    private func export(_ query: QueryParameters) async throws -> ServerResponse {
        guard let export = LogExport(rawValue: query.text("format") ?? "text") else {
            throw HTTPProblem.badRequest("format must be text or jsonl.")
        }
        let lines = try await lines(query, LinePage.Window(offset: 0, limit: Int(Int32.max))).lines
        let run = query.text("run") ?? runtime.timeline?.runIdentifier ?? "log"
        return ServerResponse(
            status: .ok,
            fields: [
                .contentType: export.mediaType,
                .contentDisposition: "attachment; filename=\"\(run)-log.\(export.fileExtension)\"",
            ],
            body: .bytes(try export.document(of: lines)))
    }

    private func filter(_ query: QueryParameters) throws(HTTPProblem) -> LineFilter {
        var filter = LineFilter()
        if let word = query.text("level") {
            guard let level = Logger.Level(rawValue: word) else {
                throw .badRequest(
                    "level must be one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            filter.level = level
        }
        filter.text = TextNeedle(query.text("text"))
        filter.features = FeatureScope(query.list("feature"))
        filter.perform = try query.number("perform", in: 1...UInt64.max)
        filter.session = try query.number("session", in: 1...UInt32.max)
        if try query.flag("focus") { filter.focus = FeatureScope(runtime.logging.focus.map(\.text)) }
        return filter
    }
}
