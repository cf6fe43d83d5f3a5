import Firesteel
import FiresteelHTTPServer
import FiresteelTimeline
import Foundation
import HTTPTypes
import Logging

/// The available runs: their ends, performs in flight, and removal.
struct RunEndpoint: Sendable {
    let runtime: FeatureRuntime
    let timelines: Timelines
    let summaries: RunSummaryCache
    let logger: Logger

    var routes: [Route] {
        [
            Route(.get, "runs") { _ in .json(try await list()) },
            Route(.get, "runs/{run}") { call in .json(try await detail(call.parameter("run"))) },
            Route(.delete, "runs/{run}") { call in
                try await remove(call.parameter("run"))
                return .json(try await list())
            },
            Route(.delete, "runs") { _ in
                try await erase()
                return .json(try await list())
            },
        ]
    }

    private func list() async throws -> PageData.Runs {
        var runs: [PageData.Run] = []
        if let current = try await current() { runs.append(current) }
        let identifier = runtime.timeline?.runIdentifier
        let folder = timelines.folder
        let earlier: [RunSummary]
        do {
            earlier = try folder?.runs().filter { $0.id != identifier } ?? []
        } catch {
            throw Self.refused("Can't list the runs: \(error)", logger)
        }
        await summaries.removeAll(except: earlier.map(\.id))
        for summary in earlier { runs.append(await summaries.describe(summary, in: folder)) }
        let retention = runtime.retention
        return PageData.Runs(
            folder: folder?.path,
            retention: folder == nil
                ? nil
                : PageData.Retention(
                    runs: retention.runs, bytes: retention.bytes,
                    days: Int(retention.age.components.seconds / 86_400)),
            runs: runs)
    }

    private func current() async throws -> PageData.Run? {
        guard let timeline = runtime.timeline, let view = await timelines.live else { return nil }
        await view.refresh()
        return await view.describe(
            end: .running, isCurrent: true, now: timeline.now, bytes: Self.size(of: timeline.recording))
    }

    private func detail(_ id: String) async throws -> PageData.RunDetail {
        if let timeline = runtime.timeline, id == timeline.runIdentifier, let run = try await current(),
            let view = await timelines.live
        {
            return await view.ending(run, end: timeline.now, crash: nil)
        }
        let summary = try timelines.find(id)
        let view = try await timelines.recorded(id)
        let crash = timelines.folder?.crashDetails(of: view.run)
        var run = await view.describe(end: view.run.end, isCurrent: false, now: nil, bytes: summary.bytes)
        run.inFlight = run.inFlight.crashedLast(crash) { $0.action.identifier }
        return await view.ending(run, end: view.lastTime, crash: crash)
    }

    private func remove(_ id: String) async throws {
        guard id != runtime.timeline?.runIdentifier else {
            throw HTTPProblem.badRequest("This run is being recorded and can't be removed. Erase its timeline instead.")
        }
        let summary = try timelines.find(id)
        do {
            try timelines.folder?.remove(summary.id)
        } catch RunError.running {
            throw HTTPProblem.badRequest("This run is being recorded by another process and can't be removed.")
        } catch {
            throw Self.refused("Can't remove the run: \(error)", logger)
        }
        await timelines.forget(id)
    }

    private func erase() async throws {
        let erased = Result { try runtime.eraseTimeline() }
        // The erased data is no longer available in any case, and may be requested immediately.
        await timelines.forgetAll()
        if case .failure(let error) = erased {
            throw Self.refused("Can't erase all data: \(error)", logger)
        }
    }

    /// Reports an error of the file system to the caller and the log.
    private static func refused(_ message: String, _ logger: Logger) -> HTTPProblem {
        logger.error("\(message)")
        return HTTPProblem(status: .internalServerError, code: "internal", message: message)
    }

    private static func size(of recording: Recording) -> Int {
        guard case .file(let path) = recording,
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        else { return 0 }
        return (attributes[.size] as? NSNumber)?.intValue ?? 0
    }
}
