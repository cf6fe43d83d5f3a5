public import Foundation
import Synchronization

/// Keeps activities in a file, so that they can be found and continued in this run and in later ones.
///
/// The file holds JSON Lines, one for each activity, the most recent last. It is written anew with every change, beside its
/// place, and then moved there: what is in place is whole. It is readable by its owner alone. One process writes to it; of
/// two, the last to write wins.
///
/// A file that can't be read is moved aside, to the same name with `.damaged`, and the index begins anew. Where the file
/// can't be written the index goes on in memory. Both are reported to the runtime, and stand in ``fault``.
///
/// At most ``limit`` activities are kept; beyond that the one published longest ago goes.
public final class ActivityIndex: ActivityPublisher {
    /// `activity index`.
    public let name = "activity index"
    /// The file.
    public let file: URL
    /// The most activities that are kept.
    public let limit: Int
    private let state: Mutex<State>

    private struct State {
        var entries: ActivityEntries
        /// Why what was there could not be read.
        var damage: String?
        /// Why the last change could not be kept.
        var outage: String?
        /// Whether it was looked for what earlier processes left unfinished.
        var isTidied = false
        var report: (@Sendable (String) -> Void)?
    }

    /// Reads the file, if there is one.
    ///
    /// - Parameters:
    ///   - file: The file. Its folder is made where it isn't there.
    ///   - limit: The most activities that are kept, at least 1. 500 by default: some hundred kilobytes.
    public init(file: URL, limit: Int = 500) {
        self.file = file
        self.limit = max(1, limit)
        do {
            state = Mutex(State(entries: try ActivityFile(file).read(limit: self.limit)))
        } catch {
            state = Mutex(State(entries: ActivityEntries(limit: self.limit), damage: "\(error)"))
        }
    }

    /// What is wrong with the file, `nil` where nothing is.
    public var fault: String? { state.withLock { $0.outage ?? $0.damage } }

    /// Has faults told, the one met so far among them.
    func report(to report: @escaping @Sendable (String) -> Void) {
        let fault = state.withLock { state in
            state.report = report
            return state.outage ?? state.damage
        }
        if let fault { report(fault) }
    }

    /// Keeps an activity, in the place of the one with the same ``PublishedActivity/id``.
    ///
    /// - Throws: Where it can't be encoded. What the file system says is a ``fault``.
    public func publish(_ activity: PublishedActivity) throws {
        let line = try ActivityFile.encode(activity)
        state.withLock { state in
            state.entries.add(activity, line: line)
            let file = ActivityFile(file)
            if !state.isTidied {
                state.isTidied = true
                // What can't be removed takes some room; erasing says so.
                try? file.removeLeftovers(olderThan: 3_600)
            }
            do {
                try file.write(state.entries)
                state.outage = nil
            } catch {
                state.outage = "\(error)"
                state.report?("\(error)")
            }
        }
    }

    /// Erases activities, a damaged file that was moved aside, and what processes left that ended while they wrote.
    ///
    /// - Throws: What the file system says. In memory they are gone all the same.
    public func remove(_ selection: ActivitySelection) throws {
        try state.withLock { state in
            let removed = state.entries.remove(selection)
            let file = ActivityFile(file)
            do {
                if state.entries.isEmpty {
                    try file.remove()
                } else if removed || state.outage != nil {
                    // What could not be written before is still in the file.
                    try file.write(state.entries)
                }
                try file.removeDamaged()
                // However young: it has what is to be erased.
                try file.removeLeftovers(olderThan: -.infinity)
                state.outage = nil
            } catch {
                state.outage = "\(error)"
                throw error
            }
        }
    }

    /// The activities, the most recent first.
    ///
    /// - Parameters:
    ///   - eligibility: Only those that can be used so. All by default; `.perform` for "continue where you were".
    ///   - maximum: How many at most.
    public func recent(_ eligibility: ActivityEligibility = [], maximum: Int = .max) -> [PublishedActivity] {
        state.withLock { $0.entries.recent(eligibility, maximum: maximum) }
    }

    /// The activities in whose title, subtitle or keywords each word of a text begins a word, the most recent first.
    ///
    /// Case and accents make no difference. Only activities with ``ActivityEligibility/search`` are found. A text without
    /// words finds all of them.
    ///
    /// - Parameters:
    ///   - text: What somebody typed.
    ///   - maximum: How many at most.
    public func search(_ text: String, maximum: Int = .max) -> [PublishedActivity] {
        let words = ActivityEntries.words(of: text)
        return state.withLock { $0.entries.search(words, maximum: maximum) }
    }
}
