public import Firesteel
public import FiresteelHTTP
import FiresteelHTTPServer
import Foundation
import HTTPTypes
import Logging
import Synchronization

/// The inspector without a socket: responds in this process to the requests of its pages.
///
/// ```swift
/// let responder = try InspectorResponder(runtime, showing: .flags)
/// let page = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/flags")
/// let response = await responder.respond(to: HTTPRequestMessage(head: page))
/// ```
///
/// `InspectorView` of `FiresteelApple` shows its pages in a web view. An ``Inspector`` is one with a socket before it.
///
/// It has no token, checks no origin and works in every build. That is safe, since its only caller is the program, which
/// can read and change all of this anyway; nothing outside the process reaches it. Never pass it requests from a network or
/// of pages that it didn't return: ``Inspector`` does, with the checks that they need. A program in production decides who
/// sees what by creating one or not.
///
/// It reads recorded data and is idle while no stream is read.
public final class InspectorResponder: Sendable {
    let router: Router
    private let hub: LiveHub
    private let timelines: Timelines
    private let reports: ReportJobs

    /// Creates a responder.
    ///
    /// - Parameters:
    ///   - runtime: The runtime, which is retained.
    ///   - parts: The parts to show.
    ///   - presentationRouter: Provides the presenters of actions performed in the pages. With none, only actions without a
    ///     presenter can be performed there.
    ///   - reporter: Creates the reports for download in the pages, if any.
    /// - Throws: ``InspectorError/system(_:)`` if the pages can't be read.
    public convenience init(
        _ runtime: FeatureRuntime, showing parts: InspectorParts,
        presentationRouter: any PresentationRouter = NoPresentation(), reporter: (any InspectorReporter)? = nil
    ) throws(InspectorError) {
        try self.init(
            runtime, showing: parts, presentationRouter: presentationRouter, reporter: reporter, programAddress: nil,
            needsToken: false, tuning: Inspector.Tuning())
    }

    init(
        _ runtime: FeatureRuntime, showing parts: InspectorParts, presentationRouter: any PresentationRouter,
        reporter: (any InspectorReporter)?, programAddress: URL?, replayCommand: [String]? = nil,
        secretWords: Set<String>? = nil, needsToken: Bool, tuning: Inspector.Tuning
    ) throws(InspectorError) {
        timelines = Timelines(runtime, patience: tuning.patience)
        hub = LiveHub(runtime, timelines, pace: tuning.pace, logger: tuning.logger)
        reports = ReportJobs(reporter)
        let performer = ExternalActionPerformer(
            runtime: runtime, router: presentationRouter, patience: tuning.performPatience)
        var replays: [Route] = []
        #if os(Linux) || os(macOS)
        if let replayCommand, parts == .everything {
            let endpoint = ReplayEndpoint(
                runtime: runtime, timelines: timelines, command: replayCommand, limit: tuning.replayLimit)
            replays = endpoint.routes
        }
        #endif
        do {
            router = Router(
                pages: try StaticPages(showing: parts, needsToken: needsToken),
                routes: Self.routes(
                    runtime, timelines, hub, performer, reports, showing: parts, address: programAddress,
                    replays: !replays.isEmpty, secretWords: secretWords, logger: tuning.logger) + replays,
                logger: tuning.logger)
        } catch {
            throw .system("\(error)")
        }
    }

    /// Responds to a request.
    ///
    /// Method, path, fields and body of the request are read; its scheme and authority are not. The body of the response
    /// arrives piece by piece; that of the live stream, `/api/stream`, ends when it is released or the responder stops.
    public func respond(to request: HTTPRequestMessage) async -> HTTPResponseMessage<HTTPBody> {
        let response = await router.respond(to: request)
        var fields = HTTPFields.securityOfPages
        for field in response.fields { fields[field.name] = nil }
        fields.append(contentsOf: response.fields)
        return HTTPResponseMessage(
            head: HTTPResponse(status: response.status, headerFields: fields), body: HTTPBody(response.body))
    }

    /// Ends all streams, and releases the runs and reports that were read.
    public func stop() async {
        await endStreams()
        await timelines.forgetAll()
        await reports.cancel()
    }

    func endStreams() async { await hub.stop() }

    /// Returns the number of streams that are read.
    func streamCount() async -> Int { await hub.subscriptionCount }
}

extension InspectorResponder {
    /// Returns the interface of the shown parts.
    static func routes(
        _ runtime: FeatureRuntime, _ timelines: Timelines, _ hub: LiveHub, _ performer: ExternalActionPerformer,
        _ reports: ReportJobs, showing parts: InspectorParts = .everything, address: URL? = nil,
        replays: Bool = false, secretWords: Set<String>? = nil, logger: Logger
    ) -> [Route] {
        let common =
            ProgramEndpoint(runtime: runtime, timelines: timelines, address: address, parts: parts).routes
            + FlagEndpoint(runtime: runtime, timelines: timelines).routes
            + StreamEndpoint(runtime: runtime, timelines: timelines, hub: hub, parts: parts).routes
        guard parts == .everything else { return common }
        return common
            + FeatureEndpoint(runtime: runtime, timelines: timelines).routes
            + TimelineEndpoint(
                runtime: runtime, timelines: timelines, replays: replays, secretWords: secretWords
            ).routes
            + StackEndpoint(runtime: runtime).routes
            + LogEndpoint(runtime: runtime, timelines: timelines).routes
            + LoggingEndpoint(runtime: runtime).routes
            + RunEndpoint(runtime: runtime, timelines: timelines, summaries: RunSummaryCache(), logger: logger).routes
            + BehaviourEndpoint(runtime: runtime).routes
            + ActionEndpoint(runtime: runtime, performer: performer).routes
            + RouteEndpoint(runtime: runtime, performer: performer).routes
            + ActivityEndpoint(runtime: runtime, performer: performer).routes
            + AccessEndpoint(runtime: runtime).routes
            + ReportEndpoint(jobs: reports).routes
    }
}

extension HTTPBody {
    /// Creates a body from that of a response, which is closed when this one is released.
    fileprivate init(_ body: HTTPServerBody) {
        switch body {
        case .bytes(let bytes):
            let pieces = Mutex(bytes.isEmpty ? nil : bytes)
            self.init { pieces.withLock { $0.take() } }
        case .stream(let stream):
            let open = OpenStream(stream)
            self.init { try await open.stream.next() }
        case .events(let events):
            // The inspector has none.
            events.close()
            self.init { nil }
        }
    }
}

/// A stream that is closed when it is released.
private final class OpenStream: Sendable {
    let stream: any BodyStream

    init(_ stream: any BodyStream) { self.stream = stream }

    deinit { Task { [stream] in await stream.close() } }
}
