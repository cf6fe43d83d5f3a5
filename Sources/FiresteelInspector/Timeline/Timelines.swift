import Firesteel
import FiresteelHTTPServer
import FiresteelTimeline
import Foundation
import HTTPTypes

/// The runs in use: this one, and the two earlier runs that were used last.
///
/// Loads runs on demand and releases them when idle.
actor Timelines {
    private let runtime: FeatureRuntime
    private var current: (view: TimelineView, erasures: UInt64)?
    private var earlier: [(id: String, view: TimelineView)] = []
    private var lastUse: ContinuousClock.Instant = .now
    private var release: Task<Void, Never>?

    /// The maximum number of earlier runs.
    private static let earlierLimit = 2
    /// The idle time after which this run's index is released.
    private let patience: Duration

    init(_ runtime: FeatureRuntime, patience: Duration = .seconds(60)) {
        self.runtime = runtime
        self.patience = patience
    }

    deinit { release?.cancel() }

    /// The folder of the runs, or `nil` if they are in memory.
    nonisolated var folder: RunFolder? {
        guard case .file(let path) = runtime.timeline?.recording else { return nil }
        return RunFolder(path: URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    /// This run, or `nil` if nothing is recorded.
    var live: TimelineView? {
        guard let timeline = runtime.timeline else { return nil }
        lastUse = .now
        scheduleRelease()
        let erasures = runtime.changeCounts.erasures
        if let current, current.erasures == erasures { return current.view }
        let view = TimelineView(live: timeline)
        current = (view, erasures)
        return view
    }

    /// Whether this run is being followed.
    var isReading: Bool { current != nil }

    /// Returns a run by its name, or this one.
    /// - Throws: `HTTPProblem` if it doesn't exist or can't be read.
    func view(_ id: String?) throws -> TimelineView? {
        guard let id, id != runtime.timeline?.runIdentifier else { return live }
        return try recorded(id)
    }

    /// Returns an earlier run by its name.
    /// - Throws: `HTTPProblem` if it doesn't exist or can't be read.
    func recorded(_ id: String) throws -> TimelineView {
        let summary = try find(id)
        if let known = earlier.firstIndex(where: { $0.id == id }) {
            let item = earlier.remove(at: known)
            earlier.append(item)
            return item.view
        }
        let view: TimelineView
        do {
            view = TimelineView(recorded: try Run(path: summary.path))
        } catch {
            throw HTTPProblem.notFound("Can't read the run: \(error)")
        }
        // A run that another process is recording changes.
        guard !summary.isRunning else { return view }
        earlier.append((id, view))
        if earlier.count > Self.earlierLimit { earlier.removeFirst() }
        return view
    }

    /// Finds a run in the folder.
    ///
    /// The received name is only compared, and never used in a path.
    nonisolated func find(_ id: String) throws(HTTPProblem) -> RunSummary {
        do {
            if let found = try folder?.runs().first(where: { $0.id == id }) { return found }
        } catch {
            throw HTTPProblem(
                status: .internalServerError, code: "internal", message: "Can't list the runs: \(error)")
        }
        throw .notFound("There is no run with this name.")
    }

    /// Releases a run that was removed.
    func forget(_ id: String) { earlier.removeAll { $0.id == id } }

    func forgetAll() {
        earlier = []
        current = nil
        release?.cancel()
        release = nil
    }

    private func scheduleRelease() {
        guard release == nil else { return }
        release = Task { [weak self, patience] in
            repeat {
                do { try await Task.sleep(for: patience) } catch { return }
            } while await self?.releaseIfIdle() == false
        }
    }

    /// Releases this run's index if it was idle, and returns whether there is nothing left to observe.
    private func releaseIfIdle() -> Bool {
        guard ContinuousClock.now - lastUse >= patience else { return false }
        current = nil
        release = nil
        return true
    }
}
