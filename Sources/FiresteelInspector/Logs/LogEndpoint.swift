import Firesteel
import FiresteelTimeline
import FiresteelWeb
import Logging

/// The log browser.
struct LogEndpoint: Sendable {
    let runtime: FeatureRuntime
    let timelines: Timelines

    var routes: [Route] {
        [Route("GET", "logs") { call in .json(try await lines(call.query)) }]
    }

    private func lines(_ query: QueryParameters) async throws -> PageData.Lines {
        let window = LinePage.Window(
            offset: try query.number("offset", in: -1_000_000_000...1_000_000_000) ?? 0,
            limit: try query.number("limit", in: 0...500) ?? 200)
        let filter = try filter(query)
        if let run = query.text("run"), run != runtime.timeline?.runIdentifier {
            return LinePage.make(of: try await timelines.recorded(run).lines, filter, window)
        }
        guard let store = runtime.logStore else { return PageData.Lines(first: 0, total: 0, hidden: 0) }
        return LinePage.make(of: store, filter, window)
    }

    private func filter(_ query: QueryParameters) throws(APIError) -> LineFilter {
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
        if try query.flag("focus") { filter.focus = FeatureScope(runtime.logging.focus.map(\.text)) }
        return filter
    }
}
