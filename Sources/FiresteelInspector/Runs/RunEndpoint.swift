import Firesteel
import FiresteelTimeline
import FiresteelWeb
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
            Route("GET", "runs") { _ in .json(try await list()) },
            Route("GET", "runs/*") { call in .json(try await detail(call.parts[0])) },
            Route("DELETE", "runs/*") { call in
                try await remove(call.parts[0])
                return .json(try await list())
            },
            Route("DELETE", "runs") { _ in
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
        await summaries.keep(only: earlier.map(\.id))
        for summary in earlier { runs.append(await summaries.describe(summary)) }
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
        let run = await view.describe(end: view.run.end, isCurrent: false, now: nil, bytes: summary.bytes)
        return await view.ending(run, end: view.lastTime, crash: timelines.folder?.crashDetails(of: view.run))
    }

    private func remove(_ id: String) async throws {
        guard id != runtime.timeline?.runIdentifier else {
            throw APIError.badRequest("This run is being recorded and can't be removed. Erase its timeline instead.")
        }
        let summary = try timelines.find(id)
        do {
            try timelines.folder?.remove(summary.id)
        } catch RunError.running {
            throw APIError.badRequest("This run is being recorded by another process and can't be removed.")
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
    private static func refused(_ message: String, _ logger: Logger) -> APIError {
        logger.error("\(message)")
        return APIError(status: .internalServerError, code: "internal", message: message)
    }

    private static func size(of recording: Recording) -> Int {
        guard case .file(let path) = recording,
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        else { return 0 }
        return (attributes[.size] as? NSNumber)?.intValue ?? 0
    }
}
