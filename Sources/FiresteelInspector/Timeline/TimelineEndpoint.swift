import Dispatch
import Firesteel
import FiresteelCatalogue
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelReplay
import FiresteelTimeline
import HTTPTypes

/// The timeline browser: pages, overview, details, sessions, exports.
struct TimelineEndpoint: Sendable {
    let runtime: FeatureRuntime
    let timelines: Timelines
    /// Whether the program replays recorded failures.
    var replays = false
    /// The secret words of tests, or `nil` for the default ones.
    var secretWords: Set<String>?

    /// The maximum number of open groups.
    private static let openLimit = 100

    var routes: [Route] {
        [
            Route(.get, "timeline") { call in .json(try await page(call.query)) },
            Route(.get, "timeline/overview") { call in .json(try await overview(call.query)) },
            Route(.get, "timeline/performs/{perform}") { call in .json(try await detail(call)) },
            Route(.get, "timeline/performs/{perform}/test") { call in .json(try await test(call)) },
            Route(.get, "timeline/sessions") { call in .json(try await sessions(call.query)) },
            Route(.get, "timeline/values") { call in .json(try await values(call.query)) },
            Route(.get, "timeline/export") { call in try await export(call.query) },
        ]
    }

    /// Returns the requested run, read up to now.
    ///
    /// `nil` if nothing is recorded.
    private func view(_ query: QueryParameters) async throws -> TimelineView? {
        let view = try await timelines.view(query.text("run"))
        await view?.refresh()
        return view
    }

    private func page(_ query: QueryParameters) async throws -> PageData.Rows {
        let filter = try PerformFilter(query)
        let offset = try query.number("offset", in: -1_000_000_000...1_000_000_000) ?? 0
        let limit = try query.number("limit", in: 0...500) ?? 200
        let isFolded = try query.flag("fold")
        let open = try open(query)
        let wanted = query.text("find").map(UInt64.init)
        if wanted == .some(nil) { throw HTTPProblem.badRequest("find must be the identifier of an entry.") }
        guard let view = try await view(query) else {
            return PageData.Rows(first: 0, total: 0, lost: 0, failures: 0, inFlight: 0)
        }
        guard isFolded else { return await view.page(filter, offset: offset, limit: limit) }
        return await view.foldedPage(filter, open: open, find: wanted ?? nil, offset: offset, limit: limit)
    }

    /// Returns the places of the folded entries that are shown individually.
    private func open(_ query: QueryParameters) throws(HTTPProblem) -> [Int] {
        var places: [Int] = []
        for text in query.list("open") {
            guard let place = Int(text), place >= 0, places.count < Self.openLimit else {
                throw .badRequest("open must be at most \(Self.openLimit) whole numbers, separated by commas.")
            }
            places.append(place)
        }
        return places
    }

    private func values(_ query: QueryParameters) async throws -> PageData.FilterValues {
        guard let name = query.text("name").flatMap(FilterName.init) else {
            throw HTTPProblem.badRequest(
                "name must be one of \(FilterName.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let filter = try PerformFilter(query)
        let limit = try query.number("limit", in: 1...500) ?? 200
        return try await view(query)?.values(of: name, filter, limit: limit) ?? PageData.FilterValues()
    }

    private func overview(_ query: QueryParameters) async throws -> PageData.Overview {
        let filter = try PerformFilter(query)
        let bars = try query.number("bars", in: 1...1000) ?? 120
        let isFolded = try query.flag("fold")
        let open = try open(query)
        guard let view = try await view(query) else { return PageData.Overview(from: 0, to: 0) }
        guard isFolded else { return await view.overview(filter, bars: bars) }
        return await view.foldedOverview(filter, open: open, bars: bars)
    }

    private func sessions(_ query: QueryParameters) async throws -> PageData.Sessions {
        try await view(query)?.sessions(limit: 200) ?? PageData.Sessions()
    }

    /// Makes tests one after the other, on a thread that isn't one of the program's tasks: each reads its run several times.
    private static let queue = DispatchQueue(label: "firesteel.inspector.tests")

    private func test(_ call: Call) async throws -> PageData.GeneratedTest {
        let id = try call.perform
        let view = try await timelines.view(call.query.text("run"))
        let test = await withCheckedContinuation { continuation in
            Self.queue.async { continuation.resume(returning: self.test(id, of: view)) }
        }
        guard let test else {
            throw HTTPProblem.notFound("This run has no such perform that failed, or it is no longer available.")
        }
        return test
    }

    private func test(_ id: UInt64, of view: TimelineView?) -> PageData.GeneratedTest? {
        guard let run = view?.run, let perform = run.perform(id),
            let story = ReplayStory(run, perform, secretWords: secretWords),
            // Of this process's own run, it may still complete.
            perform.outcome != nil || run.header.identifier != runtime.timeline?.runIdentifier
        else { return nil }
        let test = ReplayTest(story, catalogue: runtime.catalogue, inputTypes: runtime.inputTypes(of:))
        return PageData.GeneratedTest(file: test.fileName, source: test.source)
    }

    private func detail(_ call: Call) async throws -> PageData.PerformDetail {
        let id = try call.perform
        guard let view = try await view(call.query),
            var detail = await view.detail(
                id, log: lines(below:), readings: { [runtime] in runtime.flagReadings(by: $0) })
        else {
            throw HTTPProblem.notFound("This run has no such perform, or it is no longer available.")
        }
        detail.replays = replays ? true : nil
        return detail
    }

    /// Returns the log lines of a perform of this run that are still in memory.
    private func lines(below perform: UInt64) -> [PageData.Line] {
        guard let store = runtime.logStore else { return [] }
        var filter = LineFilter()
        filter.perform = perform
        return LinePage.make(of: store, filter, LinePage.Window(offset: -200, limit: 200)).lines
    }

    private func export(_ query: QueryParameters) async throws -> ServerResponse {
        guard let format = ExportFormat(rawValue: query.text("format") ?? "text") else {
            throw HTTPProblem.badRequest("format must be text, jsonl or html.")
        }
        let filter = try PerformFilter(query)
        guard filter.only == nil else {
            throw HTTPProblem.badRequest(
                "only is not supported here: a saved timeline has actions with their changes.")
        }
        guard let view = try await timelines.view(query.text("run")) else {
            throw HTTPProblem.notFound("The timeline can't be saved because nothing is recorded.")
        }
        let run = view.run
        var wanted = filter.isEmpty ? nil : try TimelineQuery(filter, run.header)
        if !filter.isQuery {
            await view.refresh()
            wanted?.performs = await view.performs(filter)
        }
        let export: any TimelineExport
        do {
            export = try format.export(timelines.folder?.crashDetails(of: run))
        } catch {
            throw HTTPProblem(status: .internalServerError, code: "internal", message: "\(error)")
        }
        return ServerResponse(
            status: .ok,
            fields: [
                .contentType: format.mediaType,
                .contentDisposition: "attachment; filename=\"\(run.header.identifier).\(format.fileExtension)\"",
            ],
            body: .stream(ExportStream(export, of: run, matching: wanted)))
    }
}

extension Call {
    /// The identifier of the path's perform.
    var perform: UInt64 {
        get throws(HTTPProblem) {
            guard let id = UInt64(parameter("perform")), id > 0 else {
                throw .badRequest("A perform's identifier must be a whole number.")
            }
            return id
        }
    }
}
