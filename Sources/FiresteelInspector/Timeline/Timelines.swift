import Firesteel
import FiresteelTimeline
import Foundation
import HTTPTypes

/// The runs that somebody looks at: this one, and of the earlier ones the two that were looked at last.
///
/// Nothing is read before somebody asks, and what nobody asks for any more is let go of.
actor Timelines {
    private let runtime: FeatureRuntime
    private var current: (view: TimelineView, erasures: UInt64)?
    private var earlier: [(id: String, view: TimelineView)] = []
    private var lastUse: ContinuousClock.Instant = .now
    private var keeper: Task<Void, Never>?

    /// How many earlier runs are kept.
    private static let earlierLimit = 2
    /// How long this run's index is kept while nobody asks.
    private let patience: Duration

    init(_ runtime: FeatureRuntime, patience: Duration = .seconds(60)) {
        self.runtime = runtime
        self.patience = patience
    }

    deinit { keeper?.cancel() }

    /// The folder of the runs, nil where they are kept in memory.
    nonisolated var folder: RunFolder? {
        guard case .file(let path) = runtime.timeline?.recording else { return nil }
        return RunFolder(path: URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    /// This run, nil where nothing is recorded.
    var live: TimelineView? {
        guard let timeline = runtime.timeline else { return nil }
        lastUse = .now
        keep()
        let erasures = runtime.changeCounts.erasures
        if let current, current.erasures == erasures { return current.view }
        let view = TimelineView(live: timeline)
        current = (view, erasures)
        return view
    }

    /// Whether this run is being read on.
    var isReading: Bool { current != nil }

    /// A run by its name, or this one.
    /// - Throws: `APIError` where there is none of this name, or where it can't be read.
    func view(_ id: String?) throws -> TimelineView? {
        guard let id, id != runtime.timeline?.runIdentifier else { return live }
        return try recorded(id)
    }

    /// An earlier run by its name.
    /// - Throws: `APIError` where there is none of this name, or where it can't be read.
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
            throw APIError.notFound("This run can't be read: \(error)")
        }
        // A run of another process that goes on is another one the next time.
        guard !summary.isRunning else { return view }
        earlier.append((id, view))
        if earlier.count > Self.earlierLimit { earlier.removeFirst() }
        return view
    }

    /// Finds a run among those of the folder.
    ///
    /// A name that was sent is compared, and never made a path of.
    nonisolated func find(_ id: String) throws(APIError) -> RunSummary {
        do {
            if let found = try folder?.runs().first(where: { $0.id == id }) { return found }
        } catch {
            throw APIError(
                status: .internalServerError, code: "internal", message: "The runs can't be listed: \(error)")
        }
        throw .notFound("There is no run with this name.")
    }

    /// Lets go of a run that was removed.
    func forget(_ id: String) { earlier.removeAll { $0.id == id } }

    /// Lets go of everything.
    func forgetAll() {
        earlier = []
        current = nil
        keeper?.cancel()
        keeper = nil
    }

    private func keep() {
        guard keeper == nil else { return }
        keeper = Task { [weak self, patience] in
            repeat {
                do { try await Task.sleep(for: patience) } catch { return }
            } while await self?.releaseIfIdle() == false
        }
    }

    /// Lets go of this run's index if nobody asked for a while, and says whether there is nothing left to watch.
    private func releaseIfIdle() -> Bool {
        guard ContinuousClock.now - lastUse >= patience else { return false }
        current = nil
        keeper = nil
        return true
    }
}
